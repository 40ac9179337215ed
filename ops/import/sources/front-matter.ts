import { parse } from 'yaml';
import { z } from 'zod';
import { dayIn, momentOf } from '../items.ts';

type Matter = Record<string, unknown>; // Values by lower-case name: Hugo ignores case

/** Splits front matter (YAML or TOML) from the text; no `matter` if it cannot be parsed. */
export function readFront(whole: string) {
  const [, fence, front = '', rest = whole] =
    /^\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ?? [];
  const isToml = fence === '+++';
  let matter: Matter | undefined;
  try {
    const values = z.record(z.string(), z.unknown()).parse(parse(isToml ? fromToml(front) : front) ?? {});
    matter = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  } catch {}
  return { front, rest, matter, language: isToml ? 'TOML' : 'YAML' };
}

/** Simple TOML values, whose syntax YAML shares; of tables only the flag that hides a text. */
function fromToml(front: string): string {
  const [plain = ''] = front.replace(/^[ \t]+(?=[\w-]+\s*=)/gm, '').split(/^\[/m);
  const [, build] = /^[ \t]*\[(_?build)\][^[]*?^[ \t]*render\s*=\s*["']?(?:never|false)/m.exec(front) ?? [];
  const values = plain.replace(/^(?![\w-]+\s*=)/gm, ' ').replace(/^([\w-]+)\s*=/gm, '$1: ');
  return build ? `${build}: { render: never }\n${values}` : values;
}

/** Field names in various systems and themes: the first that is not blank is used. */
const TEXTS = {
  title: ['title'],
  subtitle: ['subtitle'],
  slug: ['slug'],
  kind: ['layout', 'type', 'kind'],
  created: ['date', 'created'],
  published: ['publishdate', 'published_at'],
  expired: ['expirydate', 'unpublishdate'],
  coverAlt: ['image_alt', 'cover_alt'],
  lead: ['description', 'excerpt', 'summary'],
};

const CLOSED: [RegExp, string[]][] = [
  [/^(?:true|yes|on|1)$/i, ['draft', 'private', 'headless']],
  [/^(?:false|no|off|0)$/i, ['published', 'publish', 'permalink']],
  [/^(?:draft|private|hidden|pending|unpublished|trash|members|paid|tiers)$/i, ['status', 'visibility']],
];

const PICTURES = ['image', 'cover', 'thumbnail', 'featured_image', 'header', 'images'];
const ADDRESS = ['image', 'path', 'teaser', 'src'];

export function fieldsOf(matter: Matter) {
  const first = (names: string[]) => names.map((name) => text(matter[name])).find(Boolean) ?? '';
  const values = Object.fromEntries(Object.entries(TEXTS).map(([name, names]) => [name, first(names)]));
  const pictures = PICTURES.flatMap((name) => matter[name]).map((each) => text(each) || text(partOf(each, ADDRESS)));
  return {
    ...(values as Record<keyof typeof TEXTS, string>),
    author: [...new Set([matter.author, matter.authors].flatMap(texts))].join(', ') || undefined,
    tags: [matter.tags, matter.categories, matter.category].flatMap(texts),
    picture: pictures.find(Boolean) ?? '',
    isClosed:
      text(matter.password) !== '' ||
      CLOSED.some(([word, names]) => names.some((name) => word.test(String(matter[name]).trim()))) ||
      /^(?:never|false)$/.test(String(partOf(matter._build ?? matter.build, ['render']))),
  };
}

/** A day as it is, a moment as ISO 8601 UTC. */
export function dayOrMoment(given: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return dayIn(given) ?? undefined;
  return momentOf(given.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
}

/** Jekyll's named permalink styles. */
const STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
};

/** Permalink pattern in Jekyll's `_config.yml`. */
export function permalinkIn(config: string): string {
  const [, values = 'date'] = /^permalink:[ \t]*["']?([^\s"']+)/m.exec(config) ?? [];
  return STYLES[values] ?? values.replace(/^\/?/, '/');
}

/** Addresses in the front matter, else the default one, with Jekyll's placeholders filled in; `unread`: sentences about unusable ones. */
export function addressesIn(matter: Matter, name: string, date = '', usual?: string) {
  const [year, month, day] = date.split('-');
  const title = name.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-');
  const categories = [matter.categories, matter.category].flatMap(texts).join('/').replaceAll(' ', '/').toLowerCase();
  const words = { year, month, day, title, slug: title.toLowerCase(), categories, output_ext: '.html' };
  const fill = (address: string): string => {
    if (address.includes('{{')) return '';
    if (!address.includes('/:')) return address;
    const filled = address.replace(/:([a-z_]+)/g, (all, word) => words[word as keyof typeof words] ?? all);
    return /:[a-z]/.test(filled) ? '' : filled.replace(/(?<!:)\/+/g, '/');
  };
  const given = [matter.permalink ?? usual, matter.url, matter.aliases, matter.redirect_from].flatMap(texts);
  const unread = given.filter((address) => !fill(address)).map((it) => `адрес «${it}»: его шаблон нельзя заполнить`);
  return { addresses: given.map(fill).filter(Boolean), unread };
}

function partOf(value: unknown, names: string[]): unknown {
  const parts = z.record(z.string(), z.unknown()).catch({}).parse(value);
  return names.map((name) => parts[name]).find((part) => part !== undefined);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(text).filter(Boolean);
}
