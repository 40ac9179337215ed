export interface Chance {
  between(low: number, high: number): number;
  whole(low: number, high: number): number; // both ends included
  one<T>(choices: readonly [T, ...T[]]): T;
}

/** Deterministic random numbers of a seed. */
export function chanceOf(seed: string): Chance {
  let state = hash(seed);
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return { between, whole, one: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0] };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
