// A talk in the browser. Every frame has a number and is kept until the house has it, so that a connection may drop
// without a word being lost. What is said is shown and never stored here.
"use strict";
(() => {
  const FRAME = 320, KEPT = 9000, TOGETHER = 5;
  const at = (id) => document.getElementById(id);
  const STATES = {
    listening: "I am listening. Nothing is kept yet.",
    recording: "I am listening.",
    muted: "Muted: nothing is heard or kept.",
    stopped: "Our talk is over.",
    away: "The connection is gone for a moment. Please go on: nothing you say is lost.",
  };
  let audio, stream, socket, worklet;
  let next = -1; // number of the frame that comes next; -1: the house has not said
  let base = 0, kept = []; // frames not yet acknowledged; the first of them has the number `base`
  let unsent = 0; // of those, the first that was not sent on this connection
  let muted = false, over = false, state = "listening";
  let playing = null;

  const show = (text) => { if (at("state").textContent !== text) at("state").textContent = text; };

  async function begin() {
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
    await audio.resume();
    await audio.audioWorklet.addModule("/static/microphone.js");
    worklet = new AudioWorkletNode(audio, "microphone", { numberOfOutputs: 0 });
    worklet.port.onmessage = (event) => hear(event.data);
    audio.createMediaStreamSource(stream).connect(worklet);
    if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
    at("begin").hidden = true;
    at("during").hidden = false;
    show("One moment, please.");
    at("mute").focus();
    connect();
  }

  function hear(buffer) {
    if (next < 0 || over) return;
    kept.push(muted ? new ArrayBuffer(buffer.byteLength) : buffer);
    next += 1;
    if (kept.length > KEPT) { kept.shift(); base += 1; unsent = Math.max(0, unsent - 1); }
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
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk/line`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      if (typeof event.data === "string") told(JSON.parse(event.data));
      else play(event.data);
    };
    socket.onclose = (event) => {
      if (over) return;
      if (event.code === 1008 || event.code === 1000) return finish(event.reason || STATES.stopped);
      show(STATES.away);
      setTimeout(connect, 700);
    };
  }

  function told(message) {
    switch (message.kind) {
      case "next": // where the house is: send again what it has not had
        if (next < 0) { base = next = message.next; }
        drop(message.next);
        unsent = 0;
        at("captions").replaceChildren();
        if (muted) say({ kind: "mute", on: true });
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
    show(STATES[muted ? "muted" : state] || STATES.recording);
    document.body.classList.toggle("hearing", !muted && !over);
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
    document.body.classList.remove("hearing");
    show(says || STATES.stopped);
    at("partial").textContent = "";
    document.querySelector(".hands").hidden = true;
    at("after").hidden = false;
    at("after").querySelector("a").focus();
  }

  at("begin").addEventListener("click", begin);
  at("mute").addEventListener("click", () => {
    muted = !muted;
    stream.getAudioTracks().forEach((track) => { track.enabled = !muted; });
    at("mute").setAttribute("aria-pressed", String(muted));
    at("mute").textContent = muted ? "Muted – press to go on" : "Mute";
    say({ kind: "mute", on: muted });
    shown();
  });
  at("stop").addEventListener("click", () => {
    say({ kind: "stop" });
    if (stream) stream.getTracks().forEach((track) => track.stop());
    setTimeout(() => { if (!over) finish(STATES.stopped); }, 3000);
  });
})();
