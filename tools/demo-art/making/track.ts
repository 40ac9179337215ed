/** Samples a second of each of the two channels. */
export const RATE = 48_000;
/** Length of the tune in seconds: 24 bars of four beats at 120 beats a minute. */
export const LENGTH = 48;
/** Seconds. */
export const BEAT = 0.5;

export type Stereo = { left: Float32Array; right: Float32Array };

/** Silence as long as the tune. */
export function track(): Stereo {
  return { left: new Float32Array(RATE * LENGTH), right: new Float32Array(RATE * LENGTH) };
}
