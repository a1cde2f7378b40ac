/** Short sounds, synthesized here: a stone on wood, stones taken off, a warning. */

let context: AudioContext | null = null;

export function playSound(kind: "stone" | "capture" | "warning"): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    if (kind === "warning") tone(context, 392, 0.12, 0);
    else {
      knock(context, 0);
      if (kind === "capture") for (const delay of [0.07, 0.13]) knock(context, delay, 0.5);
    }
  } catch {
    // Without sound in the browser, nothing is played.
  }
}

/** Filtered noise that dies away within 60 ms. */
function knock(audio: AudioContext, delay: number, volume = 1): void {
  const length = Math.floor(0.06 * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1500, Q: 1.1 });
  const gain = new GainNode(audio, { gain: 0.5 * volume });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + delay);
}

function tone(audio: AudioContext, frequency: number, seconds: number, delay: number): void {
  const start = audio.currentTime + delay;
  const source = new OscillatorNode(audio, { frequency, type: "sine" });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.12, start + 0.02);
  gain.gain.linearRampToValueAtTime(0, start + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}
