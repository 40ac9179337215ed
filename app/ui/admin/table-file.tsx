import { Button, Menu } from '@mantine/core';
import { decodeText, parseTable, toCsv } from '../../../model/text/table.ts';
import { tellProblem } from './notices.ts';

const MAX_BYTES = 10 * 1024 * 1024; // a spreadsheet of a festival has some 100 KB
const ZIP = [0x50, 0x4b];

export const TABLE_FILES = '.xlsx,.csv,.tsv,.txt,text/csv,text/plain';

interface Sheet {
  name: string;
  rows: string[][];
}

/** The sheets of an XLSX file that hold anything, or the one of a CSV file, of any encoding that spreadsheets write. Throws a Russian sentence. */
export async function readSheets(file: File): Promise<Sheet[]> {
  if (file.size > MAX_BYTES) throw new Error('Таблица больше 10 МБ: оставьте в ней только нужное.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!ZIP.every((byte, at) => bytes[at] === byte))
    return [{ name: file.name, rows: parseTable(decodeText(bytes)).map(({ cells }) => cells) }];
  const { default: read } = await import('read-excel-file/browser');
  const sheets = await read(file, { parseNumber: String, dateFormat: 'yyyy-mm-dd' }).catch(() => {
    throw new Error(
      'Это не таблица Excel (.xlsx). Таблицу другой программы, например .ods, сохраните как XLSX или CSV.',
    );
  });
  const filled = sheets
    .map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(textOf)) }))
    .filter(({ rows }) => rows.flat().some(Boolean));
  if (filled.length === 0) throw new Error('На первом листе ничего нет, и на других тоже.');
  return filled;
}

/** `2019-07-20`, with a time `2019-07-20 18:30`: the day that the sheet shows is that in UTC. */
function textOf(cell: unknown): string {
  if (!(cell instanceof Date)) return String(cell ?? '').trim();
  const minute = new Date(Math.round(cell.getTime() / 60_000) * 60_000);
  return minute.toISOString().replace('T', ' ').slice(0, 16).replace(' 00:00', '');
}

interface Props {
  rows: () => (string | number)[][];
  name: string; // Of the file, without its extension
}

export function SaveTable({ rows, name }: Props) {
  const save = (extension: 'csv' | 'xlsx') => saveTable(rows(), name, extension).catch(tellProblem);
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="default" style={{ justifySelf: 'start' }}>
          Скачать таблицу
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Для Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves rows, the headings first, as `name` with the extension. */
export async function saveTable(
  rows: readonly (readonly (string | number)[])[],
  name: string,
  extension: 'csv' | 'xlsx',
): Promise<void> {
  if (extension === 'csv') return saveFile(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
  const { default: write } = await import('write-excel-file/browser');
  saveFile(await write(rows.map((row) => [...row])).toBlob(), `${name}.xlsx`);
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
