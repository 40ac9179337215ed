import { parse } from 'yaml';
import { z } from 'zod';

/** Values by name in lower case: Hugo takes any. */
type Matter = Record<string, unknown>;

/** What stands before a text, in YAML, TOML or JSON; no `matter` where it cannot be read. */
export function readFront(whole: string) {
  const [, fence, front = '', rest = whole] =
    /^\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??\1[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ??
    /^\ufeff?(?=(\{))(\{\s*"(?:[^\n]*\}|[\s\S]*?\n\}))[ \t\r]*(?:\n|$)([\s\S]*)$/.exec(whole) ??
    [];
  const isToml = fence === '+++';
  return { front, rest, matter: readMatter(isToml ? fromToml(front) : front), language: isToml ? 'TOML' : 'YAML' };
}

function readMatter(front: string): Matter | undefined {
  try {
    const matter = z.record(z.string(), z.unknown()).parse(parse(front, { maxAliasCount: 100 }) ?? {});
    return Object.fromEntries(Object.entries(matter).map(([name, value]) => [name.toLowerCase(), value]));
  } catch {
    return undefined;
  }
}

/** Simple values of TOML, which YAML writes alike; of its tables only that a text is never shown. */
function fromToml(front: string): string {
  const [plain = ''] = front.replace(/^[ \t]+(?=[\w-]+\s*=)/gm, '').split(/^\[/m);
  const isNever = /^\s*\[_?build\][^[]*?^\s*render\s*=\s*["']?(?:never|false)/m.test(front);
  return (
    (isNever ? 'private: true\n' : '') + plain.replace(/^(?![\w-]+\s*=)/gm, ' ').replace(/^([\w-]+)\s*=/gm, '$1: ')
  );
}

/** Names that systems and themes have for one text: the first that is not blank counts. */
const TEXTS = {
  title: ['title'],
  kind: ['layout', 'type', 'kind'],
  slug: ['slug'],
  created: ['date', 'created'],
  published: ['publishdate', 'published_at'],
  expired: ['expirydate', 'unpublishdate'],
  lead: ['description', 'excerpt', 'summary'],
  subtitle: ['subtitle'],
  coverAlt: ['image_alt', 'cover_alt'],
};

/** Names of values that say that a text is not for everybody. */
const CLOSED: [RegExp, string[]][] = [
  [/^(?:true|yes|on|1)$/i, ['draft', 'private']],
  [/^(?:false|no|off|0)$/i, ['published', 'publish', 'permalink']],
  [/^(?:draft|private|hidden|pending)$/i, ['status', 'visibility']],
];

/** Where themes keep a picture, and its address in there. */
const PICTURES = ['image', 'cover', 'thumbnail', 'featured_image', 'header', 'images'];
const ADDRESS = ['image', 'path', 'teaser', 'src'];

/** Blank where the front matter says nothing. */
export function saidIn(matter: Matter) {
  const first = (names: string[]) => names.map((name) => text(matter[name])).find(Boolean) ?? '';
  const said = Object.fromEntries(Object.entries(TEXTS).map(([name, names]) => [name, first(names)]));
  const pictures = PICTURES.flatMap((name) => matter[name]).map((each) => text(each) || text(partOf(each, ADDRESS)));
  return {
    ...(said as Record<keyof typeof TEXTS, string>),
    author: text(matter.author) || texts(matter.authors)[0],
    tags: [matter.tags, matter.categories, matter.category].flatMap(texts),
    picture: pictures.find(Boolean) ?? '',
    isClosed:
      CLOSED.some(([word, names]) => names.some((name) => word.test(String(matter[name]).trim()))) ||
      /^(?:never|false)$/.test(String(partOf(matter._build ?? matter.build, ['render']))),
  };
}

/** Addresses that the front matter names, with Jekyll's placeholders filled in; `unread`: sentences on the others. */
export function addressesIn(matter: Matter, { date = '', name }: { date: string | undefined; name: string }) {
  const [year, month, day] = date.split('-');
  const title = name.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-');
  const categories = [matter.categories, matter.category].flatMap(texts).join('/').toLowerCase();
  const values: Record<string, string | undefined> = {
    ...{
      year,
      month,
      day,
      short_year: year?.slice(2),
      i_month: month?.replace(/^0/, ''),
      i_day: day?.replace(/^0/, ''),
    },
    ...{ title, slug: title.toLowerCase(), basename: name, categories, output_ext: '.html' },
  };
  const given = [matter.permalink, matter.url, matter.aliases, matter.redirect_from].flatMap(texts);
  const filled = given.map((each) =>
    each.includes('/:')
      ? each.replace(/:([a-z_]+)/g, (all, key: string) => values[key] ?? all).replace(/(?<!:)\/+/g, '/')
      : each,
  );
  const isRead = (address: string) => !address.includes('/:');
  const unread = given.filter((_, at) => !isRead(filled[at] ?? ''));
  return {
    addresses: filled.filter(isRead),
    unread: unread.map((each) => `адрес «${each}»: его шаблон нельзя заполнить`),
  };
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
