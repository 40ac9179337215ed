import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { readSheets } from '../../app/ui/admin/table-file.tsx';
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

const fileOf = (bytes: Uint8Array | string) => new File([bytes as BlobPart], 'таблица');
const ROWS = [['Имя'], ['Анна']];

/** Two sheets with `more` below their rows, and the list of the sheets as `list` leaves it. */
async function workbook(more: string, list = (xml: string) => xml): Promise<File> {
  const data = ROWS.map((row) => row.map((value) => ({ value })));
  const sheets = ['Черновик', 'Финал'].map((sheet) => ({ sheet, data }));
  const parts = unzipSync(await writeXlsx(sheets).toBuffer());
  for (const [name, part] of Object.entries(parts)) {
    const xml = Buffer.from(part).toString().replace('</sheetData>', `${more}$&`);
    parts[name] = Buffer.from(name === 'xl/workbook.xml' ? list(xml) : xml);
  }
  return fileOf(zipSync(parts));
}

test('formatted blank cells below a table are nothing, a filled cell far from it is named, and a bomb is not unpacked', async () => {
  const blank = Array.from({ length: 30_000 }, (_, at) => `<row r="${at + 3}"><c r="B${at + 3}" s="0"/></row>`);
  expect((await readSheets(await workbook(blank.join(''))))[1]).toEqual({ name: 'Финал', rows: ROWS });
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  await expect(readSheets(await workbook(far))).rejects.toThrow('XFD1048576');
  await expect(readSheets(await workbook('', () => ' '.repeat(33_600_000)))).rejects.toThrow('слишком велика');
});

test('hidden sheets stay out, an error of a formula is its text, and a time has no day', async () => {
  const cell = '<row r="3"><c r="A3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
  const hidden = await workbook(cell, (xml) => xml.replace('name="Черновик"', '$& state="hidden"'));
  expect(await readSheets(hidden)).toEqual([{ name: 'Финал', rows: [...ROWS, ['#DIV/0!']] }]);
  const at = { value: new Date('1899-12-30T18:30:00Z'), type: Date, format: 'hh:mm' } as const;
  expect((await readSheets(fileOf(await writeXlsx([[at]]).toBuffer())))[0]?.rows).toEqual([['18:30']]);
});

test.each([
  ['', 'ничего нет'],
  [' \n;;\n', 'ничего нет'],
  ['\u00d0\u00cf\u0011\0', 'Это не таблица Excel'],
])('the text %j is no table, which is said', (text, said) => expect(readSheets(fileOf(text))).rejects.toThrow(said));
