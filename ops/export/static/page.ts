import { Parser } from 'htmlparser2';

/** Replaces an address; both are written as in the attribute. */
type Link = (address: string) => string;

const VOIDS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const ADDRESSES = new Set(['href', 'src', 'poster', 'action']);
const LISTS = new Set(['srcset', 'imagesrcset']);
const DROPPED_LINKS = new Set(['preload', 'modulepreload', 'manifest', 'later']); // for scripts of the live site

/** A page without scripts and what they make work: view settings, cookie question, live parts, player. `link` is called with each address. */
export function rewritePage(html: string, link: Link, watch: string): string {
  const pieces: string[] = [];
  let dropped = 0;
  const parser = new Parser(
    {
      onprocessinginstruction: (_name, data) => pieces.push(`<${data}>`),
      ontext: (text) => dropped === 0 && pieces.push(text),
      onopentag(name, attributes) {
        if (dropped === 0 && !isDropped(name, attributes)) return void pieces.push(opening(name, attributes, link));
        if (dropped === 0 && isPlayer(name, attributes)) pieces.push(watch);
        if (!VOIDS.has(name)) dropped += 1;
      },
      onclosetag(name) {
        if (VOIDS.has(name)) return;
        if (dropped > 0) dropped -= 1;
        else pieces.push(`</${name}>`);
      },
    },
    { decodeEntities: false, lowerCaseTags: false, lowerCaseAttributeNames: false },
  );
  parser.end(html);
  return pieces.join('').replace(/<p [^>]*role="status">.*?<\/p>/gs, (live) => (live.includes(WAITING) ? '' : live));
}

const WAITING = '<b>…</b>'; // Of a live part that has heard nothing yet

type Attributes = Readonly<Record<string, string>>;

function isDropped(name: string, given: Attributes): boolean {
  const { rel = '', type = '', id = '', href = '', class: classes = '' } = given;
  if (name === 'script') return type !== 'application/ld+json';
  if (name === 'link') return DROPPED_LINKS.has(rel);
  if (name === 'button') return !('popoverTarget' in given || (type === 'submit' && !('name' in given)));
  if (name === 'a' && /^(?:\?|#consent$|#view$)/.test(href)) return true;
  return name === 'noscript' || id === 'consent' || classes.split(' ')[0] === 'view-bar' || isPlayer(name, given);
}

function isPlayer(name: string, { src = '' }: Attributes): boolean {
  return name === 'iframe' && src.startsWith('/player');
}

function opening(name: string, given: Attributes, link: Link): string {
  const written = Object.entries(given).flatMap(([attribute, value]) => {
    const key = attribute.toLowerCase();
    if (key === 'nonce' || (key === 'crossorigin' && name === 'link')) return [];
    return `${attribute}="${addressed(name, key, value, given, link).replaceAll('"', '&quot;')}"`;
  });
  return `<${[name, ...written].join(' ')}>`;
}

function addressed(name: string, key: string, value: string, given: Attributes, link: Link): string {
  if (LISTS.has(key)) return value.replace(/[^\s,]\S*(?=\s|$)/g, (part) => (part.startsWith('/') ? link(part) : part));
  if (name === 'meta' && /:image$/.test(given.property ?? given.name ?? '')) link(value);
  // The address of the page itself stays that of the site.
  if (!ADDRESSES.has(key) || given.rel === 'canonical') return value;
  return link(value);
}
