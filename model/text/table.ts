import { russianLetters } from './plain.ts';

export interface TableRow {
  line: number; // in the text, from 1
  cells: string[];
}

/** Text of a file of any encoding that Russian programs write, or of its beginning. */
export function decodeText(bytes: Uint8Array, options?: { isBeginning: boolean }): string {
  return new TextDecoder(encodingOf(bytes, options)).decode(bytes);
}

/** UTF-8, UTF-16 with its mark, else windows-1251; of a file, or of its beginning, which may end within a letter. */
export function encodingOf(bytes: Uint8Array, { isBeginning = false } = {}): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isBeginning });
    return 'utf-8';
  } catch {
    return 'windows-1251';
  }
}

/**
 * Rows of separated values (RFC 4180), blank ones too: as files have them, with that of `separators` that most of the first
 * lines have, or as spreadsheets copy them. Cells are trimmed; the apostrophe of `toCsv` before a formula is removed.
 */
export function parseTable(given: string, separators = ['\t', ';', ',']): TableRow[] {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = text.replace(QUOTED, '""').split('\n', 20); // A title above the table may have commas
  const count = (character: string) => lines.filter((each) => each.includes(character)).length;
  const [separator = '\t'] = separators.toSorted((one, other) => count(other) - count(one));
  const cell = new RegExp(`"((?:[^"]|"")*)"(?=[${separator}\\n]|$)|([^${separator}\\n]*)`, 'y');
  const rows: TableRow[] = [];
  let line = 1;
  let row: TableRow = { line, cells: [] };
  for (let at = 0; at <= text.length; at += 1) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim().replace(/^'(?='*[=+@-])/, ''));
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (at < text.length && text[at] === separator) continue;
    rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}

/** Without the blank rows and columns at the end. Those before and between stay: numbers of rows are those of the spreadsheet. */
export function withoutBlankEnd(rows: string[][]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0);
  return rows.slice(0, rows.findLastIndex((row) => row.some(Boolean)) + 1).map((row) => row.slice(0, width));
}

const QUOTED = /(?<![^\t;,\n])(?:"[^"]*")+/g; // A heading may hold separators and line ends

/** With a byte order mark and semicolons, as a Russian Excel opens it. An apostrophe keeps it from running a text as a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    const text = typeof value === 'string' ? value.replace(/^(?='*[=+@-])/, "'") : String(value);
    return /[;"\n\r,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}

/** For comparing names and headings: without case, quotes, double blanks and invisible characters, with ё as е, one sign for all apostrophes and dashes, and no Latin letters that pass for Russian ones. */
export function keyOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»„“”"\p{Cf}]/gu, '')
    .replace(/['`´‘ʼ′]/g, '’')
    .replace(/\s*[-‐-―−]\s*/g, '-');
  const spaced = plain.replace(/\s+/g, ' ').trim();
  return /[а-я]/.test(spaced) ? russianLetters(spaced) : spaced;
}
