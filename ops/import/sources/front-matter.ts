import { parse } from 'yaml';
import { z } from 'zod';
import { dayIn, momentOf } from '../items.ts';

type Matter = Record<string, unknown>; // Values by name in lower case: Hugo takes any

/** What stands before a text, in YAML or TOML; no `matter` where it cannot be read. */
export function readFront(whole: string) {
  const [, fence, front = '', rest = whole] =
    /^\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ?? [];
  const isToml = fence === '+++';
  let matter: Matter | undefined;
  try {
    const said = z.record(z.string(), z.unknown()).parse(parse(isToml ? fromToml(front) : front) ?? {});
    matter = Object.fromEntries(Object.entries(said).map(([name, value]) => [name.toLowerCase(), value]));
  } catch {}
  return { front, rest, matter, language: isToml ? 'TOML' : 'YAML' };
}

/** Simple values of TOML, which YAML writes alike; of its tables only that a text is never shown. */
function fromToml(front: string): string {
  const [plain = ''] = front.replace(/^[ \t]+(?=[\w-]+\s*=)/gm, '').split(/^\[/m);
  const [, build] = /^[ \t]*\[(_?build)\][^[]*?^[ \t]*render\s*=\s*["']?(?:never|false)/m.exec(front) ?? [];
  const values = plain.replace(/^(?![\w-]+\s*=)/gm, ' ').replace(/^([\w-]+)\s*=/gm, '$1: ');
  return build ? `${build}: { render: never }\n${values}` : values;
}

/** Names that systems and themes have for one text: the first that is not blank counts. */
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

export function saidIn(matter: Matter) {
  const first = (names: string[]) => names.map((name) => text(matter[name])).find(Boolean) ?? '';
  const said = Object.fromEntries(Object.entries(TEXTS).map(([name, names]) => [name, first(names)]));
  const pictures = PICTURES.flatMap((name) => matter[name]).map((each) => text(each) || text(partOf(each, ADDRESS)));
  return {
    ...(said as Record<keyof typeof TEXTS, string>),
    author: [...new Set([matter.author, matter.authors].flatMap(texts))].join(', ') || undefined,
    tags: [matter.tags, matter.categories, matter.category].flatMap(texts),
    picture: pictures.find(Boolean) ?? '',
    isClosed:
      text(matter.password) !== '' ||
      CLOSED.some(([word, names]) => names.some((name) => word.test(String(matter[name]).trim()))) ||
      /^(?:never|false)$/.test(String(partOf(matter._build ?? matter.build, ['render']))),
  };
}

/** A day stays one; a moment is ISO 8601 in UTC. */
export function dayOrMoment(given: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return dayIn(given) ?? undefined;
  return momentOf(given.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
}

/** What Jekyll's settings may name in place of an address of texts. */
const STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
};

/** Address of all texts in `_config.yml` of Jekyll. */
export function permalinkIn(config: string): string {
  const [, said = 'date'] = /^permalink:[ \t]*["']?([^\s"']+)/m.exec(config) ?? [];
  return STYLES[said] ?? said.replace(/^\/?/, '/');
}

/** Addresses that the front matter names, else the usual one, with Jekyll's placeholders filled in; `unread`: sentences on the others. */
export function addressesIn(matter: Matter, name: string, date = '', usual?: string) {
  const [year, month, day] = date.split('-');
  const title = name.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-');
  const categories = [matter.categories, matter.category].flatMap(texts).join('/').replaceAll(' ', '/').toLowerCase();
  const words = { year, month, day, title, slug: title.toLowerCase(), categories, output_ext: '.html' };
  const fill = (address: string): string => {
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
