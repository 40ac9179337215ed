/** «…», inside them „…“; by the text of the paragraph before the typed quote. */
export function quoteAfter(before: string): string {
  const open: string[] = [];
  for (const char of before) {
    if (char === '«' || char === '„') open.push(char);
    else if (char === '»' || char === '“') open.pop();
  }
  const isOpening = /(?:^|[\s([{«„—–-])$/.test(before);
  if (isOpening) return open.length > 0 ? '„' : '«';
  return open.at(-1) === '„' ? '“' : '»';
}

/** Length of the space and the hyphens before a typed space that become a dash; 0 if none do. */
export function dashAfter(before: string): number {
  return /\S([ \u00a0]-{1,2})$/.exec(before)?.[1]?.length ?? 0;
}
