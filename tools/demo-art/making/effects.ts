import { RATE, type Stereo } from './track.ts';

/** A delay that throws the sound from side to side. */
export function echo(out: Stereo, seconds: number, share: number): void {
  const gap = Math.round(seconds * RATE);
  for (let at = gap; at < out.left.length; at += 1) {
    const [left, right] = [out.left[at - gap] ?? 0, out.right[at - gap] ?? 0];
    out.left[at] = (out.left[at] ?? 0) + right * share;
    out.right[at] = (out.right[at] ?? 0) + left * share * 0.9;
  }
}

/** A small hall: four feedback delays of unlike lengths on each side (Schroeder's reverberator). */
export function room(out: Stereo): void {
  for (const [side, lengths] of [
    ['left', [1687, 1931, 2053, 2251]],
    ['right', [1741, 1867, 2129, 2311]],
  ] as const) {
    const dry = out[side];
    const sum = new Float32Array(dry.length);
    for (const length of lengths) {
      const line = new Float32Array(length);
      let low = 0;
      for (let at = 0; at < dry.length; at += 1) {
        const back = line[at % length] ?? 0;
        low += (back - low) * 0.45;
        line[at % length] = (dry[at] ?? 0) + low * 0.8;
        sum[at] = (sum[at] ?? 0) + back * 0.11;
      }
    }
    for (let at = 0; at < dry.length; at += 1) dry[at] = (dry[at] ?? 0) + (sum[at] ?? 0);
  }
}

/** Takes the rumble out, so that the bass drum and the bass have the low end for themselves. */
export function cutLows(out: Stereo, hertz: number): void {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE);
  for (const channel of [out.left, out.right]) {
    let [first, second] = [0, 0];
    for (let at = 0; at < channel.length; at += 1) {
      first += ((channel[at] ?? 0) - first) * share;
      const once = (channel[at] ?? 0) - first;
      second += (once - second) * share;
      channel[at] = once - second;
    }
  }
}
