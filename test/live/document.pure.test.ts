import { describe, expect, test } from 'vitest';
import { applyMessage, type LiveDocument, type Message, NOTHING, partsAt } from '../../app/ui/live/document.ts';
import { applyPresses } from '../../app/ui/results/use-results.ts';
import type { Stage } from '../../model/programme/stage.ts';
import type { Results, ResultsEvent } from '../../model/results/schema.ts';

const EPOCH = 'aaaaaaaa';
const id = (version: number, epoch = EPOCH) => `${epoch}.${version}`;
const hearAll = (...messages: Message[]): LiveDocument => messages.reduce(applyMessage, NOTHING);
const at = (second: number) => new Date(second * 1000).toISOString();

const stage = (name: string, second: number): Stage => ({
  ...{ seq: second, show: { id: 1, title: 'Финал' }, state: 'performance', next: null, since: at(second) },
  contestant: { slug: name, name, song: '' },
});
const onStage = (known: LiveDocument, second: number) => partsAt(known, second * 1000).stage?.contestant?.name;

const SHOW = { id: 1, title: 'Финал' };
const event = (seq: number, change: ResultsEvent['change'], revealed: number, more: Partial<ResultsEvent> = {}) => ({
  ...{
    seq,
    after: seq - 1,
    show: SHOW,
    state: 'revealing' as const,
    of: 5,
    revealed,
    at: change === 'step' ? at(seq) : null,
    outcome: '',
    ends_vote: false,
    change,
  },
  ...(change !== 'none' && { target: 1 }),
  ...((change === 'undo' || change === 'restart') && { left: revealed }),
  ...(change === 'step' && { step: { at: at(seq), section: 'jury' as const, title: `Шаг ${seq}`, points: [] } }),
  ...more,
});
const hearPresses = (...presses: ResultsEvent[]) =>
  hearAll(...presses.map((results) => ({ id: id(results.seq), now: results.seq * 1000, parts: { results } })));

test('the live document takes what is as new as it or newer, and drops what is older, whole', () => {
  const known = hearAll({ id: id(2), parts: { stage: stage('Анна', 2) } });
  const late = { id: id(1), parts: { stage: stage('Борис', 1), urgent: { text: 'Старое' } as never } };
  expect(applyMessage(known, late)).toBe(known);
  expect(applyMessage(known, { id: id(2), parts: { stage: stage('Вера', 3) } }).parts.stage?.contestant?.name).toBe(
    'Вера',
  );
});

test('the live document takes a state of the same version from a server that has forgotten the moment of a change by the clock', () => {
  const known = hearAll({ id: `${id(2)}.5000`, lists: `${id(2)}.5000`, parts: { stage: stage('Анна', 2) } });
  const after = applyMessage(known, { id: id(2), lists: id(2), parts: { stage: stage('Борис', 3) } });
  expect([after.parts.stage?.contestant?.name, after.id, after.lists]).toEqual(['Борис', known.id, known.lists]);
});

test('the live document forgets everything at another epoch, however low its version is', () => {
  const known = hearAll({ id: id(900), parts: { stage: stage('Анна', 2), results: event(5, 'step', 1) } });
  const after = applyMessage(known, { id: id(1, 'bbbbbbbb'), parts: { stage: stage('Борис', 1) } });
  expect([after.parts, after.presses, onStage(after, 1)]).toEqual([{ stage: stage('Борис', 1) }, [], 'Борис']);
});

test('the live document stays the same object while it is told what it knows, in whatever order of fields', () => {
  const known = hearAll({ id: id(2), parts: { stage: stage('Анна', 2) } });
  const again = Object.fromEntries(Object.entries(stage('Анна', 2)).reverse()) as Stage;
  expect(applyMessage(known, { id: id(2), parts: { stage: again } })).toBe(known);
});

test('the live document takes a change of a list that is older than the state, as a page that connects is told them after it, and no older one', () => {
  const known = hearAll({ id: id(9), parts: {} }, { id: id(7), lists: id(7) }, { id: id(5), lists: id(5) });
  expect([known.id, known.lists]).toEqual([id(9), id(7)]);
});

