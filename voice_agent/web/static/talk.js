// A talk in the browser. Every frame has a number and is kept until the house has it, so that a connection may drop
// without a word being lost. What is said is shown and never stored here.
"use strict";
(() => {
  const FRAME = 320, KEPT = 9000, TOGETHER = 5;
  const at = (id) => document.getElementById(id);
  // what the house says of itself, and nothing that was not said by the house
  const STATES = {
    listening: "I am listening. Nothing is kept yet.",
    recording: "I am listening and recording.",
    "no longer kept": "I am listening. Nothing more is kept.",
    muted: "Muted: nothing is heard or kept.",
    stopped: "I have stopped listening. Nothing more is kept.",
  };
  const HEARS = ["listening", "recording", "no longer kept"];
  const MOMENT = "One moment, please.";
  const AWAY = "The connection is gone for a moment. Please go on: nothing you say is lost.";
  const OVER = "Our talk is over.";
  const GONE = "The connection has been gone for too long, so our talk has ended. What was recorded before that is safe.";
  let audio, stream, socket, worklet;
  let next = -1; // number of the frame that comes next; -1: the house has not said
  let base = 0, kept = []; // frames not yet acknowledged; the first of them has the number `base`
  let unsent = 0; // of those, the first that was not sent on this connection
  let muted = false, over = false, away = false, state = "";
  let playing = null;

  const show = (text) => { if (at("state").textContent !== text) at("state").textContent = text; };

  async function begin() {
    if (at("begin").disabled) return; // pressed twice
    at("begin").disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: false, autoGainControl: true, channelCount: 1 },
      });
    } catch (refused) {
      at("begin").disabled = false;
      show("I may not use the microphone. Please allow it in the browser, then press the button again.");
      return;
    }
    audio = new AudioContext({ sampleRate: 16000 });
    // a browser may want the button pressed on this very page, and then would wait for ever
    await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 1500))]);
    if (audio.state !== "running") {
      stream.getTracks().forEach((track) => track.stop());
      audio.close();
      at("begin").disabled = false;
      show("Please press the button once more.");
      return;
    }
    await audio.audioWorklet.addModule("/static/microphone.js");
    worklet = new AudioWorkletNode(audio, "microphone", { numberOfOutputs: 0 });
    worklet.port.onmessage = (event) => hear(event.data);
    audio.createMediaStreamSource(stream).connect(worklet);
    if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
    at("begin").hidden = true;
    at("invitation")?.remove();
    at("during").hidden = false;
    show(MOMENT);
    at("mute").focus();
    connect();
  }

  function hear(buffer) {
    if (next < 0 || over) return;
    kept.push(muted ? new ArrayBuffer(buffer.byteLength) : buffer);
    next += 1;
    if (kept.length > KEPT) return finish(GONE); // the house waits no longer either
    if (kept.length - unsent >= TOGETHER) send();
  }

  function send() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    while (unsent < kept.length) {
      const many = Math.min(kept.length - unsent, 90);
      const message = new Uint8Array(4 + many * FRAME * 2);
      new DataView(message.buffer).setUint32(0, base + unsent, true);
      for (let i = 0; i < many; i++) message.set(new Uint8Array(kept[unsent + i]), 4 + i * FRAME * 2);
      socket.send(message);
      unsent += many;
    }
  }

  function connect() {
    if (over) return;
    const house = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk/line`;
    socket = new WebSocket(next < 0 ? house : `${house}?again=1`); // a talk that ended meanwhile is not begun again
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      if (typeof event.data === "string") told(JSON.parse(event.data));
      else play(event.data);
    };
    socket.onclose = (event) => {
      if (over) return;
      if (event.code === 1008 || event.code === 1000) return finish(event.reason || OVER);
      away = true;
      state = "";
      shown();
      setTimeout(connect, 700);
    };
  }

  function told(message) {
    switch (message.kind) {
      case "next": // where the house is: send again what it has not had
        if (next < 0) {
          base = next = message.next;
          if (message.muted) mute(true); // it was, before this page was loaded anew
        }
        if (message.next < base) { // it began anew meanwhile: what it has not had are its first frames
          next = message.next + kept.length;
          base = message.next;
        }
        drop(message.next);
        away = false;
        unsent = 0;
        at("captions").replaceChildren();
        say({ kind: "mute", on: muted }); // it may have been pressed while nobody could be told
        shown();
        send();
        break;
      case "heard": drop(message.next); break;
      case "state": state = message.state; shown(); break;
      case "words": caption(message); break;
      case "hush": hush(); break;
      case "over": finish(message.says); break;
    }
  }

  function drop(until) {
    const many = Math.min(Math.max(0, until - base), kept.length);
    kept.splice(0, many);
    base += many;
    unsent = Math.max(0, unsent - many);
    if (!kept.length && base < until) base = next = until;
  }

  function shown() {
    const heard = !muted && !over;
    document.body.classList.toggle("hearing", heard && (away || HEARS.includes(state)));
    document.body.classList.toggle("recording", heard && state === "recording");
    if (muted) return show(STATES.muted);
    if (away) return show(AWAY);
    // the button was pressed to go on, and the house has not said yet that it does
    show((state !== "muted" && STATES[state]) || MOMENT);
  }

  function mute(on) {
    muted = on;
    stream.getAudioTracks().forEach((track) => { track.enabled = !muted; });
    at("mute").setAttribute("aria-pressed", String(muted));
    at("mute").textContent = muted ? "Muted – press to go on" : "Mute";
    say({ kind: "mute", on: muted });
    shown();
  }

  function caption(message) {
    if (!message.final) { at("partial").textContent = message.text; return; }
    at("partial").textContent = "";
    if (!message.text) return;
    const line = document.createElement("p");
    line.textContent = message.text;
    if (message.who === "interviewer") line.className = "ours";
    at("captions").append(line);
    at("captions").scrollTop = at("captions").scrollHeight;
  }

  function play(data) {
    const number = new DataView(data).getUint32(0, true);
    const pcm = new Int16Array(data.slice(4));
    if (playing && playing.number === number) return; // it is in the air already
    hush();
    if (!pcm.length) return;
    const buffer = audio.createBuffer(1, pcm.length, 24000);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < pcm.length; i++) samples[i] = pcm[i] / 32768;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(audio.destination);
    source.onended = () => { if (playing && playing.source === source) playing = null; };
    source.start();
    playing = { number, source };
    if (next >= 0) say({ kind: "began", clip: number, frame: next });
  }

  function hush() {
    if (playing) { playing.source.onended = null; playing.source.stop(); playing = null; }
  }

  function say(message) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function finish(says) {
    over = true;
    hush();
    if (stream) stream.getTracks().forEach((track) => track.stop());
    if (audio) audio.close();
    if (socket) socket.close();
    document.body.classList.remove("hearing", "recording");
    show(says || OVER);
    at("partial").textContent = "";
    document.querySelector(".hands").hidden = true;
    at("after").hidden = false;
    at("after").querySelector("a").focus();
  }

  at("begin").addEventListener("click", begin);
  at("mute").addEventListener("click", () => mute(!muted));
  at("stop").addEventListener("click", () => {
    say({ kind: "stop" });
    if (stream) stream.getTracks().forEach((track) => track.stop());
    setTimeout(() => { if (!over) finish(OVER); }, 3000);
  });
  // the invitation may come while the page is open, so its button is looked for when it is pressed
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#invitation a")) return;
    event.preventDefault();
    begin();
  });
  if ("atOnce" in at("begin").dataset) {
    history.replaceState(null, "", "/talk"); // a page that is loaded anew must not begin by itself
    begin();
  }
})();
