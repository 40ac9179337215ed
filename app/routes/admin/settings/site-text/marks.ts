import { scrollTo } from '../../../../ui/admin/page-frame.tsx';

/** Private-use characters around the text that is looked for; they never reach the site. */
export const START = '\ue000';
export const END = '\ue001';

const FRAGMENT_LENGTH = 60;

/** Takes the marks out of a previewed page, outlines the place between them or the links to `href`; false if there is none. */
export function showPlace(page: Document, href: string | undefined): boolean {
  const places = new Set<Element>();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!node.data.includes(START) && !node.data.includes(END)) continue;
    if (node.parentElement) places.add(node.parentElement);
    node.data = node.data.replaceAll(START, '').replaceAll(END, '');
  }
  if (href) for (const link of page.querySelectorAll(`a[href="${CSS.escape(href)}"]`)) places.add(link);
  for (const place of places as Set<HTMLElement>) {
    place.style.outline = '3px solid #2f6bff';
    place.style.outlineOffset = '6px';
    place.style.borderRadius = '4px';
  }
  const seen = [...places].find((place) => place.getClientRects().length > 0);
  if (seen) scrollTo(seen, 0.3);
  return seen !== undefined;
}

/** Browsers scroll to the words of a text fragment. */
export function addressOfText(page: string, text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const words = line.length > FRAGMENT_LENGTH ? line.slice(0, line.lastIndexOf(' ', FRAGMENT_LENGTH)) : line;
  if (words === '' || /^(?:https?:|\/|#)/.test(words)) return page;
  return `${page}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`;
}
