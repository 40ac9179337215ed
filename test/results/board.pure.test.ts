import { expect, test } from 'vitest';
import { boardOf, contendersOf, isSemiFinal, placeText, stepsUntil, stepText } from '../../model/results/board.ts';
import { gapsOf, missingPlace } from '../../model/results/gaps.ts';
import { planOf, type Section, stepsOf, totalOf } from '../../model/results/scores.ts';

const contestants = ['Анна', 'Борис', 'Вера'].map((name) => ({ slug: name, name, song: '', country: '' }));
const pairs = (words: string) => words.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
const step = (section: 'jury' | 'audience', points: string, at = '2030-07-20T20:00:00.000Z') => ({
  ...{ at, section, points: pairs(points) },
  title: section === 'jury' ? 'Жюри: Томск' : 'Зрители: 1-е место',
});
type Step = ReturnType<typeof step>;
const juries = (...points: string[]) => points.map((each) => step('jury', each));
const audience = (points: string) => step('audience', points);
const order = (steps: Step[]) => boardOf({ contestants, steps }).map(({ contestant }) => contestants[contestant]?.name);

test('a board is in the running order before the first step, and is summed by jury and audience', () => {
  expect(order([])).toEqual(['Анна', 'Борис', 'Вера']);
  expect(boardOf({ contestants, steps: [...juries('1:12 2:10'), audience('2:5')] })).toEqual([
    { contestant: 2, place: 1, isShared: false, jury: 10, audience: 5, total: 15 },
    { contestant: 1, place: 2, isShared: false, jury: 12, audience: 0, total: 12 },
    { contestant: 0, place: 3, isShared: false, jury: 0, audience: 0, total: 0 },
  ]);
});

test.each<[string, Step[]]>([
  ['who has more of the audience', [...juries('0:10'), audience('1:10')]],
  ['whom more givers gave points', juries('0:10', '1:5 0:2', '1:5', '1:2')],
  ['who has more of the highest marks', juries('0:10 1:12', '0:10 1:8')],
  ['who performed earlier', juries('2:12 1:12')],
])('a board puts %s first where points are equal', (_rule, steps) => expect(order(steps)[0]).toBe('Борис'));

test('those who are equal in everything share their place, in the running order, and it is said', () => {
  const steps = [step('jury', '1:12 2:12 0:5')];
  const places = boardOf({ contestants, steps }).map((row) => `${row.contestant} ${placeText(row)}`);
  expect(places).toEqual(['1 делит 1-е место', '2 делит 1-е место', '0 3-е место']);
  const words = (state: 'revealing' | 'final') => stepText({ state, contestants, steps });
  const given = 'Жюри: Томск. 12\u00a0баллов\u00a0— Борис и Вера.';
  expect(words('revealing')).toBe(`${given} Лидируют Борис и Вера, 12\u00a0баллов.`);
  expect(words('final')).toBe(`${given} Первое место делят Борис и Вера, 12\u00a0баллов.`);
});

const givers = (steps: number, top: number | null = 12) => ({ mode: 'givers' as const, steps, top });
const byPlaces = { mode: 'places' as const, steps: 3, top: null };

test.each<[string, Parameters<typeof contendersOf>[0]['plan'], Step[], number[]]>([
  ['everybody, while the scale makes up for the gap', [givers(2)], juries('0:12 1:10'), [0, 1, 2]],
  ['nobody whom the highest mark leaves behind', [givers(3)], juries('0:12 1:10', '0:10 1:1'), [0, 1]],
  ['everybody, where any points may come', [givers(2, null)], juries('0:99'), [0, 1, 2]],
  ['everybody, before a section by places', [givers(1), byPlaces], juries('0:12'), [0, 1, 2]],
  ['nobody whose place is known and who is behind', [byPlaces], [audience('2:3')], [0, 1, 2]],
  ['nobody below the next places', [givers(1), byPlaces], [...juries('0:12'), audience('2:3')], [0, 1]],
  ['the first alone at the end', [givers(1)], juries('0:10 1:12'), [1]],
  ['everybody, of a board without a plan', undefined, juries('0:10'), [0, 1, 2]],
])('can still win: %s', (_rule, plan, steps, able) =>
  expect(contendersOf({ contestants, steps, ...(plan && { plan }) })).toEqual(able),
);

test('a plan tells sections, steps and the top of a scale, and no points', () => {
  const places = [1, 2].map((place) => ({ contestant: place, place, points: 50 }));
  const named = [{ name: 'Тверь', points: pairs('1:99') }];
  const jury: Section = { kind: 'jury', title: 'Жюри', mode: 'givers', givers: named };
  const audience: Section = { kind: 'audience', title: 'Зрители', mode: 'places', places };
  const plan = [givers(1), givers(1, null), { ...byPlaces, steps: 2 }];
  expect(planOf([jury, { ...jury, scale: [] }, audience])).toEqual(plan);
});

