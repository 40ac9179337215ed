import { expect, test } from 'vitest';
import { type Dated, fold, type LiveEvent, newestChange, seqOf, stateAt, withReceived } from '../../model/live/fold.ts';

type Kind = 'performance' | 'break' | 'step' | 'undo' | 'restart';

const KINDS: Kind[] = ['performance', 'break', 'step', 'undo', 'restart'];

function expected(kinds: Kind[]) {
  const stage: number[] = [];
  let steps: number[] = [];
  const undone: number[] = [];
  kinds.forEach((kind, at) => {
    if (kind === 'performance' || kind === 'break') stage.push(at + 1);
    if (kind === 'step') steps.push(at + 1);
    if (kind === 'restart') steps = [];
    if (kind !== 'undo') return;
    const last = Math.max(stage.at(-1) ?? 0, steps.at(-1) ?? 0);
    if (last === 0) return;
    undone.push(last);
    (stage.at(-1) === last ? stage : steps).pop();
  });
  return { stage, steps, undone };
}

/** An undo takes back the newest press that stands; without one it is left out, as the server refuses it. */
function logOf(kinds: Kind[]): LiveEvent[] {
  const events: LiveEvent[] = [];
  kinds.forEach((kind, at) => {
    const { presses, steps } = fold(events);
    const last = Math.max(presses.at(-1)?.version ?? 0, steps.get(1)?.at(-1)?.version ?? 0);
    if (kind === 'undo' && last === 0) return;
    const none = { contestant_id: null, step: null, key: null, correction: null };
    const undoes = kind === 'undo' ? last : null;
    events.push({ ...none, version: at + 1, show_id: 1, kind, at: new Date(at).toISOString(), by: 'olga', undoes });
  });
  return events;
}

function* orders(length: number): Generator<Kind[]> {
  if (length === 0) return yield [];
  for (const before of orders(length - 1)) for (const kind of KINDS) yield [...before, kind];
}

test('every order of five presses, undos and restarts among them, leaves what stands', () => {
  let seen = 0;
  for (const kinds of orders(5)) {
    const { presses, steps, entries } = fold(logOf(kinds));
    const { stage, steps: left, undone } = expected(kinds);
    const found = {
      stage: presses.map(({ version }) => version),
      steps: (steps.get(1) ?? []).map(({ version }) => version),
      undone: entries.filter(({ isUndone }) => isUndone).map(({ version }) => version),
    };
    expect({ kinds, ...found }).toEqual({ kinds, stage, steps: left, undone: undone.toSorted((a, b) => a - b) });
    seen += 1;
  }
  expect(seen).toBe(5 ** 5);
});

test('shows and parts do not mix', () => {
  const [one, two] = logOf(['performance', 'step']) as [LiveEvent, LiveEvent];
  const log = fold([one, { ...two, show_id: 2 }]);
  expect([seqOf(log, 'stage'), seqOf(log, 'results')]).toEqual([1, 2]);
  expect([newestChange(log, 'results', 1), newestChange(log, 'stage', 1)?.version]).toEqual([undefined, 1]);
  expect([...log.steps.keys()]).toEqual([2]);
});

const ANNA = { state: 'Анна', at: 100 };
const BORIS = { state: 'Борис', at: 200 };

test.each<[string, Dated<string>[], moments: number[], states: (string | undefined)[]]>([
  ['a state is shown from its own moment on', [ANNA, BORIS], [100, 199, 200, 9999], ['Анна', 'Анна', 'Борис', 'Борис']],
  ['the first state is shown at once', [ANNA, BORIS], [0, 99], ['Анна', 'Анна']],
  ['before any state there is none', [], [0], [undefined]],
  ['a press that was taken back in time is never shown', [ANNA, BORIS, ANNA], [150, 200, 300], Array(3).fill('Анна')],
  ['what was withdrawn goes at once', [ANNA, { state: '', at: Number.NEGATIVE_INFINITY }], [0, 100, 500], ['', '', '']],
])('%s', (_what, heard, moments, states) => {
  const known = heard.reduce<Dated<string>[]>(withReceived, []);
  expect(moments.map((moment) => stateAt(known, moment))).toEqual(states);
});
