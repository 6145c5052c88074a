// Closes the menu of a telephone, and plays a story, or a chapter sentence by sentence, with buttons that can be hit. Without this script the browser's own
// <audio controls> stays, and the mark beside a sentence opens its sound by itself.
"use strict";
(function () {
  const BACK = 10; // seconds
  let sounding = null; // one voice at a time

  function inWords(seconds) {
    const whole = Math.round(seconds), minutes = Math.floor(whole / 60), rest = whole % 60;
    if (!minutes) return rest + " sec";
    return minutes + " min" + (rest ? " " + rest : "");
  }

  // `parts`: what is heard one after another, {address, seconds, sentence}; `marks`: within a single part, {from, sentence}
  class Voice {
    constructor(parts, marks) {
      this.parts = parts;
      this.marks = marks || [];
      this.sound = new Audio();
      this.sound.preload = "none";
      this.at = -1; // the part that is loaded
      this.until = parts.length; // the part before which it stops
      this.begin = 0; // seconds of the part, to go to once it is there
      this.marked = null;
      this.changed = function () {};
      this.sound.addEventListener("loadedmetadata", () => {
        if (this.parts.length === 1 && isFinite(this.sound.duration)) this.parts[0].seconds = this.sound.duration;
        if (this.begin) this.sound.currentTime = this.begin;
        this.begin = 0;
        this.changed();
      });
      this.sound.addEventListener("timeupdate", () => { this.show(); this.changed(); });
      this.sound.addEventListener("ended", () => this.next());
      this.sound.addEventListener("error", () => { if (this.playing) this.next(); });
    }

    get total() { return this.parts.reduce((sum, each) => sum + (each.seconds || 0), 0); }

    get place() {
      const before = this.parts.slice(0, Math.max(0, this.at)).reduce((sum, each) => sum + (each.seconds || 0), 0);
      return Math.min(this.total, before + (this.begin || this.sound.currentTime || 0));
    }

    get playing() { return sounding === this; }

    load(at, begin) {
      this.begin = begin;
      if (this.at === at) {
        if (this.sound.readyState) { this.sound.currentTime = begin; this.begin = 0; }
        return;
      }
      this.at = at;
      this.sound.src = this.parts[at].address;
      document.documentElement.dataset.hears = this.parts[at].address;
    }

    play() {
      if (sounding && sounding !== this) sounding.pause();
      sounding = this;
      if (this.at < 0) this.load(0, 0);
      this.show();
      this.changed();
      this.sound.play().catch(() => this.pause());
    }

    pause() {
      if (sounding === this) sounding = null;
      this.sound.pause();
      this.mark(null);
      this.changed();
    }

    next() {
      if (!this.playing) return;
      if (this.at + 1 < this.until) {
        this.load(this.at + 1, 0);
        this.play();
      } else {
        // after a sentence that was heard alone she goes on behind it
        const on = this.until < this.parts.length ? this.until : 0;
        this.pause();
        this.until = this.parts.length;
        this.load(on, 0);
        this.changed();
      }
    }

    alone(at) { this.load(at, 0); this.until = at + 1; this.play(); }

    // to `seconds` of all of it
    go(seconds) {
      let at = 0, left = Math.max(0, Math.min(seconds, this.total - 0.1));
      while (at + 1 < this.parts.length && left >= (this.parts[at].seconds || 0)) left -= this.parts[at++].seconds || 0;
      this.until = this.parts.length;
      const on = this.playing;
      this.load(at, left);
      if (on) this.play();
      this.changed();
    }

    show() {
      if (!this.playing) return;
      const now = this.sound.currentTime;
      const within = this.marks.filter((each) => each.from <= now + 0.05).pop();
      this.mark(within ? within.sentence : this.parts[this.at].sentence);
    }

    mark(sentence) {
      if (sentence === this.marked) return;
      if (this.marked) { this.marked.classList.remove("now"); this.marked.removeAttribute("aria-current"); }
      this.marked = sentence || null;
      if (!this.marked) return;
      this.marked.classList.add("now");
      this.marked.setAttribute("aria-current", "true");
      this.marked.scrollIntoView({ block: "nearest" });
    }
  }

  function made(kind, looks, says) {
    const one = document.createElement(kind);
    if (looks) one.className = looks;
    if (says) one.textContent = says;
    return one;
  }

  // Put the buttons of `voice` before `place`. `name`: what is heard; `says`: on the button, before it was ever pressed
  function buttons(voice, place, name, says) {
    const box = made("div", "player"), play = made("button", "", "▸ " + says);
    const back = made("button", "quiet", "Back 10"), slider = made("input"), where = made("p", "where");
    let held = false;
    play.type = back.type = "button";
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", name);
    back.append(made("span", "unseen", " seconds"));
    slider.type = "range";
    slider.min = 0;
    slider.step = 1;
    slider.setAttribute("aria-label", "Place in what you hear");
    box.append(play, slider, where, back);
    place.before(box);
    voice.changed = function () {
      const begun = voice.at > 0 || voice.place > 0;
      play.textContent = voice.playing ? "❚❚ Pause" : "▸ " + (begun ? "Go on" : says);
      const total = Math.round(voice.total), now = held ? Number(slider.value) : Math.floor(voice.place);
      slider.disabled = back.disabled = !total;
      slider.max = total;
      if (!held) slider.value = now;
      where.textContent = total ? inWords(now) + " of " + inWords(total) : "";
      slider.setAttribute("aria-valuetext", where.textContent);
    };
    play.addEventListener("click", () => (voice.playing ? voice.pause() : voice.play()));
    back.addEventListener("click", () => voice.go(voice.place - BACK));
    slider.addEventListener("input", () => { held = true; voice.changed(); });
    slider.addEventListener("change", () => { held = false; voice.go(Number(slider.value)); });
    voice.changed();
    return box;
  }

  const chapters = []; // of this page: {voice, links}

  function ofAudio(audio) {
    audio.dataset.dressed = "yes";
    const part = { address: audio.getAttribute("src"), seconds: Number(audio.dataset.seconds) || 0 };
    const text = audio.dataset.text ? document.getElementById(audio.dataset.text) : null;
    const marks = Array.from(text ? text.querySelectorAll(".s[data-from]") : [], (each) => ({
      from: Number(each.dataset.from), sentence: each,
    }));
    const box = buttons(new Voice([part], marks), audio, audio.getAttribute("aria-label") || "What was told", "Hear it");
    if (marks.length) box.classList.add("along");
    audio.hidden = true;
  }

  function ofChapter(listen) {
    const links = Array.from(document.querySelectorAll(".s > a.play:first-child"));
    if (!links.length) return;
    listen.dataset.dressed = "yes";
    const parts = links.map((link) => ({
      address: link.getAttribute("href"), seconds: Number(link.dataset.seconds) || 0, sentence: link.closest(".s"),
    }));
    const voice = new Voice(parts);
    buttons(voice, listen, listen.dataset.name, listen.dataset.says).classList.add("along");
    chapters.push({ voice, links });
  }

  function dress() {
    if (sounding && !sounding.parts.some((each) => !each.sentence || each.sentence.isConnected)) sounding.pause();
    document.querySelectorAll("audio[controls]:not([data-dressed])").forEach(ofAudio);
    document.querySelectorAll("#listen:not([data-dressed])").forEach(ofChapter);
  }

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a.play");
    if (!link) return;
    event.preventDefault();
    const known = chapters.find((each) => each.links.includes(link));
    if (known) return known.voice.alone(known.links.indexOf(link));
    new Voice([{ address: link.getAttribute("href"), seconds: 0, sentence: link.closest(".s") }]).play();
  });

  // the menu of a telephone closes where something else is pressed, where one of its links was, and with Escape
  const menu = document.querySelector("details.menu");
  if (menu) {
    document.addEventListener("click", function (event) {
      const within = menu.contains(event.target);
      if (menu.open && (!within || event.target.closest(".menu a"))) menu.open = false;
    });
    document.addEventListener("keydown", function (event) {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    window.addEventListener("pageshow", () => { menu.open = false; }); // as the browser's "back" brings the page again
  }

  // what was chosen or written, and is not kept yet, is not lost unasked
  let unkept = false;
  document.addEventListener("change", (event) => { if (event.target.closest("form[data-keeps]")) unkept = true; });
  document.addEventListener("submit", () => { unkept = false; });
  window.addEventListener("beforeunload", (event) => { if (unkept) event.preventDefault(); });

  dress();
  document.addEventListener("htmx:afterSettle", dress);
})();
