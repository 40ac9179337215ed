import { attributesOf, escapeText } from './attributes.ts';
import type { Entry } from './entries.ts';
import type { Writer } from './writer.ts';

const EMBEDS = new Set(['iframe', 'embed', 'object', 'audio', 'video', 'portal']);

/** Writes a link to an embed's http(s) address: a paragraph, in code a line. The first of several sources wins. */
export function leaveAddress(writer: Writer, embed: Entry, attribs: Readonly<Record<string, string>>): void {
  const address = embed.isBegun ? undefined : addressOf(embed.tag, attribs);
  const attributes = address === undefined ? null : attributesOf('a', { href: address });
  if (address === undefined || attributes === null) return;
  embed.isBegun = true;
  if (writer.inside === 'pre') {
    writer.newLine();
    writer.content(escapeText(address));
    writer.newLine();
    return;
  }
  writer.endLeaf();
  const block = writer.open('p', '');
  writer.marks([{ tag: 'a', attributes }]);
  writer.content(escapeText(address));
  writer.close(block);
}

function addressOf(tag: string, { src, data }: Readonly<Record<string, string>>): string | undefined {
  if (!EMBEDS.has(tag)) return undefined;
  const address = ((tag === 'object' && data) || src)?.trim().replace(/^\/\//, 'https://');
  return address !== undefined && /^https?:\/\/\S/i.test(address) ? address : undefined;
}