test('a semi-final is known by its title', () => {
  const titles = ['Первый полуфинал', '1/2 финала', 'Semi-final', 'Гранд-финал', 'Отбор'];
  expect(titles.filter(isSemiFinal)).toEqual(titles.slice(0, 3));
});

test('a board of a viewer behind the live edge knows only what was revealed by then', () => {
  const [early, late] = ['2030-07-20T20:00:00.000Z', '2030-07-20T20:00:30.000Z'];
  const steps = [step('jury', '0:1', early), step('jury', '1:5', late)];
  expect(order(stepsUntil(steps, Date.parse(late) - 1))[0]).toBe('Анна');
  expect(order(stepsUntil(steps, Date.parse(late)))[0]).toBe('Борис');
});

test('a board is said in one sentence a step', () => {
  const steps = [step('jury', '1:12 2:1'), step('jury', '2:12 0:10')];
  const words = (state: 'revealing' | 'final', ...opened: Step[]) => stepText({ state, contestants, steps: opened });
  expect(words('revealing')).toBe('');
  const first = 'Жюри: Томск. 12\u00a0баллов\u00a0— Борис. Лидирует с\u00a0результатом 12\u00a0баллов.';
  expect(words('revealing', ...steps.slice(0, 1))).toBe(first);
  expect(words('revealing', audience('2:0'))).toBe('Зрители: 1-е место. 0\u00a0баллов\u00a0— Вера.');
  expect(words('final', ...steps)).toBe(
    'Жюри: Томск. 12\u00a0баллов\u00a0— Вера. Первое место\u00a0— Вера, 13\u00a0баллов.',
  );
});

const performers = [1, 2, 3].map((id) => ({ id, name: contestants[id - 1]?.name ?? '' }));
const juryOf = (...given: [string, string][]): Section => ({
  ...{ kind: 'jury', title: 'Жюри', mode: 'givers' },
  givers: given.map(([name, points]) => ({ name, points: points ? pairs(points) : [] })),
});
const places = (words: string): Section => ({
  ...{ kind: 'audience', title: 'Зрители', mode: 'places' },
  places: words.split(', ').map((row) => {
    const [contestant = 0, place = null, points = null] = row.split(' ').map((word) => (word === '–' ? null : +word));
    return { contestant: contestant ?? 0, place, points };
  }),
});
const LEFT = 'есть баллы тому, кто не выступает. Сохраните таблицу ещё раз.';
const WHAT = 'сколько баллов во всей таблице.';
const COMPARE = 'введено 13. Сверьте с бумагой таблицу и саму сумму.';

test('a sheet is revealed giver by giver, and by places from the last to the first', () => {
  const sections = [juryOf(['Томск', '1:12']), places('1 2 30, 2 1 50, 3 3 0')];
  expect(stepsOf(sections)).toEqual([
    { section: 'jury', title: 'Жюри: Томск', points: [[1, 12]] },
    { section: 'audience', title: 'Зрители: 3-е место', points: [[3, 0]] },
    { section: 'audience', title: 'Зрители: 2-е место', points: [[1, 30]] },
    { section: 'audience', title: 'Зрители: 1-е место', points: [[2, 50]] },
  ]);
  expect(gapsOf({ sections, control_total: totalOf(sections) }, performers)).toEqual([]);
});

