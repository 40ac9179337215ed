/** From best to worst; order matters to `worstOf`. */
export const STATES = ['good', 'unknown', 'attention', 'bad'] as const;
export type State = (typeof STATES)[number];

export interface Finding {
  id: string;
  name: string;
  state: State;
  text: string;
  advice?: string;
  act?: Act;
}

export const ACTS = ['backup', 'drill'] as const;
export type Act = (typeof ACTS)[number];

export interface Group {
  title: string;
  lines: Finding[];
}

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
