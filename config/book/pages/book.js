// Plays the very seconds of a sentence when it is clicked. Everything lies in this folder; nothing is fetched.
"use strict";
(function () {
  const player = document.getElementById("player");
  if (!player) return;
  let until = 0, current = null, queue = [], frame = 0;

  function mark(sentence) {
    if (current) current.classList.remove("now");
    current = sentence;
    if (current) current.classList.add("now");
  }

  function watch() {
    cancelAnimationFrame(frame);
    if (player.paused) return;
    if (player.currentTime >= until) return next();
    frame = requestAnimationFrame(watch);
  }

  function next() {
    const following = queue.shift();
    if (following) return hear(following[0], following[1]);
    player.pause();
    mark(null);
  }

  function hear(link, sentence) {
    const from = Number(link.dataset.from);
    until = Number(link.dataset.to);
    mark(sentence);
    document.documentElement.dataset.hears = link.dataset.file + "#" + from;
    const begin = function () {
      player.currentTime = from;
      const started = player.play();
      if (started) started.then(watch, function () { mark(null); });
    };
    if (player.getAttribute("src") !== link.dataset.file) {
      player.setAttribute("src", link.dataset.file);
      player.addEventListener("loadedmetadata", begin, { once: true });
      player.load();
    } else begin();
  }

  // a hidden page draws no frames: the clock of the sound itself ends a sentence there
  player.addEventListener("timeupdate", function () { if (!player.paused && player.currentTime >= until) next(); });

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a.play");
    const sentence = event.target.closest(".s.heard");
    if (!link && (!sentence || event.target.closest("a"))) return;
    event.preventDefault();
    queue = [];
    hear(link || sentence.querySelector("a.play"), sentence);
  });

  const all = document.getElementById("listen");
  if (all) all.addEventListener("click", function () {
    if (!player.paused) { queue = []; player.pause(); mark(null); return; }
    const shown = Array.from(document.querySelectorAll(".text .s.heard")).filter(function (each) { return each.offsetParent; });
    queue = shown.map(function (each) { return [each.querySelector("a.play"), each]; });
    next();
  });
})();
