import { embedAt, pageOf } from '../../embeds/embeds.ts';
import { attributesOf, escapeText } from '../attributes.ts';
import { embedAttributes, linkAttributes } from '../blocks/embed.ts';
import type { Entry } from './entries.ts';
import type { Writer } from './writer.ts';

const EMBEDS = new Set(['iframe', 'embed', 'object', 'audio', 'video', 'portal']);

/**
 * Writes a link to an embed's http(s) address: a paragraph, in code a line. The first of several sources wins. True for
 * the player of a known site at the top level, which becomes an embed.
 */
export function leaveAddress(writer: Writer, embed: Entry, attribs: Readonly<Record<string, string>>): boolean {
  const address = embed.isBegun ? undefined : addressOf(embed.tag, attribs);
  const attributes = address === undefined ? null : attributesOf('a', { href: address });
  if (address === undefined || attributes === null) return false;
  embed.isBegun = true;
  if (embed.tag === 'iframe' && writer.isAtTop && writeEmbed(writer, address)) return true;
  if (writer.inside === 'pre') {
    writer.newLine();
    writer.content(escapeText(address));
    writer.newLine();
    return false;
  }
  writer.endLeaf();
  const block = writer.open('p', '');
  writer.marks([{ tag: 'a', attributes }]);
  writer.content(escapeText(address));
  writer.close(block);
  return false;
}

function writeEmbed(writer: Writer, address: string): boolean {
  const known = embedAt(address);
  if (!known) return false;
  writer.endLeaf();
  const figure = writer.open('figure', embedAttributes(known));
  writer.open('a', linkAttributes(known));
  writer.content(escapeText(pageOf(known)));
  writer.close(figure);
  return true;
}

function addressOf(tag: string, { src, data }: Readonly<Record<string, string>>): string | undefined {
  if (!EMBEDS.has(tag)) return undefined;
  const address = ((tag === 'object' && data) || src)?.trim().replace(/^\/\//, 'https://');
  return address !== undefined && /^https?:\/\/\S/i.test(address) ? address : undefined;
}
