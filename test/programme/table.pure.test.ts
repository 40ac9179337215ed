import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTable, toCsv } from '../../model/text/table.ts';

const cellsOf = (text: string) => parseTable(text).map(({ cells }) => cells);

test.each([
  ['"Номер\nвыступления";Имя\n1;Анна\n', ['Номер\nвыступления', 'Имя']],
  ['"Город; страна",Имя\nТомск,Анна\n', ['Город; страна', 'Имя']],
  ['"Имя ""сцены""\n(полное)"\tПесня\nАнна\tСвет', ['Имя "сцены"\n(полное)', 'Песня']],
  ['\ufeffДиск 12";Имя\r\n1;"Анна"\r\n', ['Диск 12"', 'Имя']],
  ['Финал, Томск\n№;Имя\n1;Анна\n2;Вера, Ян', ['Финал, Томск']],
])('the separator of %j is found outside its quoted headings and its title', (text, head) => {
  const rows = cellsOf(text);
  expect([rows[0], rows[1]?.length]).toEqual([head, 2]);
});

const unit = fc.constantFrom(...'aя1 ;,\t\n"«=+-@\'');
const cell = fc.string({ unit, maxLength: 12 }).map((text) => text.trim());

test('any table that is saved as CSV is read back as it was, formulas too, and any text without an error', () => {
  const tables = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
  fc.assert(fc.property(tables, (rows) => void expect(cellsOf(toCsv(rows))).toEqual([...rows, ['']])));
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 200 }));
  fc.assert(fc.property(text, (given) => void expect(parseTable(given).length).toBeGreaterThan(0)));
});
