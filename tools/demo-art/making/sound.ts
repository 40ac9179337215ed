import { RATE, type Stereo } from './track.ts';

const WINDOW = 2048;
const EDGES = [40, 90, 180, 350, 700, 1400, 2800, 6000, 14_000]; // Edges of the eight bands in hertz

/** A 16-bit stereo WAV file. */
export function wav({ left, right }: Stereo): Buffer {
  const bytes = Buffer.alloc(44 + left.length * 4);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(left.length * 4, 40);
  for (let at = 0; at < left.length; at += 1) {
    bytes.writeInt16LE(Math.round((left[at] ?? 0) * 32_000), 44 + at * 4);
    bytes.writeInt16LE(Math.round((right[at] ?? 0) * 32_000), 46 + at * 4);
  }
  return bytes;
}

/** How loud each of eight bands is in each picture of the film, 0 to 1, rising at once and falling slowly. */
export function loudness(sound: Stereo, frames: number, perSecond: number): number[][] {
  const raw = Array.from({ length: frames }, (_, frame) => bandsAt(sound, Math.round((frame / perSecond) * RATE)));
  const top = EDGES.slice(1).map((_, band) => Math.max(0.001, ...raw.map((bands) => bands[band] ?? 0)));
  let held: number[] = top.map(() => 0);
  return raw.map((bands) => {
    held = held.map((before, band) => Math.max(((bands[band] ?? 0) / (top[band] ?? 1)) ** 0.6, before * 0.86));
    return held;
  });
}

function bandsAt({ left, right }: Stereo, at: number): number[] {
  const real = new Float64Array(WINDOW);
  const imaginary = new Float64Array(WINDOW);
  for (let index = 0; index < WINDOW; index += 1) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW);
    real[index] = ((left[at + index] ?? 0) + (right[at + index] ?? 0)) * hann;
  }
  transform(real, imaginary);
  return EDGES.slice(1).map((upper, band) => {
    let power = 0;
    const first = Math.floor(((EDGES[band] ?? 0) * WINDOW) / RATE);
    for (let bin = Math.max(1, first); bin <= (upper * WINDOW) / RATE; bin += 1) {
      power += (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
    }
    return Math.sqrt(power);
  });
}

/** Fast Fourier transform in place, length a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let index = 1, mirror = 0; index < size; index += 1) {
    let bit = size >> 1;
    for (; mirror & bit; bit >>= 1) mirror ^= bit;
    mirror ^= bit;
    if (index < mirror)
      for (const part of [real, imaginary]) [part[index], part[mirror]] = [part[mirror] ?? 0, part[index] ?? 0];
  }
  for (let length = 2; length <= size; length <<= 1) butterflies(real, imaginary, length);
}

function butterflies(real: Float64Array, imaginary: Float64Array, length: number): void {
  const half = length / 2;
  for (let start = 0; start < real.length; start += length) {
    for (let index = 0; index < half; index += 1) {
      const angle = (-2 * Math.PI * index) / length;
      const [low, high] = [start + index, start + index + half];
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [re, im] = [real[high] ?? 0, imaginary[high] ?? 0];
      const [turnedRe, turnedIm] = [re * cos - im * sin, re * sin + im * cos];
      [real[high], imaginary[high]] = [(real[low] ?? 0) - turnedRe, (imaginary[low] ?? 0) - turnedIm];
      [real[low], imaginary[low]] = [(real[low] ?? 0) + turnedRe, (imaginary[low] ?? 0) + turnedIm];
    }
  }
}
