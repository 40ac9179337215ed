import { embedAttributes, linkAttributes } from '../body/blocks/embed.ts';
import { embedAt } from '../embeds/embeds.ts';

/** A contestant's clip as an embed stands in a body; '' without one. */
export function clipFigure(clip: string | null): string {
  const embed = clip === null ? undefined : embedAt(clip);
  return embed ? `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}></a></figure>` : '';
}
