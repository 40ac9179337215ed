import { decoded } from '../../../../model/redirects/decoded.ts';
import type { Redirect } from '../../../../model/redirects/redirects.ts';

const NOT_UTF8 =
  'Файл сохранён не в UTF-8 (похоже на Windows-1251). В Excel выберите «Сохранить как» → «CSV UTF-8», или вставьте строки в поле ниже.';

/** Throws a sentence for a person when the file is not in UTF-8. */
export async function readCsv(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(NOT_UTF8);
  }
}

/** With a byte order mark and semicolons, as a Russian Excel opens it. */
export function downloadCsv(redirects: Redirect[]): void {
  const rows = redirects.map(({ source, target }) => [source, target].map((address) => quoted(decoded(address))));
  const text = [['Старый адрес', 'Новый адрес'], ...rows].map((cells) => `${cells.join(';')}\r\n`).join('');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  link.download = 'pereadresaciya.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

function quoted(cell: string): string {
  return /[;"\n,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
