import { escapeText } from '../../model/body/attributes.ts';
import { embedAttributes, linkAttributes } from '../../model/body/blocks/embed.ts';
import { embedAt, pageOf } from '../../model/embeds/embeds.ts';

/** The embed of an address as a body holds it, with its title or the address. */
export function figureOf(address: string, title?: string): string {
  const embed = embedAt(address);
  if (!embed) throw new Error(`${address} is of no provider`);
  const page = pageOf(embed);
  const text = escapeText(title ?? page);
  return `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}>${text}</a></figure>`;
}
