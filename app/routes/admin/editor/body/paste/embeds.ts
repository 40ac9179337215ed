import { type LostThing, lossOf } from '../../../../../../model/body/losses.ts';
import { embedAt, pageOf } from '../../../../../../model/embeds/embeds.ts';

const EMBEDS = 'iframe, embed, audio, video';
const CODE = /<(iframe|video|audio|object|embed)\b[^>]*>(?:.*?<\/\1>)?/gis;

type Lose = (what: LostThing, isLinked: boolean) => void;

/** Replaces each by a paragraph with a link. Links to known sites lead to the page: the editor turns them into embeds. */
export function replaceEmbeds(body: HTMLElement, lose: Lose): void {
  for (const embed of body.querySelectorAll(EMBEDS)) {
    const address = addressOf(embed);
    if (!body.contains(embed)) continue;
    const what = lossOf(embed.localName, { src: address ?? '' });
    if (what && !isKnown(address)) lose(what, address !== undefined);
    if (address === undefined) {
      embed.remove();
      continue;
    }
    const link = linkTo(address, body.ownerDocument);
    embed.replaceWith(link);
    standAlone(link);
  }
}

function standAlone(paragraph: HTMLElement): void {
  const around = paragraph.parentElement?.closest('p, h1, h2, h3, h4, h5, h6');
  if (!around) return;
  const after = paragraph.ownerDocument.createRange();
  after.setStartAfter(paragraph);
  after.setEndAfter(around);
  around.after(paragraph, after.extractContents());
  for (const half of [around, paragraph.nextElementSibling])
    if (half && !half.textContent?.trim() && !half.querySelector('img')) half.remove();
}

/** Replaces embed codes in text by their URLs on lines of their own. Codes without a URL stay. */
export function withoutEmbedCodes(text: string, read: (html: string) => HTMLElement, lose: Lose): string {
  const lines = text.replace(CODE, (code) => {
    const embed = read(code).querySelector(EMBEDS);
    const address = embed && addressOf(embed);
    if (!embed || !address) return code;
    const what = lossOf(embed.localName, { src: address });
    if (what && !isKnown(address)) lose(what, true);
    return `\n${address}\n`;
  });
  return lines === text ? text : lines.trim();
}

function addressOf(embed: Element): string | undefined {
  const src = embed.getAttribute('src') ?? embed.querySelector('source[src]')?.getAttribute('src') ?? '';
  const address = src.trim().replace(/^\/\//, 'https://');
  if (!/^https?:\/\/\S/i.test(address) || !URL.canParse(address)) return undefined;
  const known = embedAt(address);
  return known ? pageOf(known) : address;
}

function isKnown(address: string | undefined): boolean {
  return address !== undefined && embedAt(address) !== undefined;
}

function linkTo(address: string, inert: Document): HTMLElement {
  const paragraph = inert.createElement('p');
  const link = paragraph.appendChild(inert.createElement('a'));
  link.setAttribute('href', address);
  link.textContent = address;
  return paragraph;
}
