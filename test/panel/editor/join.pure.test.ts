import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble, joinBlocks } from '../../../app/routes/admin/editor/diff/join.ts';
import { rowsIn } from '../../rig/cases.ts';

const words = (text: string) => text.split(' ').filter(Boolean);

test.each(rowsIn<[string, string, string, string, string, ...string[]]>('panel/editor/joins.txt'))(
  'two texts made from one are joined or touch: %s',
  (_name, base, mine, theirs, joined, ...touching) => {
    const stretches = joinBlocks(words(base), words(mine), words(theirs));
    expect(stretches.map(({ kind }) => kind).filter((kind) => kind === 'touching')).toEqual(touching);
    for (const [choice, text] of [
      ['both', joined],
      ...(touching.length > 0
        ? [
            ['mine', mine],
            ['theirs', theirs],
          ]
        : []),
    ])
      expect(assemble(stretches, () => choice as 'both')).toEqual(words(text ?? ''));
  },
);

/** Blocks taken from a small alphabet, so that they repeat; changes remove, rewrite and add. */
const block = fc.constantFrom('а', 'б', 'в', 'г', '');
const text = fc.array(block, { maxLength: 12 });
const edits = fc.array(
  fc.record({ at: fc.nat(12), gone: fc.nat(3), come: fc.array(fc.oneof(block, fc.string()), { maxLength: 3 }) }),
  { maxLength: 4 },
);
const edited = (base: string[], changes: { at: number; gone: number; come: string[] }[], mark = '') => {
  const made = [...base];
  for (const [number, { at, gone, come }] of changes.entries())
    made.splice(Math.min(at, made.length), gone, ...come.map((one, part) => (mark ? `${mark}${number}.${part}` : one)));
  return made;
};
const count = (blocks: string[]) => {
  const counts = new Map<string, number>();
  for (const one of blocks) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};
const isSubsequence = (part: string[], whole: string[]) => {
  let at = 0;
  for (const one of whole) if (one === part[at]) at += 1;
  return at === part.length;
};

test('whatever two people make of one text, an untouched side changes nothing, and equal texts stay as they are', () => {
  fc.assert(
    fc.property(text, edits, (base, changes) => {
      const other = edited(base, changes);
      const join = (mine: string[], theirs: string[]) => assemble(joinBlocks(base, mine, theirs), () => 'both');
      expect([join(other, base), join(base, other), join(other, other)]).toEqual([other, other, other]);
    }),
  );
});

test('whatever two people make of one text, choosing one side where they touch, and changing nothing elsewhere, gives that side', () => {
  fc.assert(
    fc.property(text, edits, edits, (base, here, there) => {
      const [mine, theirs] = [edited(base, here), edited(base, there)];
      const stretches = joinBlocks(base, mine, theirs);
      expect(stretches.flatMap((stretch) => stretch.mine)).toEqual(mine);
      expect(stretches.flatMap((stretch) => stretch.theirs)).toEqual(theirs);
    }),
  );
});

test('whatever two people make of one text, a silent join loses nothing, doubles nothing and keeps both orders', () => {
  fc.assert(
    fc.property(fc.nat(10), edits, edits, (length, here, there) => {
      const base = Array.from({ length }, (_, at) => `${at}`);
      const [mine, theirs] = [edited(base, here, 'м'), edited(base, there, 'ч')];
      const stretches = joinBlocks(base, mine, theirs);
      fc.pre(stretches.every(({ kind }) => kind !== 'touching'));
      const joined = assemble(stretches, () => 'both');
      const [inBase, inMine, inTheirs] = [count(base), count(mine), count(theirs)];
      for (const one of new Set([...base, ...mine, ...theirs, ...joined])) {
        const [b, m, t] = [inBase, inMine, inTheirs].map((counts) => counts.get(one) ?? 0) as [number, number, number];
        // Removed by both counts once.
        expect(count(joined).get(one) ?? 0, one).toBe(Math.max(0, m + t - b));
      }
      const isLeft = (one: string) => joined.includes(one);
      expect(isSubsequence(mine.filter(isLeft), joined)).toBe(true);
      expect(isSubsequence(theirs.filter(isLeft), joined)).toBe(true);
    }),
  );
});

test('whatever two people make of one text, keeping both where they touch has every block of both that is no longer the same', () => {
  fc.assert(
    fc.property(fc.nat(10), edits, edits, (length, here, there) => {
      const base = Array.from({ length }, (_, at) => `${at}`);
      const [mine, theirs] = [edited(base, here, 'м'), edited(base, there, 'ч')];
      const joined = assemble(joinBlocks(base, mine, theirs), () => 'both');
      for (const one of [...mine, ...theirs].filter((made) => !base.includes(made))) expect(joined).toContain(one);
      expect(new Set(joined).size).toBe(joined.length);
    }),
  );
});
