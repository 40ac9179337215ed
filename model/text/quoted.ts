/** In quotation marks; those inside of it become „ and “. */
export function quoted(text: string): string {
  return `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`;
}
