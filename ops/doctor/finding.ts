/** From fine to broken; `unknown` where nobody can say. */
export const STATES = ['good', 'unknown', 'attention', 'bad'] as const;
export type State = (typeof STATES)[number];

/** One thing that was looked at. */
export interface Finding {
  /** A stable word for programs. */
  id: string;
  name: string;
  state: State;
  /** How it is, as a sentence. */
  text: string;
  /** What to do about it. */
  advice?: string;
  /** What the panel has a button for: make a copy, or try the newest one. */
  act?: Act;
}

export const ACTS = ['backup', 'drill'] as const;
export type Act = (typeof ACTS)[number];

/** The lines of one subject, under its heading. */
export interface Group {
  title: string;
  lines: Finding[];
}

/** A line about `name`, to which only the finding is still to be added. */
export function finding(id: string, name: string) {
  const line =
    (state: State) =>
    (text: string, advice?: string, act?: Act): Finding => ({
      id,
      name,
      state,
      text,
      ...(advice && { advice }),
      ...(act && { act }),
    });
  return { good: line('good'), unknown: line('unknown'), attention: line('attention'), bad: line('bad') };
}
