import { expect, test } from 'vitest';
import { type Dated, stateAt, withHeard } from '../../model/programme/at-moment.ts';

const hearAll = (...heard: Dated<string>[]) => heard.reduce<Dated<string>[]>(withHeard, []);

test('a state is shown from its own moment on, and the first one at once', () => {
  const known = hearAll({ state: 'Анна', at: 100 }, { state: 'Борис', at: 200 });
  expect([0, 99, 100, 199, 200, 9999].map((moment) => stateAt(known, moment))).toEqual([
    'Анна',
    'Анна',
    'Анна',
    'Анна',
    'Борис',
    'Борис',
  ]);
  expect(stateAt([], 0)).toBeUndefined();
});

test('a press that was taken back in time is never shown', () => {
  const pressed = hearAll({ state: 'Анна', at: 100 }, { state: 'Борис', at: 200 });
  const undone = withHeard(pressed, { state: 'Анна', at: 100 });
  expect([150, 200, 300].map((moment) => stateAt(undone, moment))).toEqual(['Анна', 'Анна', 'Анна']);
});

test('what was withdrawn goes at once, whatever the viewer sees', () => {
  const known = hearAll({ state: 'Анна', at: 100 }, { state: '', at: Number.NEGATIVE_INFINITY });
  expect([0, 100, 500].map((moment) => stateAt(known, moment))).toEqual(['', '', '']);
});

test('of a thousand viewers 2 to 90 s behind none sees a state before its own second', () => {
  const states = Array.from({ length: 40 }, (_, index) => ({ state: String(index), at: index * 7000 }));
  let early = 0;
  let late = 0;
  for (let viewer = 0; viewer < 1000; viewer += 1) {
    const lag = 2000 + viewer * 88;
    let known: Dated<string>[] = [];
    for (let now = 0; now <= 400_000; now += 250) {
      for (const state of states) if (state.at > now - 250 && state.at <= now) known = withHeard(known, state);
      if (known.length === 0) continue;
      const shown = Number(stateAt(known, now - lag)) * 7000;
      if (shown > Math.max(0, now - lag)) early += 1;
      if (shown < Math.min(now - lag - 7000, 39 * 7000)) late += 1;
    }
  }
  expect([early, late]).toEqual([0, 0]);
});
