import { expect, test } from 'vitest';
import { fromLongForm, newColumns } from '../../app/routes/admin/results/paste/long-form.ts';
import { blockOf, blockOfFile, planFill } from '../../app/routes/admin/results/paste/plan.ts';
import { wholeNumber } from '../../app/ui/admin/fields/whole-number.tsx';
import { rowsIn } from '../rig/cases.ts';

const LIMITS = { most: 100_000 };

/** What is typed, by what is made of it. */
const cases = <Made>(made: [Made, string[]][]) =>
  made.flatMap(([value, all]) => all.map((typed) => ({ typed, value })));

test.each(
  cases<number | null>([
    [12, ['12', ' 12\n', '\u00a012']],
    [0, ['0']],
    [7, ['007']],
    [1000, ['1\u00a0000']],
    [12_345, ['12\u202f345']],
    [100_000, ['100000']],
    [null, ['', ' \t\u00a0']],
  ]),
)('a field of a number takes $typed as $value', ({ typed, value }) =>
  expect(wholeNumber(typed, LIMITS)).toEqual({ value }),
);

const WRONG = 'нужно целое число от 0 до 100\u00a0000.';

test.each([
  ...['-5', '−5', '7,5', '7.5', '12,0', '1,000', '1e3', '0x10', '7 баллов', '1²', '①', '١٢', '１２', '+5', 'Infinity'],
  ...['12 10', '12\t10\t8', '12\n10', '12;10', '1 000', '12\u00a010', '1\u00a0000\u00a010'],
  ...['100001', '9'.repeat(39), '9'.repeat(400)],
])('a field of a number says of %j what it takes', (typed) =>
  expect(wholeNumber(typed, LIMITS)).toEqual({ value: null, problem: `«${typed.slice(0, 40)}»: ${WRONG}` }),
);

test('a field of a number has limits of its own, and may stand for a number when it is blank', () => {
  expect(wholeNumber('0', { least: 1, most: 10 }).problem).toBe('«0»: нужно целое число от 1 до 10.');
  expect(wholeNumber(' ', { most: 10, blank: 0 })).toEqual({ value: 0 });
});

/** Cells stand apart by a bar, rows by a slash. */
const cut = (rows: string) => rows.split('/').map((row) => row.split('|'));

test.each(rowsIn<[string, string, string?]>('results/copied.txt'))('a copied block is read: %s', (_what, text, rows) =>
  expect(blockOf(text)).toEqual(rows ? cut(rows) : []),
);

const rows = ['Анна', 'Борис', 'Вера', 'Алёна'];
const columns = ['Томск', 'Псков', ''].map((name) => ({ name, limits: LIMITS }));
const grid = { rows, columns, valueAt: (row: number, column: number) => (row === 0 && column === 0 ? 5 : null) };
const plan = (text: string, row = 0, column = 0) => planFill(blockOf(text), grid, { row, column });
const cells = (text: string, row?: number, column?: number) =>
  plan(text, row, column).filled.map(({ row: at, column: of, after }) => `${rows[at]} ${of} ${after}`);

test('a block over a table fills from the focused cell on, gaps too, and knows what was there', () => {
  const filled = [
    { row: 0, column: 0, before: 5, after: 12 },
    { row: 1, column: 0, before: null, after: null },
    { row: 2, column: 0, before: null, after: 8 },
  ];
  expect(plan('12\n\n8')).toEqual({ filled, refused: [], notes: [] });
  expect(cells('1\t2\n3\t4', 2, 1)).toEqual(['Вера 1 1', 'Вера 2 2', 'Алёна 1 3', 'Алёна 2 4']);
});

test('a block over a table goes by names where there are names, in any order, with headings of both sides', () => {
  const inOrder = ['Алёна 1 1', 'Алёна 0 2', 'Борис 1 3', 'Борис 0 4'];
  expect(cells('Участник\tПсков\tТомск\nалена\t1\t2\n «Борис» \t3\t4', 3, 2)).toEqual(inOrder);
  expect(cells('№\tКто\tТомск\n1\tВера\t12\n2\tАнна\t10')).toEqual(['Вера 0 12', 'Анна 0 10']);
  expect(cells('Псков\n12\n10')).toEqual(['Анна 1 12', 'Борис 1 10']);
  const block = blockOf("Кто\tТомск\nО'Нил\t12\nЯн — Йо\t10");
  const { filled } = planFill(block, { ...grid, rows: ['Ян-Йо', 'О’Нил'] }, { row: 0, column: 0 });
  expect(filled.map(({ row, after }) => `${row} ${after}`)).toEqual(['1 12', '0 10']);
});

test('a block over a table leaves out what has an unknown name, and says so', () => {
  const { filled, refused } = plan('\tТомск\tОрёл\nАнна\t12\t1\nВсего\t58\t58\n\t\t\nВера\t–\t2');
  expect(filled).toEqual([{ row: 0, column: 0, before: 5, after: 12 }]);
  expect(refused).toEqual([
    { what: 'Всего', why: 'такого участника в концерте нет' },
    { what: 'Орёл', why: 'такого столбца в таблице нет' },
    { row: 2, column: 0, what: 'Томск: Вера', why: `«–»: ${WRONG}` },
  ]);
  const twice = plan('Анна\t1\nАнна\t2\nБорис\t3').refused.map(({ why }) => why);
  expect(twice).toEqual(Array(2).fill('это имя встречается дважды'));
});

