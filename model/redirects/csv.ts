export interface CsvRow {
  line: number; // in the text, from 1
  cells: string[];
}

/** Rows of comma-separated values (RFC 4180), also with semicolons or tabs, which the first line shows. Blank lines are left out. */
export function parseCsv(given: string): CsvRow[] {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const first = /\S.*/.exec(text)?.[0] ?? '';
  const separator = ['\t', ';', ','].find((character) => first.includes(character)) ?? ';';
  const cell = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\n]*)`, 'y');
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  for (let at = 0; at <= text.length; at += 1) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (at < text.length && text[at] === separator) continue;
    if (row.cells.some(Boolean)) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}
