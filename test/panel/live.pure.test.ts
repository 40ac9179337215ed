import { expect, test } from 'vitest';
import {
  type DeskDocument,
  type DeskState,
  NO_PRESSES,
  performedIn,
  UNREAD,
  withAnswer,
  withDocument,
  withKept,
  withMessage,
  withResults,
} from '../../app/routes/admin/live/desk.ts';
import type { Press } from '../../app/routes/admin/live/presses.ts';

const id = (version: number, epoch = 'aaaaaaaa') => `${epoch}.${version}`;
const stage = (seq: number) => ({ seq, state: 'break' }) as never;
const desk = (version: number, more: Partial<DeskDocument> = {}, epoch?: string) =>
  ({
    id: id(version, epoch),
    live: { id: id(version, epoch), parts: { stage: stage(version) } },
    results: null,
    ...more,
  }) as DeskDocument;
const results = (seq: number, version = 1) => ({ show_id: 1, seq, version }) as DeskDocument['results'] & object;
const open = (...read: DeskDocument[]): DeskState => read.reduce(withDocument, { ...UNREAD, ...NO_PRESSES });

test('the desk is behind as soon as the stream tells of something newer, until that is read; what changes by the clock alone is read again, too', () => {
  const known = open(desk(5));
  expect(withMessage(known, { id: id(5), now: 1 })).toMatchObject({ isBehind: false });
  const told = withMessage(known, { id: id(6) });
  expect(told.isBehind).toBe(true);
  expect([withDocument(told, desk(5)).isBehind, withDocument(told, desk(6)).isBehind]).toEqual([true, false]);
  expect(withMessage(known, { id: id(5), parts: { stage: stage(5) } }).isBehind).toBe(false);
  expect(withMessage(known, { id: id(5), parts: { stage: stage(0) } }).isBehind).toBe(true);
  expect(withMessage(known, { id: id(5), lists: id(5) }).isBehind).toBe(true);
});

test('of two documents the newer stays, unless it is of another epoch; one that was read before a press or a save does not take back what these have answered', () => {
  expect(open(desk(6), desk(5)).document?.id).toBe(id(6));
  expect(open(desk(6), desk(1, {}, 'bbbbbbbb')).document?.id).toBe(id(1, 'bbbbbbbb'));
  const known = open(desk(5, { results: results(4, 1) }));
  const pressed = withResults(known, results(6, 1));
  expect(withDocument(pressed, desk(5, { results: results(4, 1) })).document?.results).toMatchObject({ seq: 6 });
  expect(withDocument(pressed, desk(7, { results: results(7, 1) })).document?.results).toMatchObject({ seq: 7 });
  const saved = withResults(known, results(4, 2));
  expect(withDocument(saved, desk(5, { results: results(4, 1) })).document?.results).toMatchObject({ version: 2 });
});

const press = (key: string, seen: number, path = '/stage', more: Partial<Press> = {}): Press => ({
  ...{ key, label: key, by: 'olga', at: new Date().toISOString(), method: 'POST', path, seen },
  ...more,
});

test('what an accepted press has answered is shown at once, and those of its log that wait behind it have seen it; an answer that comes after what followed its press takes nothing back', () => {
  const [first, ...others] = [press('Анна', 4), press('Борис', 4), press('Открыто', 4, '/results/1/reveal')] as const;
  const known = { ...open(desk(5, { results: results(4) })), waiting: [first, ...others] };
  const after = withAnswer(known, first, { id: id(6), ...(stage(6) as object) });
  expect(after).toMatchObject({ last: { seq: 6, label: 'Анна' }, done: 'Анна.', isBehind: true });
  expect([after.live.parts.stage?.seq, after.waiting.map(({ seen }) => seen)]).toEqual([6, [6, 4]]);
  const opened = withAnswer(after, others[1], { id: id(7), seq: 7, steps: ['Жюри'] });
  expect(opened.document?.results).toMatchObject({ seq: 7, revealed: 1, undo_id: null });
  const later = withMessage(open(desk(5)), { id: id(9), parts: { stage: stage(9) } });
  const late = withAnswer(later, press('Анна', 4), { id: id(6), ...(stage(6) as object) });
  expect([late.live.id, late.live.parts.stage?.seq]).toEqual([id(9), 9]);
});

test('presses that a reload has left wait as late ones, others’ and old ones are refused', () => {
  const old = new Date(Date.now() - 11 * 60_000).toISOString();
  const left = [press('Анна', 4), press('Борис', 4, '/stage', { by: 'igor' }), press('Вера', 4, '/stage', { at: old })];
  const { waiting, refused } = withKept({ ...open(), waiting: [press('Глеб', 5)] }, left, 'olga');
  expect(waiting.map(({ key, isLate }) => [key, isLate])).toEqual([
    ['Анна', true],
    ['Глеб', undefined],
  ]);
  expect(refused.map(({ key }) => key)).toEqual(['Борис', 'Вера']);
});

test('an accepted press takes away what was refused before it was made, not while it waited, and no wrong field', () => {
  const made = press('Перерыв', 4);
  const at = Date.parse(made.at);
  const refusal = (key: string, after: number, fields = {}) => ({ key, label: key, text: '', fields, at: at + after });
  const refused = [refusal('Анна', -1), refusal('Борис', 1), refusal('Сообщение', -1, { link: 'Ссылка' })];
  const left = withAnswer({ ...open(desk(5)), refused }, made, undefined).refused;
  expect(left.map(({ key }) => key)).toEqual(['Борис', 'Сообщение']);
});

test('who performed in a show is known by the log while the last press of it is a performance of this night', () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const entry = (kind: string, title: string, subject = '1', minutes = 1) =>
    ({ action: `stage.${kind}`, title, subject, at: at(minutes) }) as DeskDocument['log'][number];
  const log = [entry('performance', 'Глеб', '2'), entry('performance', 'Борис'), entry('performance', 'Анна')];
  expect(performedIn(log, 1)).toEqual(['Борис', 'Анна']);
  expect(performedIn([{ ...entry('', 'Борис'), action: 'contestant.withdraw' }, ...log], 1)).toEqual(['Борис', 'Анна']);
  expect(performedIn([entry('undo', 'Перерыв'), entry('break', ''), ...log], 1)).toEqual(['Борис', 'Анна']);
  expect(performedIn([entry('undo', 'Борис'), ...log], 1)).toEqual(['Анна']);
  for (const last of ['break', 'end']) expect(performedIn([entry(last, 'Борис'), ...log], 1)).toEqual([]);
  expect(performedIn([entry('performance', 'Анна', '1', 250)], 1)).toEqual([]);
});
