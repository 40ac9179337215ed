import { type Embed, embedAt, embedOf, pageOf } from '../../embeds/embeds.ts';
import { PROVIDERS } from '../../embeds/providers.ts';
import { unescapeMarkup } from '../../text/markup.ts';
import type { Entry } from '../shape/entries.ts';
import type { Writer } from '../shape/writer.ts';
import { attributesOf, safeAttribute, safeText } from '../vocabulary.ts';
import { type Block, type Element, hasText } from './block.ts';

/** An embedded page of another site: a link with a title or its URL. */
export const embed: Block = {
  name: 'embed',
  root: 'figure',
  elements: {
    figure: { classes: ['embed'], attributes: [{ name: 'data-provider', values: Object.keys(PROVIDERS) }, 'data-id'] },
  },
  matches: (figure) => embedIn(figure) !== undefined,
  write(figure, writer) {
    const embed = embedIn(figure);
    if (!embed) return;
    writer.open('figure', embedAttributes(embed));
    writer.open('a', linkAttributes(embed));
    writer.text(figure.children.filter(hasText), (title) => (isTitle(title) ? title : safeText(pageOf(embed))));
    writer.close();
    writer.close();
  },
};

/** Attributes of the figure in stored bodies. */
export function embedAttributes({ provider, id }: Embed): string {
  return ` class="embed" data-provider="${provider}" data-id="${safeAttribute(id)}"`;
}

/** Attributes of the figure's link. */
export function linkAttributes(embed: Embed): string {
  return attributesOf('a', { href: pageOf(embed) }) ?? '';
}

function embedIn({ attribs }: Element): Embed | undefined {
  if (!attribs.class?.split(/\s+/).includes('embed')) return undefined;
  return embedOf(attribs['data-provider'], attribs['data-id']);
}

/** Whether the link's text is a title: false for a URL in any spelling. */
function isTitle(text: string): boolean {
  return text !== '' && embedAt(unescapeMarkup(text)) === undefined;
}

const EMBEDS = new Set(['iframe', 'embed', 'object', 'audio', 'video', 'portal']);

/** Writes a link to an embed's first http(s) source: a paragraph, in code a line. True for a known player at the top level: an embed. */
export function leaveAddress(writer: Writer, embed: Entry, attribs: Readonly<Record<string, string>>): boolean {
  const address = embed.isTold ? undefined : addressOf(embed.tag, attribs);
  const attributes = address === undefined ? null : attributesOf('a', { href: address });
  if (address === undefined || attributes === null) return false;
  embed.isTold = true;
  if (embed.tag === 'iframe' && writer.isAtTop && writeEmbed(writer, address)) return true;
  if (writer.inside === 'pre') {
    writer.newLine();
    writer.content(safeText(address));
    writer.newLine();
    return false;
  }
  writer.endLeaf();
  const block = writer.open('p', '');
  writer.marks([{ tag: 'a', attributes }]);
  writer.content(safeText(address));
  writer.close(block);
  return false;
}

function writeEmbed(writer: Writer, address: string): boolean {
  const known = embedAt(address);
  if (!known) return false;
  writer.endLeaf();
  const figure = writer.open('figure', embedAttributes(known));
  writer.open('a', linkAttributes(known));
  writer.content(safeText(pageOf(known)));
  writer.close(figure);
  return true;
}

function addressOf(tag: string, { src, data }: Readonly<Record<string, string>>): string | undefined {
  if (!EMBEDS.has(tag)) return undefined;
  const address = ((tag === 'object' && data) || src)?.trim().replace(/^\/\//, 'https://');
  return address !== undefined && /^https?:\/\/\S/i.test(address) ? address : undefined;
}
