// The browser's microphone as 20 ms frames of 16 kHz, 16-bit, mono. Runs in the audio thread.
class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.step = sampleRate / 16000; // input samples for one of ours
    this.at = 0; // where the next of our samples lies, counted from the first input sample of the block
    this.last = 0;
    this.sum = 0;
    this.count = 0;
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
    for (let i = 0; i < input.length; i++) {
      if (this.step <= 1) {
        // the browser already gives 16 kHz
        this.push(input[i]);
        continue;
      }
      // the mean over one step keeps out what 16 kHz cannot hold
      this.sum += input[i];
      this.count += 1;
      this.at += 1;
      if (this.at >= this.step) {
        this.push(this.sum / this.count);
        this.at -= this.step;
        this.sum = 0;
        this.count = 0;
      }
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
