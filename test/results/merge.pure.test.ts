import { expect, test } from 'vitest';
import { mergeScores } from '../../app/routes/admin/results/merge.ts';
import type { Points, Scores, Section } from '../../model/results/scores.ts';

const PERFORMERS = [
  { id: 1, name: 'Анна' },
  { id: 2, name: 'Борис' },
] as Parameters<typeof mergeScores>[3];

const jury = (givers: Record<string, Points[]>, head: Partial<Section> = {}): Section =>
  ({
    ...{ kind: 'jury', mode: 'givers', title: 'Жюри' },
    givers: Object.entries(givers).map(([name, points]) => ({ name, points })),
    ...head,
  }) as Section;
const audience = (...places: [contestant: number, place: number | null, points: number | null][]): Section => ({
  ...{ kind: 'audience', mode: 'places', title: 'Зрители' },
  places: places.map(([contestant, place, points]) => ({ contestant, place, points })),
});
const table = (...sections: Section[]): Scores => ({ sections, control_total: null });
const merge = (base: Scores, mine: Scores, theirs: Scores) => mergeScores(base, mine, theirs, PERFORMERS);

const pointed = (...points: Points[]) => points;

test('cells that two have changed apart are all there, with the sum and what one has added, renamed or put into another order', () => {
  const base = table(jury({ Тверь: [[1, 12]], Псков: [], Тула: [[2, 8]] }), audience([1, 1, 12]));
  const mine = table(
    jury({ Тверь: pointed([1, 12], [2, 10]), Псков: [[1, 7]], Тула: [[2, 8]] }),
    audience([2, 2, null]),
  );
  const theirs: Scores = {
    sections: [
      jury({ Орёл: [[1, 3]], Тула: [[2, 8]], Псков: [[2, 5]], 'Тверь ': [[1, 8]] }, { scale: [] }),
      audience([1, 1, 10]),
      jury({ Уфа: [[1, 2]] }, { title: 'Гости' }),
    ],
    control_total: 40,
  };
  const merged: Scores = {
    sections: [
      jury(
        { Орёл: [[1, 3]], Тула: [[2, 8]], Псков: pointed([2, 5], [1, 7]), 'Тверь ': pointed([1, 8], [2, 10]) },
        { scale: [] },
      ),
      audience([1, null, 10], [2, 2, null]),
      jury({ Уфа: [[1, 2]] }, { title: 'Гости' }),
    ],
    control_total: 40,
  };
  const clashes = ['Зрители, баллы, Анна: у вас пусто, сохранено 10'];
  const own = { ...merged, sections: merged.sections.with(1, audience([2, 2, null], [1, null, null])) };
  expect(merge(base, mine, theirs)).toMatchObject({ merged: own, clashes, isApart: false });
  expect(merge(base, theirs, mine)).toMatchObject({ merged, isApart: false });
});

test('what both have changed is mine and is told with both values, unless they agree', () => {
  const base = table(jury({ Тверь: [[1, 12]], Псков: [[1, 7]] }));
  const mine = table(jury({ Тверь: [[1, 10]], Псков: [[1, 8]] }));
  const theirs = table(jury({ Тверь: [[1, 8]], Псков: [[1, 8]] }));
  expect(merge(base, { ...mine, control_total: 3 }, { ...theirs, control_total: 4 })).toEqual({
    merged: { ...mine, control_total: 3 },
    clashes: ['Контрольная сумма: у вас 3, сохранено 4', 'Тверь, Анна: у вас 10, сохранено 8'],
    isApart: false,
  });
});

test.each<[string, mine: Section[], theirs: Section[]]>([
  ['another order', [jury({ Тула: [], Псков: [[1, 7]] })], [jury({ Псков: [[1, 7]], Тула: [], Омск: [] })]],
  ['another name for one giver', [jury({ Псков: [[1, 7]], Рязань: [] })], [jury({ Псков: [[1, 7]], Калуга: [] })]],
  ['points of a giver whom the other has removed', [jury({ Псков: [[1, 9]], Тула: [] })], [jury({ Тула: [] })]],
  [
    'a giver removed whom the other gave points',
    [jury({ Псков: [[1, 7]] })],
    [jury({ Псков: [[1, 7]], Тула: [[1, 1]] })],
  ],
  ['two givers of one name, and another order', [jury({ Псков: [[1, 8]], Тула: [] })], [twins(), jury({})]],
])(
  'when both have changed what belongs together (%s), mine is all that is kept, and it is told',
  (_what, mine, theirs) => {
    const base = table(jury({ Псков: [[1, 7]], Тула: [] }));
    expect(merge(base, table(...mine), table(...theirs))).toEqual({
      merged: table(...mine),
      clashes: [],
      isApart: true,
    });
  },
);

test('a section, a giver or an order that one alone has changed is as that one has it', () => {
  const base = table(jury({ Псков: [[1, 7]], Тула: [] }), jury({ Орёл: [] }, { title: 'Дети' }));
  for (const changed of [
    table(jury({ Тула: [], Псков: [[1, 7]] }), jury({ Орёл: [] }, { title: 'Дети' })),
    table(jury({ Орёл: [] }, { title: 'Дети' })),
    table(jury({ Псков: [[1, 7]], Рязань: [] }), jury({ Орёл: [] }, { title: 'Дети' })),
  ]) {
    expect(merge(base, changed, base)).toEqual({ merged: changed, clashes: [], isApart: false });
    expect(merge(base, base, changed)).toEqual({ merged: changed, clashes: [], isApart: false });
  }
});

test('two givers of one name, and one without a name yet, stay what they are', () => {
  const base = table(twins([1, 1], [1, 2], [1, 3]));
  const mine = table(twins([1, 1], [1, 9], [1, 3]));
  const theirs = table(twins([1, 5], [1, 2], [1, 6]));
  expect(merge(base, mine, theirs)).toEqual({
    merged: table(twins([1, 5], [1, 9], [1, 6])),
    clashes: [],
    isApart: false,
  });
});

function twins(...points: Points[]): Section {
  const names = ['Тверь', 'Тверь', ''];
  const givers = names.map((name, at) => ({ name, points: points.slice(at, at + 1) }));
  return { ...jury({}), givers } as Section;
}
