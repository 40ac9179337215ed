import { cutLows, echo, room } from './effects.ts';
import { bass, kick, lead, noise, pad, pluck } from './instruments.ts';
import { BEAT, LENGTH, RATE, type Stereo, track } from './track.ts';

/** Which instruments play in which bars, from the first (counted from 0) up to the last, not included. */
const PARTS = {
  pad: [[0, 24]],
  pluck: [
    [1, 6],
    [8, 23],
  ],
  kick: [
    [6, 14],
    [20, 23.5],
  ],
  bass: [
    [6, 14],
    [20, 24],
  ],
  clap: [
    [6, 14],
    [20, 23],
  ],
  hats: [
    [4, 14],
    [18, 23],
  ],
  lead: [
    [10, 19],
    [20, 23],
  ],
  roll: [
    [4.5, 6],
    [18, 20],
  ],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;

/** A minor, F, C, G: one chord to a bar, as MIDI notes. */
const CHORDS = [
  [57, 60, 64, 69],
  [53, 57, 60, 65],
  [55, 60, 64, 67],
  [55, 59, 62, 67],
] as const;
/** The tune of four bars in eighths, 0 is a rest. */
const TUNE = [
  76, 0, 72, 74, 0, 76, 79, 0, 77, 0, 76, 72, 0, 69, 72, 0, 74, 0, 76, 79, 0, 84, 81, 79, 74, 0, 71, 74, 0, 79, 76, 74,
];

/** Writes the tune: pad, arpeggio, drums, bass and a lead, with a little room around them. */
export function compose(): Stereo {
  const dry = track();
  const wet = track();
  for (let bar = 0; bar < 24; bar += 1) playBar(bar, dry, wet);
  echo(wet, BEAT * 0.75, 0.38);
  room(wet);
  cutLows(wet, 130);
  const out = track();
  for (let at = 0; at < out.left.length; at += 1) {
    const fade = Math.min(1, at / RATE / 0.4, (LENGTH - at / RATE) / 1.6);
    for (const side of ['left', 'right'] as const) {
      out[side][at] =
        Math.tanh(((dry[side][at] ?? 0) + (wet[side][at] ?? 0) * duck(at / RATE)) * 1.15) * 0.86 * Math.max(0, fade);
    }
  }
  return out;
}

/** True when the bass drum plays at that second. */
export function kickPlays(second: number): boolean {
  return plays('kick', second / (BEAT * 4));
}

function playBar(bar: number, dry: Stereo, wet: Stereo): void {
  const chord = CHORDS[bar % CHORDS.length] ?? CHORDS[0];
  const start = bar * BEAT * 4;
  if (plays('pad', bar))
    for (const [index, note] of chord.entries()) pad(wet, start, note, index % 2 ? 0.3 : -0.3, bar);
  for (let step = 0; step < 16; step += 1) {
    const [at, where] = [start + (step * BEAT) / 4, bar + step / 16];
    if (plays('pluck', where))
      pluck(
        wet,
        at,
        (chord[[0, 2, 1, 3, 2, 1][step % 6] ?? 0] ?? 60) + 12 + (step % 8 === 7 ? 12 : 0),
        step % 2 ? 0.45 : -0.45,
        bar,
      );
    if (plays('kick', where) && step % 4 === 0) kick(dry, at);
    if (plays('bass', where) && step % 4 !== 0) bass(dry, at, chord[0] - (chord[0] > 54 ? 24 : 12));
    if (plays('clap', where) && step % 8 === 4) noise(wet, at, 0.22, 0.38, 900, 'clap');
    if (plays('hats', where) && step % 2 === 0)
      noise(dry, at, step % 4 === 2 ? 0.15 : 0.06, step % 4 === 2 ? 0.11 : 0.06, 6500, 'hat');
    if (plays('roll', where)) noise(wet, at, 0.07, 0.04 + 0.14 * ((where % 2) / 2), 1500, 'roll');
    const tone = TUNE[((bar % 4) * 8 + (step >> 1)) % TUNE.length] ?? 0;
    if (plays('lead', where) && step % 2 === 0 && tone > 0) lead(wet, at, tone);
  }
}

function plays(part: keyof typeof PARTS, bar: number): boolean {
  return PARTS[part].some(([from, to]) => bar >= from && bar < to);
}

/** Everything but the drums gives way to the bass drum. */
function duck(second: number): number {
  return kickPlays(second) ? 0.35 + 0.65 * Math.min(1, (second % BEAT) / 0.28) : 1;
}