test.each([
  ['a title', 'Баллы жюри финала//Исполнитель|Омск|Казань/Анна|12|10/Вера|10|8'],
  ['headings of two rows', 'Исполнитель|Жюри/|Омск|Казань/Никто|8|12/Анна|12|10/Вера|10|8'],
  ['songs, places and sums', '№|Артист|Песня|Омск|Казань|Всего|Место/1|Анна|Дом|12|10|22|1/2|Вера|Лес|10|8|18|2'],
  ['texts and a heading twice', 'Имя|Округ|Омск|Бис|Казань|Бис/Анна|ЦФО|12|1|10|2/Вера|УФО|10|1|8|2'],
  ['data', 'Имя|Возраст|Омск|Казань|Средний балл|Рейтинг жюри|Процент|%/Aнна|19|12|10|11|1|55|9/Вeра|20|10|8|9|2|45|8'],
  ['decimals', 'Имя|Омск|Казань/Анна|12,00|10.0/Вера|10,0|8'],
  ['three columns and a title', 'Баллы/Кто|Кому|Сколько/Омск|Анна|12/Омск|Вера|10/Казань|Анна|10/Казань|Вера|8'],
  ['a row for each giver', 'Баллы/№|Жюри|Анна|Вера|Всего/1|Омск|12|10|22/2|Казань|10|8|18'],
  [
    'percents',
    'Имя|Жюри (50%)|Зрители 50 %|Средняя|% голосов/Анна|12|10|11|9/Вера|10|8|9|8',
    'Жюри (50%)|Зрители 50 %',
  ],
])('a sheet of points with %s brings its givers', (_what, text = '', givers = 'Омск|Казань') => {
  const [one, other] = givers.split('|');
  const block = fromLongForm(blockOfFile(cut(text)), { ...grid, columns: [] });
  const added = newColumns(block, { rows, columns: [] });
  expect(added).toEqual([one, other]);
  const wide = { ...grid, columns: added.map((name) => ({ name, limits: LIMITS })) };
  const { filled } = planFill(block, wide, { row: 0, column: 0 });
  const points = filled.map(({ row, column, after }) => `${rows[row]} ${added[column]} ${after}`);
  expect(points).toEqual([`Анна ${one} 12`, `Анна ${other} 10`, `Вера ${one} 10`, `Вера ${other} 8`]);
});

test('a sheet of points is turned only where its rows are givers', () => {
  const votes = (names: string[]) => ({ ...grid, columns: names.map((name) => ({ name, limits: LIMITS })) });
  const kept = (text: string, names: string[]) => expect(fromLongForm(cut(text), votes(names))).toEqual(cut(text));
  kept('|Анна|Борис|Вера|Алёна/Анна|0|10|8|7/Борис|12|0|8|7', rows);
  kept('|Анна|Борис|Вера/Омск|12|10|8/Казань|10|8', ['Омск', 'Казань']);
  const many = Array.from({ length: 200_000 }, () => ['Никто', '1', '2', '3']);
  expect(fromLongForm(many, votes([]))).toHaveLength(200_000);
});

test('a block over a table without a known name goes by order, and says that names are not compared', () => {
  const { filled, notes } = plan('Страна\tБалл\nБразилия\t12\nПеру\t10');
  expect(filled.map(({ row, after }) => `${row} ${after}`)).toEqual(['0 12', '1 10']);
  const unlike = (what: string, which: string) => `${what} не совпали с${which}: баллы пойдут по порядку.`;
  expect(notes).toEqual([unlike('Имена слева', ' участниками концерта'), unlike('Заголовки', 'о столбцами таблицы')]);
});

test.each<[string, string, number, number, string]>([
  ['too many rows', '1\n2\n3', 2, 0, 'Скопировано 3 строки, а от этой ячейки вниз — 2.'],
  ['too many columns', '1\t2', 0, 2, 'Скопировано 2 столбца, а от этой ячейки вправо — 1.'],
  ['rows of different lengths', '1\t2\n3', 0, 0, 'Строки разной длины: в первой 2 ячейки, в другой 1 ячейка.'],
  ['no numbers', 'a\nb', 0, 0, 'В скопированном нет ни одного числа.'],
  ['only what is no whole number', '7,5\n-5', 0, 0, 'В скопированном нет ни одного числа.'],
])('a block over a table with %s fills nothing', (_what, text, row, column, problem) =>
  expect(plan(text, row, column).problem).toContain(problem),
);

test('a block over a table keeps cells over the limit as they were', () => {
  const over = { row: 0, column: 0, what: 'Томск: Анна', why: `«100001»: ${WRONG}` };
  expect(plan('100001\n1').refused).toEqual([over]);
});

const wide = (text: string) => fromLongForm(blockOf(text), grid);
const WHOLE = cut('|Томск|Орёл|Псков/Анна|12|10|/Вера||12|8');

test.each(rowsIn('results/three-columns.txt', 'become a block'))(
  'points in three columns become a block: %s',
  (_, text) => expect(wide(text)).toEqual(WHOLE),
);

test.each(rowsIn('results/three-columns.txt', 'are none'))(
  'points in three columns are told from a block: %s',
  (_, text) => expect(wide(text)).toEqual(blockOf(text)),
);

test('points in three columns leave what they do not name, and name what is wrong', () => {
  const block = wide('Псков\tАнна\t12\nПсков\tАнна\t10\nТомск\tВера\t7\nТомск\tКто-то\t3');
  const { filled, refused } = planFill(block, grid, { row: 0, column: 0 });
  const changed = filled.filter(({ before, after }) => before !== after);
  expect(changed).toEqual([{ row: 2, column: 0, before: null, after: 7 }]);
  expect(refused.map(({ what, why }) => `${what}: ${why}`)).toEqual([
    'Кто-то: такого участника в концерте нет',
    `Псков: Анна: «12 / 10»: ${WRONG}`,
  ]);
});
