// The browser's microphone: opened, watched, and taken up again where it was taken away. What it hears is handed on;
// while it hears nothing there is a sentence that says so, whatever the reason: the watch counts what arrives.
const LOOKS = 500, STILL = 2000, MISSED = 1000, AGAIN = 2000, WAKES = 8000, UNASKED = 1500, FRAME = 20; // milliseconds
const SOUND = { echoCancellation: true, noiseSuppression: false, autoGainControl: true, channelCount: 1 };

const REFUSALS = {
  NotAllowedError: "I may not use the microphone. Please allow it in the browser, then press the button again.",
  NotFoundError: "I find no microphone. Please connect one, then press the button again.",
  NotReadableError: "Another program is using the microphone. Please close it, then press the button again.",
};
const NO_LOCK = "I cannot use a microphone here: the address of this page must begin with https. Please ask whoever set up the device.";
const ONCE_MORE = "Please press the button once more.";
const NO_SOUND = "The browser gives me no sound. Please see that a loudspeaker or headphones are connected, then press the button again.";
const BROKEN = "Something in the browser did not work. Nothing was heard or kept. Please press the button again; if that does not help, load this page anew.";

const DEAF = "I cannot hear you just now. ";
const ASLEEP = DEAF + "Perhaps there is a call, or something else has taken the sound. As soon as I can, I listen again.";
const GONE = DEAF + "The microphone is gone. Please connect it again, or press “Go on”.";
const TAKEN = DEAF + "The browser no longer lets me use the microphone. Please allow it, then press “Go on”.";
const SWITCHED_OFF = DEAF + "The microphone is switched off on this device.";
const NOTHING_COMES = DEAF + "Nothing arrives from the microphone. Please press “Go on”.";

/** Why it did not open, in a sentence for whoever pressed the button. */
export class Refused extends Error {}

export class Ears {
  /** `hears` is given each frame, `changed` is told when `deaf` is another sentence, and `missed` after how many seconds it hears again. */
  constructor({ hears, changed, missed }) {
    Object.assign(this, { hears, changed, missed });
    this.muted = false;
    this.deaf = ""; // why nothing is heard; empty: it hears
    this.audio = this.stream = null;
    this.closed = false; // the talk is over: whatever is still being opened is let go of
    this.looks = () => this.look();
  }

  /** Begin to listen. Call it where a button was pressed. Raises Refused, and has let go of everything then. */
  async open() {
    this.closed = false;
    try {
      await this.#take();
    } catch (error) {
      this.#letGo();
      throw error instanceof Refused ? error : new Refused(REFUSALS[error.name] || BROKEN);
    }
    this.since = this.last = Date.now();
    this.frames = this.lag = this.before = 0;
    clearInterval(this.watch);
    this.watch = setInterval(this.looks, LOOKS);
    navigator.mediaDevices.addEventListener?.("devicechange", this.looks);
  }

  /** Listen no more, and take nothing up again by yourself. */
  close() {
    this.closed = true;
    clearInterval(this.watch);
    navigator.mediaDevices?.removeEventListener?.("devicechange", this.looks);
    this.#letGo();
  }

  /** Let the microphone give silence, or sound again. */
  mute(muted) {
    this.muted = muted;
    if (this.#track) this.#track.enabled = !muted;
  }

  async #take() {
    if (!navigator.mediaDevices || !window.AudioWorkletNode) throw new Refused(NO_LOCK);
    await this.#listen();
    // at its own rate: many a Firefox joins no microphone to a context of another
    this.audio = new AudioContext();
    this.audio.onstatechange = this.looks;
    await this.#wake();
    this.#wanted();
    if (this.audio.state !== "running") throw new Refused(pressed() ? NO_SOUND : ONCE_MORE);
    await this.audio.audioWorklet.addModule("/static/microphone.js");
    this.#wanted();
    this.worklet = new AudioWorkletNode(this.audio, "microphone", { numberOfOutputs: 0 });
    this.worklet.port.onmessage = (event) => this.#frame(event.data);
    this.audio.createMediaStreamSource(this.stream).connect(this.worklet);
  }

  async #listen() {
    this.stream = await navigator.mediaDevices.getUserMedia({ audio: SOUND });
    this.#wanted();
    for (const change of ["ended", "mute", "unmute"]) this.#track.addEventListener(change, this.looks);
    this.mute(this.muted);
  }

  // asked whenever something was waited for; whoever called lets go of what was taken
  #wanted() {
    if (this.closed) throw new Refused();
  }

  async #wake() {
    const soon = pressed() ? WAKES : UNASKED;
    await Promise.race([this.audio.resume(), new Promise((done) => setTimeout(done, soon))]);
  }

  #letGo() {
    if (this.stream) this.stream.getTracks().forEach((track) => track.stop());
    if (this.worklet) this.worklet.port.onmessage = null;
    if (this.audio) this.audio.onstatechange = null; // that it closes is no reason to take it up again
    if (this.audio && this.audio.state !== "closed") this.audio.close();
    this.stream = this.audio = this.worklet = null;
  }

  get #track() {
    return this.stream && this.stream.getAudioTracks()[0];
  }

  #frame(buffer) {
    this.last = Date.now();
    if (this.#track.muted) return; // silence that nobody heard
    this.frames += 1;
    this.hears(buffer);
  }

  #why(now) {
    const track = this.#track;
    if (!track || track.readyState === "ended") return this.refused ? TAKEN : GONE;
    if (this.audio.state !== "running") return ASLEEP;
    if (track.muted) return SWITCHED_OFF;
    return now - this.last > STILL ? NOTHING_COMES : "";
  }

  /** Does it hear? Asked twice a second, and whenever something may have changed. */
  look() {
    if (this.closed) return;
    if (!this.frames && !this.deaf && Date.now() - this.since < STILL) return; // it is only beginning
    const now = Date.now(), deaf = this.#why(now);
    const lag = now - this.since - this.frames * FRAME;
    if (deaf !== this.deaf) {
      this.deaf = deaf;
      this.changed();
    }
    if (deaf) {
      if (!document.hidden && now - (this.mended || 0) > AGAIN) this.mend();
    } else if (this.before - this.lag > MISSED && Math.abs(lag - this.before) < 100) {
      this.missed((lag - this.lag) / 1000); // what only arrives late, on a busy device, catches up
      this.lag = lag;
    } else if (lag - this.lag <= MISSED) {
      this.lag = lag; // two clocks never agree for long
    }
    this.before = lag;
  }

  /** Try to hear again; `byHand`: a button was pressed for it, and then everything is opened anew. */
  async mend(byHand = false) {
    if (this.mending || this.closed) return;
    this.mending = true;
    this.mended = Date.now();
    try {
      const ended = !this.#track || this.#track.readyState === "ended";
      if (byHand) await this.#anew();
      else if (ended && (await allowed())) await this.#anew();
      else if (!ended && this.audio.state !== "running") await this.#wake();
    } catch (error) {
      this.refused = error.name === "NotAllowedError";
    } finally {
      this.mending = false;
    }
  }

  async #anew() {
    this.#wanted();
    this.#letGo();
    try {
      await this.#take();
    } catch (error) {
      this.#letGo();
      throw error;
    }
    this.refused = false;
    this.last = Date.now();
  }
}

/** Was a button pressed on this very page? Before that a browser may give no sound, and would be waited for in vain. */
function pressed() {
  return !navigator.userActivation || navigator.userActivation.hasBeenActive;
}

/** May it listen without asking? Nobody is asked by surprise. */
async function allowed() {
  try {
    return (await navigator.permissions.query({ name: "microphone" })).state === "granted";
  } catch {
    return false;
  }
}
