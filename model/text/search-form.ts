/** Text as it is searched: case, ё and the form of Unicode aside. Stored beside the text, and made of what is searched for. */
export function searchForm(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').toLowerCase().replaceAll('ё', 'е');
}