test('the live document shows a viewer who is behind the stage of the moment on the screen, and settings of now', () => {
  const watch = { title: 'Эфир' } as never;
  const known = hearAll(
    { id: id(1), parts: { stage: stage('Анна', 100) } },
    { id: id(2), parts: { stage: stage('Борис', 200), 'watch-settings': watch } },
  );
  expect([99, 100, 199, 200].map((second) => onStage(known, second))).toEqual([undefined, 'Анна', 'Анна', 'Борис']);
  expect(partsAt(known, 0)['watch-settings']).toBe(watch);
});

test('the live document tells a viewer who is behind of a step at its moment, and takes it back at once', () => {
  const revealed = (known: LiveDocument, second: number) => partsAt(known, second * 1000).results?.revealed;
  const known = hearPresses(event(10, 'none', 0), event(20, 'step', 1), event(30, 'step', 2));
  expect([19, 20, 29, 30].map((second) => revealed(known, second))).toEqual([0, 1, 1, 2]);
  const undone = applyMessage(known, { id: id(31), now: 31_000, parts: { results: event(31, 'undo', 1) } });
  expect([19, 20, 30, 40].map((second) => revealed(undone, second))).toEqual([0, 1, 1, 1]);
  const { presses: _, ...joined } = hearPresses(event(30, 'step', 2));
  const toUnknown = applyMessage(
    { ...joined, presses: [] },
    { id: id(31), now: 31_000, parts: { results: event(31, 'undo', 1) } },
  );
  expect([29, 30.5, 31].map((second) => revealed(toUnknown, second))).toEqual([undefined, undefined, 1]);
  const restarted = applyMessage(known, { id: id(31), now: 31_000, parts: { results: event(31, 'restart', 0) } });
  expect([20, 40].map((second) => revealed(restarted, second))).toEqual([0, 0]);
  const gala = { show: { id: 2, title: 'Гала' } };
  const crossed = applyMessage(known, { id: id(40), now: 40_000, parts: { results: event(40, 'step', 3, gala) } });
  const later = event(41, 'undo', 3, { ...gala, left: 1 });
  const left = applyMessage(crossed, { id: id(41), now: 41_000, parts: { results: later } });
  expect([20, 30, 40].map((second) => revealed(left, second))).toEqual([1, 1, 3]);
});

test('the live document tells a viewer who is behind no outcome of another show early with a step that was pressed before it and came after it', () => {
  const gala = { show: { id: 2, title: 'Гала' }, outcome: '2.30' };
  const late = {
    at: at(30),
    outcome: '2.30',
    step: { at: at(20), section: 'jury' as const, title: 'Шаг', points: [] },
  };
  const known = hearPresses(event(10, 'step', 1), event(30, 'step', 3, gala), event(31, 'step', 2, late));
  const outcomes = [19, 29, 30].map((second) => partsAt(known, second * 1000).results?.outcome);
  expect(outcomes).toEqual(['', '', '2.30']);
});

test('the live document ends the vote for a viewer who is behind at the moment of the last step, and one opened later is open at once', () => {
  const vote = { id: id(20), parts: { 'vote-settings': { vote_state: 'open' } as never } };
  const seen = (known: LiveDocument, second: number) => partsAt(known, second * 1000)['vote-settings']?.vote_state;
  const ended = event(30, 'step', 2, { ends_vote: true });
  const known = applyMessage(hearPresses(event(10, 'none', 0), event(20, 'step', 1)), vote);
  const after = applyMessage(known, { id: id(30), now: 30_000, parts: { results: ended } });
  expect([29, 30].map((second) => seen(after, second))).toEqual(['open', 'closed']);
  const opened = applyMessage(after, {
    id: id(31),
    now: 31_000,
    parts: { results: event(30, 'none', 2, { after: 30 }) },
  });
  const undone = applyMessage(after, { id: id(31), now: 31_000, parts: { results: event(31, 'undo', 1) } });
  expect(opened.presses).toBe(after.presses);
  const fresh = event(30, 'none', 2, { at: at(30), ends_vote: true });
  const joined = applyMessage(hearAll(vote), { id: id(30), now: 90_000, parts: { results: fresh } });
  expect([29, 30].map((second) => seen(joined, second))).toEqual(['open', 'closed']);
  for (const each of [opened, undone]) expect([29, 30].map((second) => seen(each, second))).toEqual(['open', 'open']);
});

