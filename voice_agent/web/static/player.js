// A sentence is clicked and heard on the page itself; a chapter is heard sentence by sentence. Without this
// script a mark opens the sound by itself.
"use strict";
(function () {
  const player = new Audio();
  let now = null, queue = [];

  function show(sentence) {
    if (now) now.classList.remove("now");
    now = sentence;
    if (now) now.classList.add("now");
  }

  function next() {
    const link = queue.shift();
    if (!link) return show(null);
    show(link.closest(".s"));
    player.src = link.href;
    document.documentElement.dataset.hears = link.getAttribute("href");
    player.play().catch(function () { queue = []; show(null); });
  }

  player.addEventListener("ended", next);
  player.addEventListener("error", next);

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a.play");
    if (!link) return;
    event.preventDefault();
    queue = [link];
    next();
  });

  const listen = document.getElementById("listen");
  if (listen && document.querySelector("a.play")) {
    listen.hidden = false;
    listen.querySelector("button").addEventListener("click", function () {
      if (now) { queue = []; player.pause(); return show(null); }
      queue = Array.from(document.querySelectorAll(".s > a.play:first-child"));
      next();
    });
  }
})();
