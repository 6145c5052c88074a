// The browser's microphone, at whatever rate it has, as 20 ms frames of 16 kHz, 16-bit, mono. Runs in the audio thread.
class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.step = sampleRate / 16000; // input samples for one of ours
    this.room = this.step; // of those, how much is still missing in the one that is being filled
    this.sum = 0;
    this.frame = new Int16Array(320);
    this.filled = 0;
  }
  push(value) {
    this.frame[this.filled++] = Math.max(-32768, Math.min(32767, Math.round(value * 32767)));
    if (this.filled === 320) {
      this.port.postMessage(this.frame.slice().buffer);
      this.filled = 0;
    }
  }
  process(inputs) {
    const input = inputs[0] && inputs[0][0];
    if (!input) return true;
    for (const value of input) {
      // the mean over one step keeps out what 16 kHz cannot hold; a sample on the border belongs to both its sides
      for (let left = 1; left > 0; ) {
        const part = Math.min(left, this.room);
        this.sum += value * part;
        left -= part;
        this.room -= part;
        if (this.room > 0) continue;
        this.push(this.sum / this.step);
        this.room = this.step;
        this.sum = 0;
      }
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
