/** What a reader sees of HTML, on one line. */
export function wordsIn(html: string): string {
  const seen = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
  return seen.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
}

/** Each find of a pattern in a text, by its first group where it has one. */
export const foundIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([whole, group]) => group ?? whole);
