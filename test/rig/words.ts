/** What a reader sees of HTML, on one line. */
export function wordsIn(html: string): string {
  const seen = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
  return seen.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
}
