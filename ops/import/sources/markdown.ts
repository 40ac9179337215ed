import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Marked } from 'marked';
import { parse } from 'yaml';
import { z } from 'zod';
import { decodeText } from '../../../model/text/table.ts';
import { ImportError } from '../../errors.ts';
import type { Archive, Item, Lost, Source } from '../items.ts';
import { dayIn, decoded, momentOf, NOWHERE, unread } from '../items.ts';
import { based, ENDING, finderOf, IS_TEXT, inAddress, markedFor, withoutTags } from './markdown-html.ts';

const MAX_TEXT = 8 * 1024 * 1024; // bytes

/** Of editors, systems and packages. */
const HIDDEN = /(?:^|\/)(?:\.|node_modules\/|__MACOSX\/)/;

const SECTION = /(?:^|\/)_index\.\w+$/;

interface Folder {
  names: string[]; // of all files, with slashes
  read: (name: string) => Promise<Buffer | undefined>;
  dayOf?: (name: string) => Promise<string>; // of a file's last change
}

/** A folder of Markdown with front matter in YAML, as Jekyll, Hugo, Eleventy, Obsidian write it, or a ZIP of one. */
export async function openMarkdown(place: string, archive?: Archive): Promise<Source> {
  const folder: Folder = archive ?? (await onDisk(place));
  const shown = folder.names.filter((name) => !HIDDEN.test(name));
  const root = archive ? rootOf(shown) : '';
  const isHugo = shown.some((name) => name.startsWith(`${root}content/`));
  const names = shown.filter((name) => !isHugo || !/^(?:themes|archetypes)\//.test(name.slice(root.length)));
  if (!names.some((name) => IS_TEXT.test(name)))
    throw new ImportError(
      `${place}: здесь нет файлов .md. Если это выгрузка WordPress или Ghost, назовите сам её файл.`,
    );
  const find = finderOf(names.map((name) => pathOf(name, root)));
  const reading = { root, find, marked: markedFor(find) };
  const losses: Lost[] = [];
  return {
    kind: 'Markdown',
    id: `markdown:${path.basename(place).replace(/\.zip$/i, '')}`,
    origin: NOWHERE,
    losses: () => losses,
    async *items() {
      losses.length = 0;
      for (const name of names.filter((each) => IS_TEXT.test(each)).sort()) {
        const text = decodeText((await folder.read(name)) ?? Buffer.of());
        const item = toItem(name, text, await folder.dayOf?.(name), reading);
        if (typeof item === 'string') losses.push({ item: name, what: item, count: 1 });
        else yield item;
      }
    },
    read: async (address) => {
      const wanted = decoded(new URL(address).pathname).slice(1);
      const name = ['', 'content/', 'static/', 'assets/', 'public/']
        .map((place) => root + place + wanted)
        .find((each) => names.includes(each));
      return name === undefined ? undefined : folder.read(name);
    },
    ...(archive && { close: archive.close }),
  };
}

async function onDisk(root: string): Promise<Folder> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return {
    names,
    read: (name) => readFile(path.join(root, name)),
    dayOf: async (name) => (await stat(path.join(root, name))).mtime.toISOString().slice(0, 10),
  };
}

/** The one folder that an archive holds, unless its name says what lies in it. */
function rootOf(names: string[]): string {
  const [root = ''] = /^(?!_?(?:posts|pages|drafts|content)\/)[^/]+\//.exec(names[0] ?? '') ?? [];
  return names.every((name) => name.startsWith(root)) ? root : '';
}

