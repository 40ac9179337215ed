import { seeded } from '../drawing/scene.ts';
import { BEAT, RATE, type Stereo } from './track.ts';

export function pad(out: Stereo, at: number, note: number, pan: number, bar: number): void {
  const bright = bar < 6 ? 0.03 + bar * 0.03 : bar < 14 ? 0.22 : bar < 20 ? 0.07 + (bar - 14) * 0.03 : 0.26;
  for (const detune of [-0.09, 0, 0.1]) {
    const step = frequency(note + detune) / RATE;
    let [phase, low] = [(note * 0.37 + detune * 5 + 1) % 1, 0];
    put(out, at, BEAT * 4 + 0.25, pan + detune * 3, (time) => {
      phase = (phase + step) % 1;
      low += (phase * 2 - 1 - low) * bright;
      return low * 0.055 * Math.min(1, time / 0.3, (BEAT * 4 + 0.25 - time) / 0.25);
    });
  }
}

export function pluck(out: Stereo, at: number, note: number, pan: number, bar: number): void {
  const level = bar < 6 ? 0.12 : 0.09;
  const step = (Math.PI * 2 * frequency(note)) / RATE;
  let turn = 0;
  put(out, at, 0.4, pan, (time) => {
    turn += step;
    return (
      (Math.sin(turn) +
        0.45 * Math.sin(turn * 2) * Math.exp(-time * 14) +
        0.2 * Math.sin(turn * 3.01) * Math.exp(-time * 26)) *
      level *
      Math.exp(-time * 9) *
      Math.min(1, time / 0.003)
    );
  });
}

export function lead(out: Stereo, at: number, note: number): void {
  let [phase, low, turn] = [0, 0, 0];
  put(out, at, 0.44, 0.08, (time) => {
    turn += (Math.PI * 2 * 5.4) / RATE;
    phase = (phase + frequency(note + 0.16 * Math.sin(turn) * Math.min(1, time / 0.2)) / RATE) % 1;
    low += ((phase < 0.42 ? 1 : -1) - low) * 0.24;
    return low * 0.15 * Math.min(1, time / 0.01) * Math.exp(-time * 3.2) * Math.min(1, (0.44 - time) / 0.05);
  });
}

export function bass(out: Stereo, at: number, note: number): void {
  let [phase, low] = [0, 0];
  const step = frequency(note) / RATE;
  put(out, at, 0.16, 0, (time) => {
    phase = (phase + step) % 1;
    low += (phase * 2 - 1 - low) * (0.03 + 0.12 * Math.exp(-time * 22));
    return (low * 0.4 + Math.sin(phase * Math.PI * 2) * 0.16) * Math.min(1, time / 0.004, (0.16 - time) / 0.03);
  });
}

export function kick(out: Stereo, at: number): void {
  let turn = 0;
  put(out, at, 0.34, 0, (time) => {
    turn += (Math.PI * 2 * (46 + 190 * Math.exp(-time * 38))) / RATE;
    return Math.sin(turn) * 0.62 * Math.exp(-time * 9) * Math.min(1, (0.34 - time) / 0.05);
  });
}

export function noise(out: Stereo, at: number, length: number, level: number, above: number, name: string): void {
  const random = seeded(`${name}${Math.round(at * 1000)}`);
  const share = Math.exp((-2 * Math.PI * above) / RATE);
  let low = 0;
  put(out, at, length, name === 'hat' ? 0.2 : 0, (time) => {
    const white = random.next() * 2 - 1;
    low = white * (1 - share) + low * share;
    return (white - low) * level * Math.exp((-time * 5) / length);
  });
}

function put(out: Stereo, at: number, length: number, pan: number, sound: (time: number) => number): void {
  const from = Math.round(at * RATE);
  const count = Math.min(Math.round(length * RATE), out.left.length - from);
  const [left, right] = [Math.cos(((pan + 1) * Math.PI) / 4), Math.sin(((pan + 1) * Math.PI) / 4)];
  for (let index = 0; index < count; index += 1) {
    const value = sound(index / RATE);
    out.left[from + index] = (out.left[from + index] ?? 0) + value * left;
    out.right[from + index] = (out.right[from + index] ?? 0) + value * right;
  }
}

function frequency(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}
