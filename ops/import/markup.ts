import { DomUtils, type parseDocument } from 'htmlparser2';
import { FILE_EXTENSIONS, IMAGE_EXTENSIONS } from '../../model/uploads/types.ts';

export type Node = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;

/** Absolute addresses of pictures and linked files. */
export function findMediaLinks(nodes: Node[], base: string | undefined): Map<string, 'image' | 'file'> {
  const found = new Map<string, 'image' | 'file'>();
  for (const element of DomUtils.getElementsByTagName(() => true, nodes)) {
    const { name, attribs } = element as Element;
    const address = resolve(name === 'img' ? sourceOf(attribs) : (attribs.href ?? attribs.src), base);
    const kind = address && kindOf(name, address, base);
    if (address && kind) found.set(address.href, kind);
  }
  return found;
}

/** Undefined for a link to a file of a third site: it stays a link. */
function kindOf(name: string, { pathname, host }: URL, base: string | undefined): 'image' | 'file' | undefined {
  if (name === 'a' && base && host !== new URL(base).host) return undefined;
  const extension = pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase();
  if (name === 'img') return 'image';
  if (name === 'a' && IMAGE_EXTENSIONS.concat('jpeg').includes(extension)) return 'image';
  return ['a', 'audio', 'source'].includes(name) && FILE_EXTENSIONS.includes(extension) ? 'file' : undefined;
}

/** Lazily loaded pictures have their address in another attribute, `src` is a placeholder. */
export function sourceOf({ src, ...others }: Record<string, string>): string | undefined {
  const late = others['data-orig-file'] ?? others['data-full-url'] ?? others['data-src'] ?? others['data-lazy-src'];
  return late ?? src;
}

/** Resolves an http(s) address; undefined for other schemes, and for a relative one without `base`. */
export function resolve(address: string | undefined, base: string | undefined): URL | undefined {
  const given = address?.trim();
  const url = given && !given.startsWith('#') ? URL.parse(given, base) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

export function findTag(element: Element, name: string): Element | undefined {
  return DomUtils.getElementsByTagName(name, element.children, true, 1)[0] as Element | undefined;
}

export function textOfClass(element: Element, className: string): string {
  return DomUtils.textContent(DomUtils.getElementsByClassName(className, element.children)).trim();
}
