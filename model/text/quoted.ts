/** Encloses in «»; inner quotation marks become „ and “. */
export function quoted(text: string): string {
  return `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`;
}
