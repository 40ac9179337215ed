import type { FileFacts } from '../../files/library.ts';
import { sizeText } from '../../text/size.ts';
import { isAudio, isImage, typeOf } from '../../uploads/types.ts';
import { type Block, type Content, type Element, isBlank, someElement } from './block.ts';

/** Uploaded audio with its title; with the URL of another file it becomes a `file`. */
export const audio = attachment('audio', showAudio);

/** An uploaded file with its title. */
export const file = attachment('file', showFile);

function attachment(name: 'audio' | 'file', show: (url: string, title: string, facts: string) => string): Block {
  return {
    name,
    root: 'figure',
    elements: { figure: { classes: [name] } },
    matches: (figure) => kindOf(figure) === name,
    write(figure, writer) {
      const link = linkIn(figure);
      const url = link?.attribs.href ?? '';
      writer.open('figure', ` class="${name}"`);
      writer.open('a', ` href="${url}"`);
      writer.text(link?.children ?? [], (title) => title || url.slice(url.lastIndexOf('/') + 1));
      writer.close();
      writer.close();
      writer.after(figure.children.flatMap((child) => without(child, link)));
    },
    show: (html, files) =>
      html.replace(stored(name), (_figure, url: string, title: string) => {
        const known = files.get(url);
        return known ? show(url, title, factsOf(known)) : `<p><a href="${url}">${title}</a></p>`;
      }),
  };
}

/** URLs of files in a stored body, in order. */
export function bodyFiles(html: string): string[] {
  return Array.from(html.matchAll(stored('audio|file')), ([, url = '']) => url);
}

function stored(kinds: string): RegExp {
  return new RegExp(`<figure class="(?:${kinds})"><a href="([^"]*)">([^<]*)</a></figure>`, 'g');
}

function showFile(url: string, title: string, facts: string): string {
  return `<figure class="file"><a href="${url}"><span>${title}</span> <small>${facts}</small></a></figure>`;
}

/** The title is also the player's accessible name. Stored text has no unescaped characters but quotes. */
function showAudio(url: string, title: string, facts: string): string {
  const name = title.replaceAll('"', '&quot;');
  return (
    `<figure class="audio"><figcaption>${title}</figcaption><audio controls preload="none" src="${url}" aria-label="${name}"></audio>` +
    `<a href="${url}" download>Скачать запись</a> <small>${facts}</small></figure>`
  );
}

function factsOf({ label, bytes }: FileFacts): string {
  return `${label}, ${sizeText(bytes)}`;
}

function kindOf(figure: Element): 'audio' | 'file' | undefined {
  const names = (figure.attribs.class ?? '').split(/\s+/);
  const type = typeOf(linkIn(figure)?.attribs.href ?? '');
  if (!type || isImage(type)) return undefined;
  if (names.includes('audio')) return isAudio(type) ? 'audio' : 'file';
  return names.includes('file') ? 'file' : undefined;
}

const UPLOADED = /^\/uploads\/[0-9a-f]{32}\.\w{3,4}$/;
const isLink = ({ name, attribs }: Element) => name === 'a' && UPLOADED.test(attribs.href ?? '');

function linkIn({ children }: Element): Element | undefined {
  for (const child of children) {
    if (typeof child === 'string') continue;
    const link = isLink(child) ? child : linkIn(child);
    if (link) return link;
  }
  return undefined;
}

/** The content without the link and blanks. */
function without(content: Content, link: Element | undefined): Content[] {
  if (content === link || isBlank(content)) return [];
  if (typeof content === 'string' || !someElement(content, (element) => element === link)) return [content];
  return content.children.flatMap((child) => without(child, link));
}
