// A talk in the browser. Every frame has a number and is kept until the house has it, so that a connection may drop
// without a word being lost. What is said is shown and never stored here.
import { Ears } from "./ears.js";

const FRAME = 320, KEPT = 9000, TOGETHER = 5, SECOND = 50; // samples, and frames
const LOOKS = 500, AGAIN = 700, SILENT = 5000, LONG = 8000, OUT_OF_SIGHT = 5000; // milliseconds
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
const ASKS = "One moment, please. If the browser asks whether I may use the microphone, please allow it.";
const MOMENT = "One moment, please. I am getting ready.";
const LONGER = "One moment, please. It takes longer than usual today.";
const FAR = "I cannot reach the device yet, so nothing is heard. I go on trying.";
const AWAY = "The connection is gone for a moment. Please go on: nothing you say is lost.";
const OVER = "Our talk is over.";
const GONE = "The connection has been gone for too long, so our talk has ended. What was recorded before that is safe.";
const HIDDEN = "While this page was out of sight I went on listening.";
const DARK = "I cannot keep this screen awake. If it goes dark, touch it: I then say what I did not hear.";
const AS_SOON = "Yes, as soon as nobody is speaking.";
const ONCE_BACK = "Yes, as soon as the connection is there.";
let socket, ticks;
let since = 0; // when this connection was asked for
let waits = 0; // since when the house owes us a word; 0: it owes none
let began = 0; // when the button was pressed
let next = -1; // number of the frame that comes next; -1: the house has not said
let base = 0, kept = []; // frames not yet acknowledged; the first of them has the number `base`
let unsent = 0; // of those, the first that was not sent on this connection
let muted = false, over = false, away = false, state = "";
const wishes = new Map(); // what was asked for and has not reached the house yet: one of each kind, and when it was pressed
let playing = null, unplayed = null; // what is in the air, and what is to be as soon as there is a loudspeaker
let lock = null, waking = false, hidden = 0;
const ears = new Ears({ hears: hear, changed: shown, missed });

function show(text) {
  if (at("state").textContent !== text) at("state").textContent = text;
  document.title = `${text} – Life stories`; // all that can be seen of a page behind others
}

// beside the state, until what is said next has been heard
function aside(text) {
  at("aside").textContent = text;
  at("aside").hidden = !text;
}

function missed(seconds) {
  if (!muted) aside(`I did not hear you for ${length(seconds)}. If you said something then, please tell me again.`);
}

function length(seconds) {
  if (seconds < 2) return "about a second";
  return seconds < 90 ? `about ${Math.round(seconds)} seconds` : `about ${Math.round(seconds / 60)} minutes`;
}

async function begin() {
  if (at("begin").disabled) return; // pressed twice
  at("begin").disabled = true;
  loaded(1);
  show(ASKS);
  try {
    await ears.open();
  } catch (refused) {
    at("begin").disabled = false;
    loaded(0);
    return show(refused.message);
  }
  began = Date.now();
  stayAwake();
  at("begin").hidden = true;
  at("invitation")?.remove();
  at("during").hidden = false;
  document.body.classList.add("held");
  loaded(2);
  ticks = setInterval(tick, LOOKS);
  shown();
  at("mute").focus();
  connect();
}

// how far it is with getting ready, in four steps; 0 and 4: there is nothing to wait for
function loaded(step) {
  at("loading").value = step;
  at("loading").hidden = step <= 0 || step >= 4;
}

function tick() {
  const now = Date.now();
  // a network that goes says nothing: who has it is known by the answers alone
  const lost = socket.readyState === WebSocket.CONNECTING ? now - since > SILENT : waits && now - waits > SILENT;
  if (lost && socket.readyState <= WebSocket.OPEN) {
    socket.onmessage = socket.onclose = null;
    socket.close();
    gone();
    connect();
  }
  if (!state && next >= 0) loaded(Math.min(3.8, 2 + (2 * (now - began)) / LONG));
  again();
  shown();
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
    waits = waits || Date.now();
  }
}

