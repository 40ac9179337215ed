import { type Embed, embedAt, embedOf, pageOf } from '../../embeds/embeds.ts';
import { PROVIDERS } from '../../embeds/providers.ts';
import { type Attributes, attributesOf, escapeAttribute } from '../attributes.ts';
import { type Block, type Content, type Element, hasText } from './block.ts';

/** A page of another site: a link with a title, or with its own address. */
export const embed: Block = {
  name: 'embed',
  root: 'figure',
  elements: {
    figure: {
      classes: ['embed'],
      attributes: [{ name: 'data-provider', values: Object.keys(PROVIDERS) }, 'data-id'],
    },
  },
  matches: (figure) => embedIn(figure) !== undefined,
  write(figure, writer) {
    const embed = embedIn(figure);
    if (!embed) return;
    const title = figure.children.filter(hasText);
    writer.open('figure', embedAttributes(embed));
    writer.open('a', linkAttributes(embed));
    writer.text(title.length > 0 && !isAddress(title) ? title : [pageOf(embed)]);
    writer.close();
    writer.close();
  },
};

/** Of the figure in stored bodies. */
export function embedAttributes({ provider, id }: Embed): string {
  return ` class="embed" data-provider="${provider}" data-id="${escapeAttribute(id)}"`;
}

/** Of the figure's link. */
export function linkAttributes(embed: Embed): string {
  return attributesOf('a', { href: pageOf(embed) }) ?? '';
}

function embedIn({ attribs }: Element): Embed | undefined {
  return isEmbed(attribs) ? embedOf(attribs['data-provider'], attribs['data-id']) : undefined;
}

function isEmbed({ class: names = '' }: Attributes): boolean {
  return names.split(/\s+/).includes('embed');
}

/** True for any spelling of an address: it is no title. */
function isAddress(contents: readonly Content[]): boolean {
  return embedAt(contents.map(textOf).join('').trim()) !== undefined;
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : content.children.map(textOf).join('');
}
