import { cutMarkRuns } from '../text/combining-marks.ts';
import {
  ALIGNED,
  ALIGNMENTS,
  BLOCK_CLASSES,
  CODE_CLASS,
  LANGUAGE_CLASSES,
  LANGUAGES,
  LINK_SCHEMES,
  LIST_KINDS,
  PICTURE_SCHEMES,
} from './vocabulary.ts';

export type Attributes = Readonly<Record<string, string>>;

/**
 * The attributes a tag keeps, ready to stand in it (` href="…"`), always in the same order and spelling.
 * Null when the element is nothing without the one it lacks: a link without an address, a picture without a source.
 */
export function attributesOf(tag: string, attribs: Attributes): string | null {
  if (tag === 'a') return link(attribs);
  if (tag === 'img') return picture(attribs);
  if (tag === 'pre')
    return render([
      ['class', codeClass(attribs, [CODE_CLASS, ...LANGUAGE_CLASSES])],
      ['data-language', language(attribs)],
    ]);
  if (tag === 'code') return render([['class', codeClass(attribs, LANGUAGE_CLASSES)]]);
  if (tag === 'ol') return render([['start', wholeNumber(attribs.start)]]);
  if (tag === 'li')
    return render([
      ['class', blockClass(attribs)],
      ['data-list', oneOf(attribs['data-list'], LIST_KINDS)],
    ]);
  if (ALIGNED.includes(tag)) return render([['class', blockClass(attribs)]]);
  return '';
}

/** Text as it stands between tags, without what no document may hold: controls, lone surrogates, noncharacters, heaps of combining marks. */
export function escapeText(text: string): string {
  return cutMarkRuns(withoutJunk(text)).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The same inside double quotes. */
export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

type Pair = [name: string, value: string | undefined];

function render(pairs: Pair[]): string {
  return pairs.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`)).join('');
}

function withoutJunk(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '');
}

function link(attribs: Attributes): string | null {
  const href = address(attribs.href, LINK_SCHEMES);
  // An article has no anchors: ids are not kept.
  if (!href || href.startsWith('#')) return null;
  const target = attribs.target?.toLowerCase() === '_blank' ? '_blank' : undefined;
  const foreign = target !== undefined || /^https?:/i.test(href);
  return render([
    ['href', href],
    ['target', target],
    ['rel', foreign ? 'noopener noreferrer' : undefined],
  ]);
}

function picture(attribs: Attributes): string | null {
  if (/^\s*data:/i.test(attribs.src ?? '')) return null;
  const src = address(attribs.src, PICTURE_SCHEMES);
  if (!src || !(/^https?:/i.test(src) || isUpload(src))) return null;
  return render([
    ['src', src],
    ['alt', attribs.alt],
    ['width', wholeNumber(attribs.width)],
    ['height', wholeNumber(attribs.height)],
  ]);
}

const SITE = 'https://site.invalid';

/** An address as browsers read it, in the words it was written in; undefined when its scheme is not in the list. */
function address(value: string | undefined, schemes: readonly string[]): string | undefined {
  const text = withoutJunk(value ?? '')
    .replace(/[\t\n]/g, '')
    .trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  // A filter further on strips spaces and HTML comments before it looks for a scheme: with neither in it both see the same.
  const plain = scheme && !['http', 'https'].includes(scheme) ? text : text.replaceAll(' ', '%20');
  const full = plain.replace(/^[\\/]{2,}/, 'https://');
  if (!full || /[<>]/.test(full) || !URL.canParse(full, SITE)) return undefined;
  return schemes.includes(new URL(full, SITE).protocol.slice(0, -1)) ? full : undefined;
}

function isUpload(src: string): boolean {
  return src.startsWith('/') && new URL(src, SITE).pathname.startsWith('/uploads/');
}

function wholeNumber(value: string | undefined): string | undefined {
  return /^\s*([1-9]\d{0,4})(px)?\s*$/i.exec(value ?? '')?.[1];
}

function oneOf(value: string | undefined, allowed: readonly string[]): string | undefined {
  const name = value?.trim().toLowerCase();
  return name !== undefined && allowed.includes(name) ? name : undefined;
}

function language(attribs: Attributes): string | undefined {
  return oneOf(attribs['data-language'], [...LANGUAGES.keys()]);
}

function codeClass(attribs: Attributes, allowed: readonly string[]): string | undefined {
  return classes(attribs).find((name) => allowed.includes(name));
}

/** One alignment and one indent at most. A class says it, or else a pasted `style` or `align`. */
function blockClass(attribs: Attributes): string | undefined {
  const known = classes(attribs).filter((name) => BLOCK_CLASSES.includes(name));
  const kept = known.filter((name, at) => known.findIndex((other) => kind(other) === kind(name)) === at);
  const pasted = kept.some((name) => kind(name) === kind('ql-align-')) ? undefined : pastedAlignment(attribs);
  const all = pasted ? [`ql-align-${pasted}`, ...kept] : kept;
  return all.length > 0 ? all.join(' ') : undefined;
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
