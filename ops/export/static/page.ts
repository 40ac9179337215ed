import { DomUtils, parseDocument } from 'htmlparser2';
import type { Element, Node } from '../../import/markup.ts';

/** Replaces an address; argument and result are escaped for attributes. */
type Link = (address: string) => string;

const ADDRESSES = new Set(['href', 'src', 'poster', 'action']);
const LISTS = new Set(['srcset', 'imagesrcset']);
const DROPPED_LINKS = new Set(['preload', 'modulepreload', 'manifest', 'later']); // for scripts of the live site
const AS_WRITTEN = { decodeEntities: false, lowerCaseTags: false, lowerCaseAttributeNames: false, emptyAttrs: true };

/** Removes scripts and what needs them: view settings, cookie banner, live parts, player. Passes each address through `link`. */
export function rewritePage(html: string, link: Link, watch: string): string {
  const rewrite = (node: Node): Node[] => {
    if (!('attribs' in node)) return node.type === 'comment' ? [] : [node];
    if (isPlayer(node)) return parseDocument(watch).children;
    if (isDropped(node)) return [];
    readdress(node, link);
    node.children = node.children.flatMap(rewrite);
    return [node];
  };
  return DomUtils.getOuterHTML(parseDocument(html, AS_WRITTEN).children.flatMap(rewrite), AS_WRITTEN);
}

function isPlayer({ name, attribs }: Element): boolean {
  return name === 'iframe' && (attribs.src ?? '').startsWith('/player');
}

function isDropped(element: Element): boolean {
  const { name, attribs } = element;
  const { rel = '', type = '', id = '', href = '', role = '', class: classes = '' } = attribs;
  if (name === 'script') return type !== 'application/ld+json';
  if (name === 'link') return DROPPED_LINKS.has(rel);
  if (name === 'button') return !('popoverTarget' in attribs || (type === 'submit' && !('name' in attribs)));
  if (name === 'a' && /^(?:\?|#consent$|#view$)/.test(href)) return true;
  if (name === 'p' && role === 'status') return isWaiting(element);
  return name === 'noscript' || id === 'consent' || classes.split(' ')[0] === 'view-bar';
}

/** Whether an element is a live part without content. */
function isWaiting({ children }: Element): boolean {
  return DomUtils.getElementsByTagName('b', children).some((each) => DomUtils.textContent(each) === '…');
}

/** The canonical address and that of the page's picture stay those of the site; the picture is copied, too. */
function readdress({ name, attribs }: Element, link: Link): void {
  if (name === 'meta' && /:image$/.test(attribs.property ?? attribs.name ?? '')) link(attribs.content ?? '');
  for (const [attribute, value] of Object.entries(attribs)) {
    const key = attribute.toLowerCase();
    if (key === 'nonce' || (key === 'crossorigin' && name === 'link')) delete attribs[attribute];
    else if (ADDRESSES.has(key) && attribs.rel !== 'canonical') attribs[attribute] = link(value);
    else if (LISTS.has(key))
      attribs[attribute] = value.replace(/[^\s,]\S*(?=\s|$)/g, (part) => (part.startsWith('/') ? link(part) : part));
  }
}
