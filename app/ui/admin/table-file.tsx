import { Button, Menu } from '@mantine/core';
import { decodeText, parseTable, toCsv } from '../../../model/text/table.ts';
import { notifyError } from './notices.ts';

const MAX_BYTES = 10 * 1024 * 1024; // a spreadsheet of a festival has some 100 KB
const MAX_UNPACKED = 32 * 1024 * 1024;
const ZIP = [0x50, 0x4b];
const FAR_CELL = /<c r="([A-Z]{3,}\d+|[A-Z]+\d{5,})"(?:[^>]*[^/>])?>/; // Filled, from the row 10,000 or the column AAA on
const NO_TABLE = 'Это не таблица Excel (.xlsx). Таблицу другой программы, например .ods, сохраните как XLSX или CSV.';

export const TABLE_FILES = '.xlsx,.csv,.tsv,.txt,text/csv,text/plain';

export interface Sheet {
  name: string;
  rows: string[][];
}

/** The visible sheets of an XLSX file that hold anything, or the one of a CSV file, of any encoding that spreadsheets write. Throws a Russian sentence. */
export async function readSheets(file: File): Promise<Sheet[]> {
  if (file.size > MAX_BYTES) throw new Error('Таблица больше 10 МБ: оставьте в ней только нужное.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = ZIP.every((byte, at) => bytes[at] === byte);
  const text = isZip ? '' : decodeText(bytes);
  if (text.includes('\0')) throw new Error(NO_TABLE);
  const rows = parseTable(text).map(({ cells }) => cells);
  const sheets = isZip ? await readWorkbook(bytes) : [{ name: file.name, rows }];
  const filled = sheets.filter((sheet) => sheet.rows.some((row) => row.some(Boolean)));
  if (filled.length === 0) throw new Error('В таблице ничего нет.');
  return filled;
}

/**
 * The library gets the parts unpacked: for those above 512 KB it would start a worker, which the site's policy forbids. It makes blank
 * cells of errors in formulas unless they are texts, and each row as wide as the farthest cell.
 */
async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const [{ default: read }, zip] = await Promise.all([import('read-excel-file/browser'), import('fflate')]);
  let room = MAX_UNPACKED;
  let far: string | undefined;
  const filter = ({ originalSize }: { originalSize: number }) => {
    room -= originalSize;
    return room >= 0;
  };
  try {
    const parts = zip.unzipSync(bytes, { filter });
    for (const [name, part] of Object.entries(parts).filter(([each]) => each.startsWith('xl/worksheets/'))) {
      const xml = zip.strFromU8(part);
      far ??= FAR_CELL.exec(xml)?.[1];
      parts[name] = zip.strToU8(xml.replace(/(<c [^>]*)\bt="e"/g, '$1t="str"'));
    }
    const about = zip.strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()).match(/<sheet [^>]*>/g);
    if (room >= 0 && !far)
      return (
        await read(new Blob([zip.zipSync(parts, { level: 0 })]), { parseNumber: String, dateFormat: 'yyyy-mm-dd' })
      )
        .filter((_, at) => !/ state="(?!visible)/.test(about?.[at] ?? ''))
        .map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(textOf)) }));
  } catch {
    throw new Error(NO_TABLE);
  }
  throw new Error(
    `Таблица слишком велика${far ? `: что-то есть даже в ячейке ${far}` : ''}. Оставьте в ней только нужное.`,
  );
}

/** `2019-07-20`, with a time `2019-07-20 18:30`, a time alone `18:30`: the day that the sheet shows is that in UTC. */
function textOf(cell: unknown): string {
  if (!(cell instanceof Date)) return String(cell ?? '').trim();
  const minute = new Date(Math.round(cell.getTime() / 60_000) * 60_000);
  return minute.toISOString().replace('T', ' ').slice(0, 16).replace(' 00:00', '').replace('1899-12-30 ', '');
}

type Rows = readonly (readonly (string | number)[])[];

interface Props {
  of?: string; // Which of several tables
  rows: () => Rows;
  name: string; // Of the file, without its extension
}

export function SaveTable({ of, rows, name }: Props) {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="default" style={{ justifySelf: 'start' }}>
          Скачать таблицу{of && `: ${of}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SaveItems rows={rows} name={name} />
      </Menu.Dropdown>
    </Menu>
  );
}

export function SaveItems({ rows, name }: Props) {
  const save = (extension: 'csv' | 'xlsx') => saveTable(rows(), name, extension).catch(notifyError);
  return (
    <>
      <Menu.Item onClick={() => save('xlsx')}>Для Excel (.xlsx)</Menu.Item>
      <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
    </>
  );
}

/** Saves rows, the headings first, as `name` with the extension. */
export async function saveTable(rows: Rows, name: string, extension: 'csv' | 'xlsx'): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (extension === 'csv' ? toCsvFile : toWorkbook)(rows));
  link.download = `${name}.${extension}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

const toCsvFile = (rows: Rows) => new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });

async function toWorkbook(rows: Rows): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser');
  return write(rows.map((row) => [...row])).toBlob();
}
