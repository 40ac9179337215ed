import { russianLetters } from './plain.ts';

export interface TableRow {
  line: number; // in the text, from 1
  cells: string[];
}

/** Decodes a file, or its beginning, in any encoding that Russian programs write. */
export function decodeText(bytes: Uint8Array, options?: { isBeginning: boolean }): string {
  return new TextDecoder(encodingOf(bytes, options)).decode(bytes);
}

/** UTF-8, UTF-16 with a byte order mark, else windows-1251. `isBeginning`: the bytes may end within a character. */
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
 * Parses separated values (RFC 4180) of a file or a spreadsheet's clipboard, blank rows included. The separator is that in
 * most of the first lines. Cells are trimmed; the apostrophe that `toCsv` puts before a formula is removed.
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

/** Drops trailing blank rows and columns. Other blank rows stay, to keep the spreadsheet's row numbers. */
export function withoutBlankEnd(rows: string[][]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0);
  return rows.slice(0, rows.findLastIndex((row) => row.some(Boolean)) + 1).map((row) => row.slice(0, width));
}

const QUOTED = /(?<![^\t;,\n])(?:"[^"]*")+/g; // A heading may hold separators and line ends

/** CSV with a byte order mark and semicolons, for a Russian Excel. An apostrophe prevents formula injection. */
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
