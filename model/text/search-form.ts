/** Canonical form for searching: lower case, ё as е, NFC. Stored beside the text. */
export function searchForm(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').toLowerCase().replaceAll('ё', 'е');
}
