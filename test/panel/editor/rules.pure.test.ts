import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCKS, findBlocks } from '../../../app/routes/admin/editor/body/typing/block-menu.ts';
import { HYPHENS, quoteAfter } from '../../../app/routes/admin/editor/body/typing/replacements.ts';
import { compareTexts } from '../../../app/routes/admin/editor/diff/compare.ts';
import { assemble, type Choice, joinBlocks, joinWords } from '../../../app/routes/admin/editor/diff/join.ts';
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
  [
    'agree where the server spells what was sent its own way',
    { title: 'Два  слова', slug: 'Два слова', tags: 'ФИНАЛ, финал' },
    { title: 'Два слова', slug: 'dva-slova', tags: 'Финал' },
    [],
    [],
  ],
])('two changes of one article %s', (_how, mine, others, conflicts, adopted) => {
  const merged = { ...base, ...others, ...mine };
  const mineIn = Object.fromEntries(conflicts.map((field) => [field, 'mine' as const]));
  expect(mergeFields(base, { ...base, ...mine }, { ...base, ...others }, mineIn)).toEqual({
    merged,
    conflicts: conflicts.map((field) => ({ key: field, field })),
    adopted,
  });
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

test('the clock of a time zone knows no time that is none, nor half past two on the night it skips it, and is told in Russian, with the year unless it is this one', () => {
  expect(fromWall('0020-05-01T10:00', 'UTC')).toBe('0020-05-01T10:00:00.000Z'); // a year that is being typed
  expect(fromWall('2025-03-30T02:30', 'Europe/Berlin')).toBe('2025-03-30T01:30:00.000Z');
  expect(fromWall('2025-07-20', 'UTC')).toBeUndefined();
  expect(fromWall('2025-13-20T10:00', 'UTC')).toBeUndefined();
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
  (before, length) => expect((HYPHENS.exec(`${before} `)?.[0].length ?? 1) - 1).toBe(Number(length)),
);

test.each(rowsIn('panel/editor/typing.txt', 'blocks', { ALL: String(BLOCKS.length) }))(
  'a block is found by «%s»: %i of them',
  (query, count) => expect(findBlocks(query)).toHaveLength(Number(count)),
);

const words = (text: string) => text.split(' ').filter(Boolean);

test.each(rowsIn<[string, string, string, string, string, ...string[]]>('panel/editor/joins.txt'))(
  'two texts made from one are joined or touch: %s',
  (_name, base, mine, theirs, joined, ...touching) => {
    const stretches = joinBlocks(words(base), words(mine), words(theirs));
    expect(stretches.map(({ kind }) => kind).filter((kind) => kind === 'touching')).toEqual(touching);
    const chosen = touching.length > 0 ? { both: joined, mine, theirs } : { both: joined };
    for (const [choice, text] of Object.entries(chosen))
      expect(assemble(stretches, () => choice as Choice)).toEqual(words(text));
  },
);

test.each([
  ['other words', '<p>а б в</p>', '<p>а Б в</p>', '<p>х а б в.</p>', '<p>х а Б в.</p>'],
  ['one word', '<p>а б</p>', '<p>а Б1</p>', '<p>а Б2</p>', undefined],
  ['words in one place', '<p>а</p>', '<p>а м</p>', '<p>а ч</p>', undefined],
  ['a word, and its markup', '<p>а б</p>', '<p>а Б</p>', '<p><b>а</b> б</p>', undefined],
])('both changed %s of a paragraph: joined where nothing is doubled', (_name, base, mine, theirs, joined) => {
  const stretch = joinBlocks([base], [mine], [theirs]).find(({ kind }) => kind === 'touching');
  expect(stretch && joinWords(stretch)).toEqual(joined && [joined]);
});

/** Blocks taken from a small alphabet, so that they repeat; changes remove, rewrite and add. */
const block = fc.constantFrom('а', 'б', 'в', 'г', '');
const blocks = fc.array(block, { maxLength: 12 });
const come = fc.array(fc.oneof(block, fc.string()), { maxLength: 3 });
const edits = fc.array(fc.record({ at: fc.nat(12), gone: fc.nat(3), come }), { maxLength: 4 });
const edited = (base: string[], changes: { at: number; gone: number; come: string[] }[], mark = '') => {
  const made = [...base];
  for (const [number, { at, gone, come }] of changes.entries())
    made.splice(Math.min(at, made.length), gone, ...come.map((one, part) => (mark ? `${mark}${number}.${part}` : one)));
  return made;
};
const count = (all: string[], one: string) => all.filter((each) => each === one).length;

test('whatever two people make of one text, an untouched side changes nothing, equal texts stay as they are, and choosing one side where they touch, and changing nothing elsewhere, gives that side', () => {
  fc.assert(
    fc.property(blocks, edits, (base, changes) => {
      const other = edited(base, changes);
      const join = (mine: string[], theirs: string[]) => assemble(joinBlocks(base, mine, theirs), () => 'both');
      expect([join(other, base), join(base, other), join(other, other)]).toEqual([other, other, other]);
    }),
  );
  fc.assert(
    fc.property(blocks, edits, edits, (base, here, there) => {
      const [mine, theirs] = [edited(base, here), edited(base, there)];
      const stretches = joinBlocks(base, mine, theirs);
      expect(stretches.flatMap((stretch) => stretch.mine)).toEqual(mine);
      expect(stretches.flatMap((stretch) => stretch.theirs)).toEqual(theirs);
    }),
  );
});

test('whatever two people make of one text, a silent join loses nothing, doubles nothing and keeps both orders; keeping both where they touch has every block of both that is no longer the same', () => {
  fc.assert(
    fc.property(fc.nat(10), edits, edits, (length, here, there) => {
      const base = Array.from({ length }, (_, at) => `${at}`);
      const [mine, theirs] = [edited(base, here, 'м'), edited(base, there, 'ч')];
      const stretches = joinBlocks(base, mine, theirs);
      const joined = assemble(stretches, () => 'both');
      for (const one of [...mine, ...theirs].filter((made) => !base.includes(made))) expect(joined).toContain(one);
      expect(new Set(joined).size).toBe(joined.length);
      if (stretches.some(({ kind }) => kind === 'touching')) return;
      // Removed by both counts once.
      for (const one of new Set([...base, ...mine, ...theirs, ...joined]))
        expect(count(joined, one), one).toBe(Math.max(0, count(mine, one) + count(theirs, one) - count(base, one)));
      for (const side of [mine, theirs])
        expect(joined.filter((one) => side.includes(one))).toEqual(side.filter((one) => joined.includes(one)));
    }),
    // Many touch somewhere, and say nothing of a silent join.
    { numRuns: 500 },
  );
});
