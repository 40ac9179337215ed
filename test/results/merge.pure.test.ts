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

test('cells, givers, sections, the scale and the sum that two have changed apart are all there', () => {
  const base = table(jury({ Тверь: [[1, 12]], Псков: [], Тула: [[2, 8]] }), audience([1, 1, 12]));
  const mine = table(
    jury(
      {
        Тверь: [
          [1, 12],
          [2, 10],
        ],
        Псков: [[1, 7]],
        Омск: [[2, 1]],
      },
      { title: 'Жюри регионов' },
    ),
    audience([1, 1, 12], [2, 2, null]),
  );
  const theirs: Scores = {
    sections: [
      jury({ Тверь: [[1, 8]], Псков: [[2, 5]], Тула: [[2, 8]], Орёл: [[1, 3]] }, { scale: [] }),
      audience([1, 1, 10]),
      jury({ Уфа: [[1, 2]] }, { title: 'Гости' }),
    ],
    control_total: 40,
  };
  expect(merge(base, mine, theirs)).toEqual({
    merged: {
      sections: [
        jury(
          {
            Тверь: [
              [1, 8],
              [2, 10],
            ],
            Псков: [
              [1, 7],
              [2, 5],
            ],
            Омск: [[2, 1]],
            Орёл: [[1, 3]],
          },
          { title: 'Жюри регионов', scale: [] },
        ),
        audience([1, 1, 10], [2, 2, null]),
        jury({ Уфа: [[1, 2]] }, { title: 'Гости' }),
      ],
      control_total: 40,
    },
    clashes: [],
  });
});

test('what both have changed is mine and is told with both values, unless they agree', () => {
  const base = table(jury({ Тверь: [[1, 12]], Псков: [[1, 7]], Тула: [[1, 3]] }), audience([1, 1, null], [2, 2, 5]));
  const mine = table(jury({ Тверь: [[1, 10]], Псков: [[1, 8]], Тула: [[1, 4]] }), audience([1, 2, null], [2, 2, 5]));
  const theirs = table(jury({ Тверь: [[1, 8]], Псков: [[1, 8]] }), audience([1, 1, null], [2, 1, null]));
  const { merged, clashes } = merge(base, { ...mine, control_total: 3 }, { ...theirs, control_total: 4 });
  expect(merged).toEqual({
    ...table(mine.sections[0] as Section, audience([1, 2, null], [2, 1, null])),
    control_total: 3,
  });
  expect(clashes).toEqual([
    'Тверь, Анна: у вас 10, сохранено 8',
    'Тула: изменено у вас, а в сохранённом убрано',
    'Контрольная сумма: у вас 3, сохранено 4',
  ]);
});

test('a giver whom one has removed while the other gave it points stays removed only where I have removed it, and is told', () => {
  const base = table(jury({ Тверь: [[1, 12]], Псков: [[1, 7]] }));
  const without = table(jury({ Псков: [[1, 7]] }));
  const changed = table(jury({ Тверь: [[1, 10]], Псков: [[1, 7]] }));
  expect(merge(base, without, changed)).toEqual({
    merged: without,
    clashes: ['Тверь: убрано у вас, а в сохранённом изменено'],
  });
  expect(merge(base, changed, without).merged).toEqual(changed);
  expect(merge(base, base, without)).toEqual({ merged: without, clashes: [] });
  expect(merge(base, without, base)).toEqual({ merged: without, clashes: [] });
});

test('the order in which givers are revealed is the one of who has changed it', () => {
  const order = (...names: string[]) => table(jury(Object.fromEntries(names.map((name) => [name, [[1, 1]]]))));
  const base = order('Тверь', 'Псков', 'Тула');
  const turned = order('Тула', 'Псков', 'Тверь');
  expect(merge(base, base, turned).merged).toEqual(turned);
  expect(merge(base, turned, base).merged).toEqual(turned);
  expect(merge(base, turned, order('Псков', 'Тверь', 'Тула')).merged).toEqual(turned);
});

test('two givers of one name, and two without a name yet, stay two', () => {
  const unfinished = (...points: Points[]): Section =>
    ({ ...jury({}), givers: points.map((each, at) => ({ name: at < 2 ? 'Тверь' : '', points: [each] })) }) as Section;
  const base = table(unfinished([1, 1], [1, 2], [1, 3], [1, 4]));
  const mine = table(unfinished([1, 1], [1, 9], [1, 3], [1, 8]));
  const theirs = table(unfinished([1, 5], [1, 2], [1, 6], [1, 4]));
  expect(merge(base, mine, theirs)).toEqual({ merged: table(unfinished([1, 5], [1, 9], [1, 6], [1, 8])), clashes: [] });
});
