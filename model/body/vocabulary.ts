import { escapeAttribute, escapeText } from '../text/markup.ts';
import { cutMarkRuns } from '../text/plain.ts';

export const LEAVES: readonly string[] = ['p', 'h1', 'h2', 'h3'];
export const CONTAINERS: readonly string[] = ['blockquote', 'ul', 'ol', 'li'];
export const MARKS: readonly string[] = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'code'];
const VOIDS: readonly string[] = ['br', 'hr', 'img'];
/** Elements outside the blocks of `blocks/`, which declare their own. */
export const TAGS: readonly string[] = [...LEAVES, ...CONTAINERS, 'footer', 'pre', ...MARKS, ...VOIDS];

export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['strike', 's'],
  ['ins', 'u'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
]);

/** Removed blocks whose direct text becomes a paragraph. */
export const LOOSE: ReadonlySet<string> = new Set(
  (
    'div section article main header footer aside nav address center figure figcaption details summary dialog form fieldset legend ' +
    'dl dt dd table caption thead tbody tfoot tr td th menu dir listing hgroup search'
  ).split(' '),
);

export const SWALLOWED: ReadonlySet<string> = new Set(
  (
    'script style title head template noscript noembed noframes plaintext xmp textarea select option optgroup datalist iframe object ' +
    'embed applet audio video canvas map svg math button progress meter frameset portal'
  ).split(' '),
);

export const ALIGNED: readonly string[] = [...LEAVES, 'blockquote', 'li'];
export const ALIGNMENTS: readonly string[] = ['center', 'right', 'justify'];
export const ALIGNMENT_CLASSES: readonly string[] = ALIGNMENTS.map((side) => `ql-align-${side}`);
export const BLOCK_CLASSES: readonly string[] = [
  ...ALIGNMENT_CLASSES,
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `ql-indent-${level}`),
];
export const LIST_KINDS: readonly string[] = ['ordered', 'bullet', 'checked', 'unchecked'];
/** Class of a paragraph that is one link. */
export const BUTTON_CLASS = 'button';
export const CODE_CLASS = 'ql-syntax';

/** Names of languages in a body, mapped to the highlighter's names. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    plaintext: 'plain plaintext text',
    bash: 'bash sh',
    cpp: 'cpp c++',
    csharp: 'cs csharp c#',
    css: 'css',
    diff: 'diff',
    xml: 'xml html',
    java: 'java',
    javascript: 'javascript js',
    markdown: 'markdown md',
    php: 'php',
    python: 'python py',
    ruby: 'ruby rb',
    sql: 'sql',
  }).flatMap(([language, names]) => names.split(' ').map((name): [string, string] => [name, language])),
);
export const LANGUAGE_CLASSES: readonly string[] = [...LANGUAGES.keys()].map((name) => `language-${name}`);

export const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel', 'sms'];
export const PICTURE_SCHEMES: readonly string[] = ['http', 'https'];

export type Attributes = Readonly<Record<string, string>>;

/** Canonical attributes (` href="…"`); null without a required one: a link's address, an image's source. */
export function attributesOf(tag: string, attribs: Attributes): string | null {
  if (tag === 'a') return link(attribs);
  if (tag === 'img') return picture(attribs);
  if (tag === 'pre')
    return render({
      class: codeClass(attribs, [CODE_CLASS, ...LANGUAGE_CLASSES]),
      'data-language': oneOf(attribs['data-language'], [...LANGUAGES.keys()]),
    });
  if (tag === 'code') return render({ class: codeClass(attribs, LANGUAGE_CLASSES) });
  if (tag === 'ol') return render({ start: wholeNumber(attribs.start) });
  if (tag === 'li') return render({ class: blockClass(attribs), 'data-list': oneOf(attribs['data-list'], LIST_KINDS) });
  if (tag === 'p' && classes(attribs).includes(BUTTON_CLASS)) return render({ class: BUTTON_CLASS });
  if (ALIGNED.includes(tag)) return render({ class: blockClass(attribs) });
  return '';
}

/** Escaped text without controls, lone surrogates, noncharacters and long runs of combining marks. */
export function safeText(text: string): string {
  return escapeText(cutMarkRuns(withoutJunk(text)));
}

