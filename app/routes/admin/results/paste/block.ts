/**
 * Rows of cells as spreadsheets copy them: between tabs, in quotes where a cell holds tabs, line ends or quotes. Blank rows and
 * columns at the end are left out.
 */
export function blockOf(copied: string): string[][] {
  const text = copied.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    at += whole.length;
    if (text[at] === '\t') continue;
    rows.push(row);
    row = [];
  }
  return withoutBlankEnd(rows);
}

function withoutBlankEnd(rows: string[][]): string[][] {
  const height = rows.findLastIndex((row) => row.some(Boolean)) + 1;
  const kept = rows.slice(0, height);
  const width = kept.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0);
  // Rows of different lengths are told to the user, not mended.
  return kept.every(({ length }) => length === kept[0]?.length) ? kept.map((row) => row.slice(0, width)) : kept;
}