function connect() {
  if (over) return;
  since = Date.now();
  waits = 0;
  const house = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk/line`;
  const picture = at("picture")?.dataset.picture; // what the talk begins with
  const begins = picture ? `${house}?picture=${encodeURIComponent(picture)}` : house;
  socket = new WebSocket(next < 0 ? begins : `${house}?again=1`); // a talk that ended meanwhile is not begun again
  socket.binaryType = "arraybuffer";
  socket.onmessage = (event) => {
    waits = 0;
    if (typeof event.data === "string") told(JSON.parse(event.data));
    else play(event.data);
  };
  socket.onclose = (event) => {
    if (over) return;
    if (event.code === 1008 || event.code === 1000) return finish(event.reason || OVER);
    gone();
    setTimeout(connect, AGAIN);
  };
}

function gone() {
  away = true;
  state = "";
  shown();
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
      say({ kind: "deaf", on: Boolean(ears.deaf) });
      wishes.forEach(tell);
      if (wishes.size) answer(AS_SOON);
      shown();
      send();
      break;
    case "wished": if (wishes.get(message.wish) === message.at) wishes.delete(message.wish); break;
    case "heard": drop(message.next); break;
    case "state": state = message.state; loaded(4); shown(); break;
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

let deaf = false;

function shown() {
  if (over || !began) return;
  if (deaf !== Boolean(ears.deaf)) {
    deaf = Boolean(ears.deaf);
    say({ kind: "deaf", on: deaf });
  }
  const heard = !muted && !deaf;
  document.body.classList.toggle("hearing", heard && (away ? next >= 0 : HEARS.includes(state)));
  document.body.classList.toggle("recording", heard && state === "recording");
  document.body.classList.toggle("deaf", deaf && !muted);
  at("go-on").hidden = !deaf;
  if (muted) return show(STATES.muted);
  if (deaf) return show(ears.deaf);
  if (away) return show(next < 0 ? FAR : AWAY);
  // the button was pressed to go on, and the house has not said yet that it does
  show((state !== "muted" && STATES[state]) || (Date.now() - began > LONG && !state ? LONGER : MOMENT));
}

// it is kept until the house has it: a connection may be gone for some time before anybody notices
function wish(what) {
  if (!wishes.has(what)) wishes.set(what, Date.now());
  tell(wishes.get(what), what);
  answer(away || next < 0 ? ONCE_BACK : AS_SOON);
}

function tell(pressed, what) {
  say({ kind: "wish", wish: what, at: pressed });
}

// seen below the captions, and read out: what is seen there is otherwise for the eye alone
function answer(text) {
  at("partial").textContent = at("answer").textContent = text;
}

function mute(on) {
  muted = on;
  ears.mute(muted);
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
  else aside("");
  at("captions").append(line);
  at("captions").scrollTop = at("captions").scrollHeight;
}

function play(data) {
  const number = new DataView(data).getUint32(0, true);
  const pcm = new Int16Array(data.slice(4));
  if (playing && playing.number === number && playing.source.context === ears.audio) return; // it is in the air already
  hush();
  if (!pcm.length) return;
  if (!ears.audio) {
    unplayed = data;
    return;
  }
  const buffer = ears.audio.createBuffer(1, pcm.length, 24000);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < pcm.length; i++) samples[i] = pcm[i] / 32768;
  const source = ears.audio.createBufferSource();
  source.buffer = buffer;
  source.connect(ears.audio.destination);
  source.onended = () => { if (playing && playing.source === source) playing = null; };
  source.start();
  playing = { number, source, data };
  if (next >= 0) say({ kind: "began", clip: number, frame: next });
}

// what came while the sound was opened anew, or was cut off by it, is heard from its beginning
function again() {
  const data = unplayed || (playing && playing.source.context.state === "closed" && playing.data);
  if (data && ears.audio) play(data);
}

function hush() {
  unplayed = null;
  if (playing) { playing.source.onended = null; playing.source.stop(); playing = null; }
}

function say(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function finish(says) {
  if (over) return;
  const unheard = began ? kept.length / SECOND : 0;
  over = true;
  clearInterval(ticks);
  hush();
  ears.close();
  if (lock) lock.release();
  if (socket) socket.close();
  document.body.classList.remove("hearing", "recording", "deaf", "held");
  loaded(0);
  show(says || OVER);
  aside(unheard > 2 ? `What you said in the last ${length(unheard).replace("about ", "")} did not reach me.` : "");
  answer("");
  for (const each of document.querySelectorAll("#go-on, .wishes, .hands")) each.hidden = true;
  at("after").hidden = false;
  at("after").querySelector("a").focus();
}

async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || over || waking || (lock && !lock.released)) return;
  waking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => setTimeout(stayAwake, AGAIN));
  } catch {
    if (!document.hidden) aside(DARK); // a battery that is nearly empty
  } finally {
    waking = false;
  }
}

function seen() {
  if (!began || over) return;
  if (document.hidden) {
    hidden = Date.now();
    return;
  }
  if (Date.now() - hidden > OUT_OF_SIGHT && document.body.classList.contains("hearing")) aside(HIDDEN);
  stayAwake();
  ears.look(); // what it did not hear meanwhile is said in the same place
}

at("begin").addEventListener("click", begin);
at("go-on").addEventListener("click", () => ears.mend(true));
at("mute").addEventListener("click", () => mute(!muted));
for (const each of document.querySelectorAll("[data-wish]")) {
  each.addEventListener("click", () => wish(each.dataset.wish));
}
at("stop").addEventListener("click", () => {
  say({ kind: "stop" });
  ears.close();
  state = "stopped";
  shown();
  setTimeout(() => { if (!over) finish(OVER); }, 3000);
});
document.addEventListener("visibilitychange", seen);
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