export function safeAttribute(value: string): string {
  return escapeAttribute(cutMarkRuns(withoutJunk(value)));
}

function render(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${safeAttribute(value)}"`))
    .join('');
}

function withoutJunk(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '');
}

function link(attribs: Attributes): string | null {
  const href = address(attribs.href, LINK_SCHEMES);
  // Ids are not kept, so anchors have no target.
  if (!href || href.startsWith('#')) return null;
  const target = attribs.target?.toLowerCase() === '_blank' ? '_blank' : undefined;
  const foreign = target !== undefined || /^https?:/i.test(href);
  return render({ href, target, rel: foreign ? 'noopener noreferrer' : undefined });
}

function picture(attribs: Attributes): string | null {
  if (/^\s*data:/i.test(attribs.src ?? '')) return null;
  const src = address(attribs.src, PICTURE_SCHEMES);
  if (!src || !(/^https?:/i.test(src) || isUpload(src))) return null;
  return render({ src, alt: attribs.alt, width: wholeNumber(attribs.width), height: wholeNumber(attribs.height) });
}

const SITE = 'https://site.invalid';

/** URL as browsers parse it, in its original spelling; undefined when the scheme is not in the list. */
function address(value: string | undefined, schemes: readonly string[]): string | undefined {
  const text = withoutJunk(value ?? '')
    .replace(/[\t\n]/g, '')
    .trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  // sanitize-html strips spaces and HTML comments before it reads the scheme: without them both filters agree.
  const plain = scheme && !['http', 'https'].includes(scheme) ? text : text.replaceAll(' ', '%20');
  const full = plain.replace(/^[\\/]{2,}/, 'https://');
  if (!full || /[<>]/.test(full) || !URL.canParse(full, SITE)) return undefined;
  return schemes.includes(new URL(full, SITE).protocol.slice(0, -1)) ? full : undefined;
}

function isUpload(src: string): boolean {
  return src.startsWith('/') && new URL(src, SITE).pathname.startsWith('/uploads/');
}

/** 1 to 99,999, pixels or none. */
export function wholeNumber(value: string | undefined): string | undefined {
  return /^\s*([1-9]\d{0,4})(px)?\s*$/i.exec(value ?? '')?.[1];
}

function oneOf(value: string | undefined, allowed: readonly string[]): string | undefined {
  const name = value?.trim().toLowerCase();
  return name !== undefined && allowed.includes(name) ? name : undefined;
}

function codeClass(attribs: Attributes, allowed: readonly string[]): string | undefined {
  return classes(attribs).find((name) => allowed.includes(name));
}

function blockClass(attribs: Attributes): string | undefined {
  const known = classes(attribs).filter((name) => BLOCK_CLASSES.includes(name));
  const kept = known.filter((name, at) => known.findIndex((other) => kind(other) === kind(name)) === at);
  const pasted = kept.some((name) => kind(name) === kind('ql-align-')) ? undefined : pastedAlignment(attribs);
  const all = pasted ? [`ql-align-${pasted}`, ...kept] : kept;
  return all.length > 0 ? all.join(' ') : undefined;
}

/** `ql-align-…` by its class, by `style` or by `align`. */
export function alignmentClass(attribs: Attributes): string | undefined {
  const known = classes(attribs).find((name) => ALIGNMENT_CLASSES.includes(name));
  const pasted = known ? undefined : pastedAlignment(attribs);
  return known ?? (pasted && `ql-align-${pasted}`);
}

function kind(name: string): string {
  return name.slice(0, 'ql-align'.length);
}

function pastedAlignment(attribs: Attributes): string | undefined {
  const declared = (attribs.style ?? '').split(';').map((part) => part.split(':'));
  const style = declared.findLast(([name]) => name?.trim().toLowerCase() === 'text-align')?.[1];
  return oneOf((style ?? attribs.align)?.replace(/!\s*important/i, '').replace(/^\s*end\s*$/i, 'right'), ALIGNMENTS);
}

function classes(attribs: Attributes): string[] {
  return (attribs.class ?? '').toLowerCase().split(/[ \t\n\f]+/);
}
