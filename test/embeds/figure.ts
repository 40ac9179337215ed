import { embedAttributes, linkAttributes } from '../../model/body/blocks/embed.ts';
import { safeText } from '../../model/body/vocabulary.ts';
import { embedAt, pageOf } from '../../model/embeds/embeds.ts';

export function figureOf(address: string, title?: string): string {
  const embed = embedAt(address);
  if (!embed) throw new Error(`${address} is of no provider`);
  return `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}>${safeText(title ?? pageOf(embed))}</a></figure>`;
}