test('the live document keeps all steps of a final for a viewer who is behind by five minutes', () => {
  const known = hearPresses(...Array.from({ length: 54 }, (_, at) => event(100 + 5 * at, 'step', at + 1)));
  expect([99, 100, 105].map((second) => partsAt(known, second * 1000).results?.revealed)).toEqual([undefined, 1, 2]);
});

describe('an open board', () => {
  const contestants = ['anna', 'boris'].map((slug) => ({ slug, name: slug, song: '', country: '' }));
  const step = (title: string) => ({ at: at(1), section: 'jury' as const, title, points: [] });
  const board: Results = { seq: 10, show: SHOW, state: 'revealing', of: 3, contestants, steps: [step('Шаг 1')] };
  const press = (seq: number, change: ResultsEvent['change'], revealed: number, more: Partial<ResultsEvent> = {}) =>
    event(seq, change, revealed, { of: 3, ...more });
  const titles = ({ steps }: Results) => steps.map(({ title }) => title);

  test('adds the steps that events bring, by slug, up to its end', () => {
    const points: [string, number][] = [['boris', 12]];
    const last = press(12, 'step', 3, { state: 'final', step: { ...step('Шаг 3'), points } });
    const { board: after, isBehind } = applyPresses(board, [press(10, 'none', 1), press(11, 'step', 2), last]);
    expect([isBehind, after.seq, after.state]).toEqual([false, 12, 'final']);
    expect([titles(after), after.steps.at(-1)?.points]).toEqual([['Шаг 1', 'Шаг 11', 'Шаг 3'], [[1, 12]]]);
  });

  test('loses a step that is taken back, and keeps what it shows when nothing public has changed', () => {
    const presses = [press(11, 'step', 2), press(12, 'none', 2), press(13, 'undo', 1)];
    const { board: after, isBehind } = applyPresses(board, presses);
    expect([isBehind, after.seq, titles(after)]).toEqual([false, 13, ['Шаг 1']]);
  });

  test('begins with the first step of a show, which brings who takes part, and is gone when there is none', () => {
    const first = press(21, 'step', 1, { contestants, step: { ...step('Первый'), points: [['anna', 12]] } });
    const nothing = press(20, 'none', 0, { show: null, state: 'none' });
    for (const known of [{ ...board, seq: -1, show: null, steps: [] }, board]) {
      const { board: after, isBehind } = applyPresses(known, [nothing, first]);
      expect([isBehind, after.seq, after.show, titles(after)]).toEqual([false, 21, SHOW, ['Первый']]);
      expect(after.steps[0]?.points).toEqual([[0, 12]]);
    }
    const gone = applyPresses(board, [press(11, 'restart', 0, { show: null, state: 'none' })]);
    expect(gone).toMatchObject({ isBehind: false, board: { seq: 11, show: null, state: 'none', steps: [] } });
  });

  test('begins with the first step of a show after a press that was missed, not with what was there before', () => {
    const first = press(21, 'step', 1, { contestants, step: { ...step('Первый'), points: [] } });
    const heard = [press(12, 'step', 2), press(13, 'step', 3), first, press(22, 'step', 2)];
    const { board: after, isBehind } = applyPresses(board, heard);
    expect([isBehind, after.seq, titles(after)]).toEqual([false, 22, ['Первый', 'Шаг 22']]);
  });

  test('of one show does not mind the presses of another', () => {
    const other = press(11, 'step', 1, { show: { id: 2, title: 'Гала' }, target: 2 });
    expect(applyPresses(board, [other], 1)).toEqual({ board: { ...board, seq: 11 }, isBehind: false });
  });

  test.each<[string, ResultsEvent]>([
    ['a press was missed', press(12, 'step', 2)],
    ['points were corrected', press(11, 'correct', 1)],
    ['all steps were taken back', press(11, 'restart', 0)],
    ['another show has the newest step', press(11, 'step', 1, { show: { id: 2, title: 'Гала' }, target: 2 })],
    ['a show was hidden, without a press', press(10, 'none', 0, { show: null, state: 'none' })],
    ['a step is about somebody unknown', press(11, 'step', 2, { step: { ...step('Шаг 2'), points: [['vera', 12]] } })],
  ])('is read anew when %s', (_why, heard) => expect(applyPresses(board, [heard])).toEqual({ board, isBehind: true }));
});
