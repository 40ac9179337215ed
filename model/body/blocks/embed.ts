import { type Embed, embedAt, embedOf, pageOf } from '../../embeds/embeds.ts';
import { PROVIDERS } from '../../embeds/providers.ts';
import { type Attributes, attributesOf, escapeAttribute, escapeText, unescapeAttribute } from '../attributes.ts';
import { type Block, type Element, hasText } from './block.ts';

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
    writer.open('figure', embedAttributes(embed));
    writer.open('a', linkAttributes(embed));
    writer.text(figure.children.filter(hasText), (title) => (isTitle(title) ? title : escapeText(pageOf(embed))));
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

/** False for any spelling of an address. */
function isTitle(text: string): boolean {
  return text !== '' && embedAt(unescapeAttribute(text)) === undefined;
}
