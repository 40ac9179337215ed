import { expect, test } from 'vitest';
import { BLOCKS, findBlocks } from '../../../app/routes/admin/editor/body/typing/block-menu.ts';
import { dashAfter, quoteAfter } from '../../../app/routes/admin/editor/body/typing/replacements.ts';
import { compareTexts } from '../../../app/routes/admin/editor/diff/compare.ts';
import { blankFields } from '../../../app/routes/admin/editor/draft/fields.ts';
import { mergeFields } from '../../../app/routes/admin/editor/draft/merge.ts';
import { fromWall, momentInWords, toWall, zoneName } from '../../../app/ui/admin/fields/zone.ts';
import { rowsIn } from '../../rig/cases.ts';

const base = { ...blankFields(), title: 'Финал', content: '<p>а</p>' };

const theirs = { title: 'Чужой', date: '2025-07-21' };
test.each([
  ['go together when they touch different fields', { title: 'Мой' }, { content: '<p>б</p>' }, [], ['content']],
  ['conflict where both changed one field to different values', { title: 'Мой' }, theirs, ['title'], ['date']],
  ['agree where both changed a field to the same value', { title: 'Мой' }, { title: 'Мой' }, [], []],
])('two changes of one article %s', (_how, mine, others, conflicts, adopted) => {
  const merged = { ...base, ...others, ...mine };
  expect(mergeFields(base, { ...base, ...mine }, { ...base, ...others })).toEqual({ merged, conflicts, adopted });
});

test('a comparison pairs a changed paragraph with what it was and names the rest', () => {
  const rows = compareTexts(
    ['Первый абзац остаётся', 'Второй абзац меняется здесь', 'Лишний'],
    ['Первый абзац остаётся', 'Второй абзац меняется там', 'Новый'],
  );
  expect(rows.map(({ changed, pieces }) => [changed, pieces.map(({ kind }) => kind).join(' ')])).toEqual([
    [false, 'same'],
    [true, 'same removed added'],
    [true, 'removed'],
    [true, 'added'],
  ]);
});

test.each([
  ['2025-07-20T18:00', 'Europe/Moscow', '2025-07-20T15:00:00.000Z'],
  ['2025-07-20T18:00', 'Asia/Vladivostok', '2025-07-20T08:00:00.000Z'],
  ['2025-07-20T18:00', 'America/St_Johns', '2025-07-20T20:30:00.000Z'],
  ['2025-10-26T02:30', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
])('the clock of a time zone %s in %s is %s', (wall, zone, moment) => {
  expect(fromWall(wall, zone)).toBe(moment);
  expect(toWall(moment, zone)).toBe(wall);
});

test('the clock of a time zone knows no time that is none, nor half past two on the night it skips it', () => {
  expect(fromWall('2025-03-30T02:30', 'Europe/Berlin')).toBe('2025-03-30T01:30:00.000Z');
  expect(fromWall('2025-07-20', 'UTC')).toBeUndefined();
  expect(fromWall('2025-13-20T10:00', 'UTC')).toBeUndefined();
});

test('the clock of a time zone is told in Russian, with the year unless it is this one', () => {
  const tell = (year: number, zone: string) =>
    momentInWords(`${year}-07-20T17:00:00.000Z`, zone, new Date('2025-01-01T00:00:00Z'));
  expect(tell(2025, 'Europe/Moscow')).toBe('воскресенье, 20 июля, 20:00 по\u00a0Москве');
  expect(tell(2026, 'Europe/Samara')).toBe(`понедельник, 20 июля 2026, 21:00 (${zoneName('Europe/Samara')})`);
});

test.each(rowsIn('panel/editor/typing.txt', 'quotation marks'))(
  'a typed quotation mark after «%s» becomes %s',
  (before, mark) => expect(quoteAfter(before)).toBe(mark),
);

test.each(rowsIn('panel/editor/typing.txt', 'dashes'))(
  'a hyphen before a typed space in «%s» is a dash with the space before it: %i characters',
  (before, length) => expect(dashAfter(before)).toBe(Number(length)),
);

test.each(rowsIn('panel/editor/typing.txt', 'blocks', { ALL: String(BLOCKS.length) }))(
  'a block is found by «%s»: %i of them',
  (query, count) => expect(findBlocks(query)).toHaveLength(Number(count)),
);