/** Within the site: Hugo's texts lie in `content`. */
function pathOf(name: string, root: string): string {
  return name.slice(root.length).replace(/^content\//, '');
}

type Matter = Record<string, unknown>;
type Reading = { root: string; find: ReturnType<typeof finderOf>; marked: Marked };

/** A sentence says why there is none. */
function toItem(name: string, whole: string, changed: string | undefined, reading: Reading): Item | string {
  const { root, find, marked } = reading;
  if (whole.length > MAX_TEXT) return 'текст больше 8 МБ';
  const [, fence, front = '', rest = whole] =
    /^\ufeff?(---|\+\+\+)\r?\n([\s\S]*?)\r?\n\1[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ??
    /^\ufeff?(?=(\{))(\{\s*"(?:[^\n]*\}|[\s\S]*?\n\}))[ \t\r]*(?:\n|$)([\s\S]*)$/.exec(whole) ??
    [];
  const matter = readMatter(fence === '+++' ? fromToml(front) : front);
  if (!matter) return `файл, заголовок которого нельзя прочесть: в нём ошибка ${fence === '+++' ? 'TOML' : 'YAML'}`;
  if (/^(?:README|LICENSE)\.\w+$/i.test(name.slice(root.length)) && !front) return 'описание папки: это не текст сайта';
  if (!rest.trim() && (!front || SECTION.test(name))) return 'файл без текста';
  const [, headed, after] = /^\s*#[ \t]+([^\n]+)\n?([\s\S]*)$/.exec(rest) ?? [];
  const title = text(matter.title) || (headed ?? '').replace(/#+\s*$/, '').trim() || nameOf(name);
  const text_ = text(matter.title) || headed === undefined ? rest : (after ?? '');
  const kind =
    text(matter.layout ?? matter.type ?? matter.kind) === 'page' || /(?:^|\/)_?pages\//.test(name) || SECTION.test(name)
      ? 'page'
      : 'article';
  const inName = /(?:^|\/)(\d{4}-\d\d-\d\d)-[^/]*$/.exec(name)?.[1];
  const now = new Date().toISOString();
  const dated = text(matter.date ?? matter.created);
  const published = text(matter.publishDate ?? matter.published_at);
  const expired = text(matter.expiryDate ?? matter.unpublishdate);
  const unreadable = [dated, published, expired].filter((each) => each !== '' && !dayOrMoment(each));
  const day = dayOrMoment(dated) ? dated : published;
  const at = dayOrMoment(published) ?? dayOrMoment(day) ?? (inName && inName > now ? inName : undefined);
  const expiresAt = momentOf(dayOrMoment(expired));
  const isDraft =
    unreadable.includes(published) ||
    (expiresAt !== undefined && expiresAt < now) ||
    [matter.draft, matter.private].some((value) => /^(?:true|yes|on|1)$/i.test(String(value))) ||
    [matter.published, matter.publish].some((value) => /^(?:false|no|off|0)$/i.test(String(value))) ||
    [matter.status, matter.visibility].some((value) => /^(?:draft|private|hidden|pending)$/i.test(text(value))) ||
    matter.permalink === false ||
    /^(?:never|false)$/.test(String(partOf(matter._build ?? matter.build, ['render']))) ||
    /(?:^|\/)_?drafts\//.test(name);
  const base = new URL(inAddress(pathOf(name, root)), `${NOWHERE}/`);
  const isLater = at !== undefined && at > now;
  const place = base.href.replace(ENDING, '');
  // Hugo's address of a text, unless its front matter says another.
  const usual = decoded(new URL(place).pathname).replace(/[^/]*$/, (last) => text(matter.slug) || last);
  const isHome = /^_index\.\w+$/.test(pathOf(name, root));
  const addresses = [
    ...[matter.permalink, matter.url, matter.aliases, matter.redirect_from].flatMap(texts),
    ...(name.startsWith(`${root}content/`) ? [usual.toLowerCase().replaceAll(' ', '-')] : []),
  ];
  return {
    key: name,
    kind,
    title,
    slug: text(matter.slug) || (isHome ? undefined : nameOf(name)),
    addresses: isDraft || isHome ? [] : addresses,
    ...(!isDraft && !isHome && { place }),
    author: text(matter.author) || texts(matter.authors)[0],
    fields: {
      status: isDraft ? 'draft' : isLater ? 'scheduled' : 'published',
      ...(!isDraft && { ...(at && { publishAt: momentOf(at) }), expiresAt }),
      date: dayIn(day) ?? dayOrMoment(day)?.slice(0, 10) ?? inName ?? changed,
      tags: kind === 'page' ? [] : [matter.tags, matter.categories, matter.category].flatMap(texts),
      lead: text(matter.description) || text(matter.excerpt) || text(matter.summary),
      subtitle: text(matter.subtitle),
      coverAlt: text(matter.image_alt ?? matter.cover_alt),
    },
    body: () => {
      const { image, cover, thumbnail, featured_image, header, images } = matter;
      const pictures = [image, cover, thumbnail, featured_image, header, images]
        .flat()
        .map((each) => text(each) || text(partOf(each, PICTURE)));
      const { text: plain, losses } = withoutTags(text_, find);
      losses.push(...unreadable.map((each) => ({ what: unread(each), count: 1 })));
      return {
        losses,
        html: based(marked.parse(plain, { async: false }), base),
        cover: URL.parse(pictures.find(Boolean) ?? '', pictures.some(Boolean) ? base : undefined)?.href,
      };
    },
  };
}

function readMatter(front: string): Matter | undefined {
  try {
    return z.record(z.string(), z.unknown()).parse(parse(front, { maxAliasCount: 100 }) ?? {});
  } catch {
    return undefined;
  }
}

/** Simple values of TOML, which YAML writes alike; nothing of its tables. */
function fromToml(front: string): string {
  const [plain = ''] = front.replace(/^[ \t]+(?=[\w-]+\s*=)/gm, '').split(/^\[/m);
  return plain.replace(/^(?![\w-]+\s*=)/gm, ' ').replace(/^([\w-]+)\s*=/gm, '$1: ');
}

/** «2024-05-14-final.md» and «final/index.md» are «final». */
function nameOf(name: string): string {
  const base = name.replace(/\/(?:_?index|README)\.\w+$/i, '').replace(IS_TEXT, '');
  return base.slice(base.lastIndexOf('/') + 1).replace(/^\d{4}-\d\d-\d\d-/, '');
}

/** A day stays one; a moment is ISO 8601 in UTC. */
function dayOrMoment(given: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return dayIn(given) ?? undefined;
  return momentOf(given.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
}

/** Where themes keep a picture. */
const PICTURE = ['image', 'path', 'teaser', 'src'];

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
