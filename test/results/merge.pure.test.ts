import { expect, test } from 'vitest';
import { mergeScores } from '../../app/routes/admin/results/merge.ts';
import { textAfterStep } from '../../app/routes/admin/results/scores.ts';
import type { Scores, Section } from '../../model/results/scores.ts';

const PERFORMERS = [
  { id: 1, name: 'Анна' },
  { id: 2, name: 'Борис' },
] as Parameters<typeof mergeScores>[3];

/** Givers stand apart by a semicolon, each with its points: `contestant:points`. A name may end with a space. */
const jury = (givers: string, head: Partial<Section> = {}): Section =>
  ({
    ...{ kind: 'jury', mode: 'givers', title: 'Жюри' },
    givers: givers.split('; ').map((giver) => {
      const [, name = '', points] = /^(.*?)((?: \d:\d+)*)$/.exec(giver) ?? [];
      return { name, points: (points?.match(/\d:\d+/g) ?? []).map((pair) => pair.split(':').map(Number)) };
    }),
    ...head,
  }) as Section;
const audience = (...places: [contestant: number, place: number | null, points: number | null][]): Section => ({
  ...{ kind: 'audience', mode: 'places', title: 'Зрители' },
  places: places.map(([contestant, place, points]) => ({ contestant, place, points })),
});
const table = (...sections: Section[]): Scores => ({ sections, control_total: null });
const merge = (base: Scores, mine: Scores, theirs: Scores) => mergeScores(base, mine, theirs, PERFORMERS);

test('cells that two have changed apart are all there, with the sum and what one has added, renamed or put into another order', () => {
  const base = table(jury('Тверь 1:12; Псков; Тула 2:8'), audience([1, 1, 12]));
  const mine = table(jury('Тверь 1:12 2:10; Псков 1:7; Тула 2:8'), audience([2, 2, null]));
  const guests = jury('Уфа 1:2', { title: 'Гости' });
  const theirs: Scores = {
    sections: [jury('Орёл 1:3; Тула 2:8; Псков 2:5; Тверь  1:8', { scale: [] }), audience([1, 1, 10]), guests],
    control_total: 40,
  };
  const givers = jury('Орёл 1:3; Тула 2:8; Псков 2:5 1:7; Тверь  1:8 2:10', { scale: [] });
  const merged: Scores = { sections: [givers, audience([1, null, 10], [2, 2, null]), guests], control_total: 40 };
  const clashes = ['Зрители, баллы, Анна: у вас пусто, сохранено 10'];
  const own = { ...merged, sections: merged.sections.with(1, audience([2, 2, null], [1, null, null])) };
  expect(merge(base, mine, theirs)).toMatchObject({ merged: own, clashes, isApart: false });
  expect(merge(base, theirs, mine)).toMatchObject({ merged, isApart: false });
});

test('what both have changed is mine and is told with both values, unless they agree', () => {
  const base = table(jury('Тверь 1:12; Псков 1:7'));
  const mine = { ...table(jury('Тверь 1:10; Псков 1:8')), control_total: 3 };
  const theirs = { ...table(jury('Тверь 1:8; Псков 1:8')), control_total: 4 };
  const clashes = ['Контрольная сумма: у вас 3, сохранено 4', 'Тверь, Анна: у вас 10, сохранено 8'];
  expect(merge(base, mine, theirs)).toEqual({ merged: mine, clashes, isApart: false });
});

test.each([
  ['another order', 'Тула; Псков 1:7', 'Псков 1:7; Тула; Омск'],
  ['another name for one giver', 'Псков 1:7; Рязань', 'Псков 1:7; Калуга'],
  ['points of a giver whom the other has removed', 'Псков 1:9; Тула', 'Тула'],
  ['a giver removed whom the other gave points', 'Псков 1:7', 'Псков 1:7; Тула 1:1'],
  ['two givers of one name, and another order', 'Псков 1:8; Тула', 'Тверь; Тверь; '],
])(
  'when both have changed what belongs together (%s), mine is all that is kept, and it is told',
  (_what, own, others) => {
    const mine = table(jury(own));
    const merged = merge(table(jury('Псков 1:7; Тула')), mine, table(jury(others)));
    expect(merged).toEqual({ merged: mine, clashes: [], isApart: true });
  },
);

test('a section, a giver or an order that one alone has changed is as that one has it', () => {
  const children = jury('Орёл', { title: 'Дети' });
  const base = table(jury('Псков 1:7; Тула'), children);
  for (const changed of [
    table(jury('Тула; Псков 1:7'), children),
    table(children),
    table(jury('Псков 1:7; Рязань'), children),
  ]) {
    expect(merge(base, changed, base)).toEqual({ merged: changed, clashes: [], isApart: false });
    expect(merge(base, base, changed)).toEqual({ merged: changed, clashes: [], isApart: false });
  }
});

test('two givers of one name, and one without a name yet, stay what they are', () => {
  const [base, mine, theirs, merged] = [
    ...['Тверь 1:1; Тверь 1:2;  1:3', 'Тверь 1:1; Тверь 1:9;  1:3'],
    ...['Тверь 1:5; Тверь 1:2;  1:6', 'Тверь 1:5; Тверь 1:9;  1:6'],
  ].map((givers) => table(jury(givers))) as [Scores, Scores, Scores, Scores];
  expect(merge(base, mine, theirs)).toEqual({ merged, clashes: [], isApart: false });
});

test('the desk says of a step what visitors read, without the points of who withdrew', () => {
  const { sections } = table(jury('Тверь 1:10 3:12; Псков 2:12'));
  const told = 'Жюри: Тверь. 10\u00a0баллов\u00a0— Анна. Лидирует с\u00a0результатом 10\u00a0баллов.';
  expect(textAfterStep(sections, PERFORMERS, 1, false)).toBe(told);
});
