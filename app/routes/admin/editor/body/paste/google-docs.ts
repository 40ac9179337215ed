/** Google Docs wraps everything in a non-bold `b` and routes links through a redirect. */
export function cleanGoogleDocs(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const lineBreak of body.querySelectorAll('br.Apple-interchange-newline')) lineBreak.remove();
  // A `br` between blocks is an empty line, made by margins here.
  for (const lineBreak of [...body.children])
    if (lineBreak instanceof HTMLBRElement && isBetweenBlocks(lineBreak)) lineBreak.remove();
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    list.previousElementSibling?.append(list);
  for (const link of body.querySelectorAll('a')) link.href = withoutDetour(link.getAttribute('href') ?? '');
}

const BLOCK = /^(P|H[1-6]|UL|OL|BLOCKQUOTE|PRE|DIV|TABLE|HR)$/;

function isBetweenBlocks(element: Element): boolean {
  const sides = [element.previousElementSibling, element.nextElementSibling];
  return sides.some((side) => side !== null) && sides.every((side) => side === null || BLOCK.test(side.tagName));
}

function withoutDetour(href: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  const target = url.searchParams.get('q');
  return /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url' && target && URL.canParse(target)
    ? target
    : href;
}