test.each<[what: string, sections: Section[], missing: string, control?: number | null]>([
  ['without sections', [], 'Добавьте раздел: жюри или зрителей.'],
  ['without givers', [juryOf()], '«Жюри»: добавьте того, кто даёт баллы.'],
  ['with a giver without a name', [juryOf(['', '1:1'])], '«Жюри»: впишите название в столбец 1.'],
  ['with a giver without points', [juryOf(['Томск', ''])], '«Жюри»: Томск — баллов ещё нет.'],
  ['with a giver twice', [juryOf(['Томск', '1:1'], ['Томск', '1:1'])], '«Жюри»: Томск стоит дважды.'],
  ['with a giver that looks like another', [juryOf(['Орёл', '1:1'], ['оpел', '1:1'])], '«Жюри»: оpел стоит дважды.'],
  ['with points of somebody who left', [juryOf(['Томск', '9:1'])], `«Жюри»: Томск — ${LEFT}`],
  ['with a place that misses', [places('1 1 5, 2 – 3, 3 2 1')], '«Зрители»: Борис — места ещё нет.'],
  ['with somebody that misses', [places('1 1 5, 2 2 3')], '«Зрители»: Вера — места ещё нет.'],
  ['with points that miss', [places('1 1 5, 2 2 –, 3 3 0')], '«Зрители»: Борис — баллов ещё нет.'],
  ['with a place twice', [places('1 1 5, 2 2 3, 3 2 3')], '«Зрители»: место 2 у двоих.'],
  ['with a shared place too far from others', [places('1 1 0, 2 1 0, 3 4 0')], '«Зрители»: места 2 нет ни у кого.'],
  ['with a place that is left out', [places('1 1 5, 2 2 3, 3 4 3')], '«Зрители»: места 3 нет ни у кого.'],
  ['with points that rise', [places('1 1 5, 2 2 7, 3 3 0')], '«Зрители»: у места 2 больше баллов, чем у места 1.'],
  ['without a control total', [juryOf(['Томск', '1:12'])], `Введите контрольную сумму: ${WHAT}`, null],
  ['with another control total', [juryOf(['Томск', '1:12'])], `Контрольная сумма не сходится: ${COMPARE}`, 13],
])('a sheet %s says what has to be done', (_what, sections, missing, control = totalOf(sections)) =>
  expect(gapsOf({ sections, control_total: control }, performers)).toEqual([missing]),
);

test.each([
  ['1 2 0, 2 1 0, 3 2 0', ['1 1-е место', '0 делит 2-е место', '2 делит 2-е место']],
  ['1 1 0, 2 2 0, 3 1 0', ['0 делит 1-е место', '2 делит 1-е место', '1 2-е место']],
  ['1 1 0, 2 3 0, 3 1 0', ['0 делит 1-е место', '2 делит 1-е место', '1 3-е место']],
])('places without points may be shared: %s', (words, said) => {
  const sections = [places(words)];
  expect(gapsOf({ sections, control_total: 0 }, performers)).toEqual([]);
  const steps = stepsOf(sections).map(({ points, ...each }) => {
    return { ...each, at: '', points: points.map(([id, given]): [number, number] => [id - 1, given]) };
  });
  expect(boardOf({ contestants, steps }).map((row) => `${row.contestant} ${placeText(row)}`)).toEqual(said);
  const [first] = steps;
  const last = contestants[first?.points[0]?.[0] ?? 0]?.name;
  expect(stepText({ state: 'revealing', contestants, steps: steps.slice(0, 1) })).toBe(
    `${first?.title}\u00a0— ${last}.`,
  );
  const gone = steps.slice(0, 1).map((each) => ({ ...each, points: [] }));
  expect(stepText({ state: 'revealing', contestants, steps: gone })).toBe(`${first?.title}.`);
  expect(stepText({ state: 'final', contestants, steps })).toMatch(/^Зрители\. Первое место\s(—|делят) [^\d]+\.$/);
});

test.each([
  ['1 1 3 4 4 6', undefined],
  ['1 2 2 3 3 4', undefined],
  ['1 2 2 3 5', 4],
  ['1 1 2 4', 3],
  ['2 2 3', 1],
])('shared places are counted in one way throughout: %s', (words, missing) =>
  expect(missingPlace(words.split(' ').map(Number))).toBe(missing),
);

test('a sentence names the first three of more than five, and counts the others: the board has them all', () => {
  const many = [...'АБВГДЕ'].map((name) => ({ slug: name, name, song: '', country: '' }));
  const words = (points: string) =>
    stepText({ state: 'revealing', contestants: many, steps: [step('jury', points)] }).replaceAll('\u00a0', ' ');
  const five = 'А, Б, В, Г и Д. Лидируют А, Б, В, Г и Д, 7 баллов.';
  expect(words('0:7 1:7 2:7 3:7 4:7')).toBe(`Жюри: Томск. 7 баллов — ${five}`);
  const six = 'А, Б, В и ещё 3. Лидируют А, Б, В и ещё 3, 7 баллов.';
  expect(words('0:7 1:7 2:7 3:7 4:7 5:7')).toBe(`Жюри: Томск. 7 баллов — ${six}`);
});

test('a finished board names one first place, and breaks no name across lines', () => {
  const named = contestants.with(0, { slug: 'anna', name: 'Анна Ли', song: '', country: '' });
  const board = { state: 'final' as const, contestants: named, steps: [step('jury', '0:12'), step('audience', '1:5')] };
  expect(stepText(board)).toBe(
    'Зрители. 5\u00a0баллов\u00a0— Борис. Первое место\u00a0— Анна\u00a0Ли, 12\u00a0баллов.',
  );
  expect(stepText(board, true)).toBe('Первое место\u00a0— Анна\u00a0Ли, 12\u00a0баллов.');
});
