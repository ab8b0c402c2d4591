// A short sound made by the browser; browsers allow it only after a tap.
// @ts-check

/** @type {AudioContext | null} */
let audio = null;

/** Allow sounds: call it from a tap. */
export function wake() {
  audio ??= new AudioContext();
  audio.resume();
}

/** Ring this many times. @param {number} times @param {number} pitch */
export function ring(times = 2, pitch = 880) {
  if (!audio) return;
  for (let each = 0; each < times; each += 1) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begins = audio.currentTime + each * 0.35;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begins);
    volume.gain.exponentialRampToValueAtTime(0.5, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.32);
  }
}
