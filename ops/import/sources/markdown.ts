import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from '../../../model/text/table.ts';
import { ImportError } from '../../errors.ts';
import { type Archive, dayIn, decoded, type Item, momentOf, NO_ORIGIN, type Source, unread } from '../items.ts';
import { addressesIn, dayOrMoment, fieldsOf, permalinkIn, readFront } from './front-matter.ts';
import { finderOf, inAddress, MARKDOWN_NAME, markdown, PAGE_SUFFIX, withoutTags } from './markdown-html.ts';

const MAX_TEXT = 8 * 1024 * 1024; // bytes
const HIDDEN = /(?:^|\/)(?:\.|node_modules\/|__MACOSX\/)/; // Files of editors, operating systems and packages
const OTHER_TEXT = /(?:^|\/)(?:_posts|_drafts|content)\/.*\.(?:html?|textile|adoc|org|rst)$/i;
const SECTION = /(?:^|\/)_index\.\w+$/;
const TOP = /^[^/]+(?:\/index(?:\.[a-z]{2})?\.\w+)?$/i;

/** A folder of Markdown files with front matter, as of Jekyll and Hugo, or a ZIP of one. */
export async function openMarkdown(place: string, archive?: Archive): Promise<Source> {
  const folder = archive ?? (await onDisk(place));
  const shown = folder.names.filter((name) => !HIDDEN.test(name));
  const root = archive ? rootOf(shown) : '';
  const isSite = shown.some((name) => /^content\//.test(name.slice(root.length)));
  const names = shown.filter((name) => !isSite || !/^(?:themes|archetypes)\//.test(name.slice(root.length)));
  if (!names.some((name) => MARKDOWN_NAME.test(name)))
    throw new ImportError(
      `${place}: здесь нет файлов .md. Если это выгрузка WordPress или Ghost, назовите сам её файл.`,
    );
  const find = finderOf(names.map((name) => pathOf(name, root)));
  const config = names.includes(`${root}_config.yml`) ? await folder.read(`${root}_config.yml`) : undefined;
  const isBuilt = isSite || shown.some((name) => /^_posts\//.test(name.slice(root.length)));
  const reading = { root, isBuilt, find, usual: config && permalinkIn(decodeText(config)) };
  return {
    kind: 'Markdown',
    id: `markdown:${path.basename(place).replace(/\.zip$/i, '')}`,
    origin: NO_ORIGIN,
    async *items(addLoss) {
      for (const name of names.filter((each) => OTHER_TEXT.test(each))) addLoss(name, 'текст не в Markdown');
      for (const name of names.filter((each) => MARKDOWN_NAME.test(each)).sort()) {
        const text = decodeText((await folder.read(name)) ?? Buffer.of());
        const item = toItem(name, text, await folder.dayOf?.(name), reading);
        if (typeof item === 'string') addLoss(name, item);
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
    close: archive?.close,
  };
}

async function onDisk(root: string): Promise<Archive> {
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

/** The single top folder of an archive, unless its name is meaningful. */
function rootOf(names: string[]): string {
  const [root = ''] = /^(?!_?(?:posts|pages|drafts|content)\/)[^/]+\//.exec(names[0] ?? '') ?? [];
  return names.every((name) => name.startsWith(root)) ? root : '';
}

/** Path within the site: Hugo's texts are in `content`. */
function pathOf(name: string, root: string): string {
  return name.slice(root.length).replace(/^content\//, '');
}

type Reading = { root: string; isBuilt: boolean; find: ReturnType<typeof finderOf>; usual: string | undefined };

/** A string is the reason why it is not an item. */
function toItem(name: string, whole: string, changed: string | undefined, reading: Reading): Item | string {
  const { root, isBuilt, find, usual: address } = reading;
  if (whole.length > MAX_TEXT) return 'текст больше 8 МБ';
  const { front, rest, matter, language } = readFront(whole);
  if (!matter) return `файл, заголовок которого нельзя прочесть: в нём ошибка ${language}`;
  if (/^(?:README|LICENSE)\.\w+$/i.test(name.slice(root.length)) && !front) return 'описание папки: это не текст сайта';
  if (!rest.trim() && (!front || SECTION.test(name))) return 'файл без текста';
  const meta = fieldsOf(matter);
  const [, headed, after] = /^\s*#[ \t]+([^\n]+)\n?([\s\S]*)$/.exec(rest) ?? [];
  const title = meta.title || (headed ?? '').replace(/#+\s*$/, '').trim() || nameOf(name);
  const text = meta.title || headed === undefined ? rest : (after ?? '');
  const inName = /(?:^|\/)(\d{4}-\d\d-\d\d)-[^/]*$/.exec(name)?.[1] ?? '';
  const { created, published, expired } = meta;
  // Files beside the folders of posts are pages such as «О нас».
  const isTop = isBuilt && !created && !published && !inName && TOP.test(pathOf(name, root));
  const isPage = isTop || meta.kind === 'page' || /(?:^|\/)_?pages\//.test(name) || SECTION.test(name);
  const kind = isPage ? 'page' : 'article';
  const losses: string[] = [];
  const unreadable = [created, published, expired, inName].filter((each) => each !== '' && !dayOrMoment(each));
  const day = dayOrMoment(created) ? created : published;
  const at = dayOrMoment(published) ?? dayOrMoment(day) ?? dayOrMoment(inName);
  const date = dayIn(day) ?? dayOrMoment(day)?.slice(0, 10) ?? dayOrMoment(inName) ?? changed;
  const expiresAt = momentOf(dayOrMoment(expired));
  const now = new Date().toISOString();
  const isOver = expiresAt !== undefined && expiresAt < now;
  const isDraft = meta.isClosed || unreadable.includes(published) || isOver || /(?:^|\/)_?drafts\//.test(name);
  const isLater = at !== undefined && at > now;
  const base = new URL(inAddress(pathOf(name, root)), NO_ORIGIN).href;
  const place = base.replace(PAGE_SUFFIX, '');
  // Hugo's default address of a text.
  const usual = decoded(new URL(place).pathname).replace(/[^/]*$/, (last) => meta.slug || last);
  const isHome = /^_index\.\w+$/.test(pathOf(name, root));
  const isPublic = !isDraft && !isHome;
  const posted = /(?:^|\/)_posts\//.test(name) ? address : undefined;
  const named = addressesIn(matter, meta.slug || nameOf(name), date, posted);
  const hugo = name.startsWith(`${root}content/`) ? [usual.toLowerCase().replaceAll(' ', '-')] : [];
  return {
    key: name,
    kind,
    title,
    slug: meta.slug || (isHome ? undefined : nameOf(name)),
    addresses: isPublic ? [...named.addresses, ...hugo] : [],
    base,
    ...(isPublic && { places: [base, place] }),
    author: meta.author,
    fields: {
      status: isDraft ? 'draft' : isLater ? 'scheduled' : 'published',
      ...(!isDraft && at && { publishAt: momentOf(at) }),
      ...(!isDraft && { expiresAt }),
      date,
      tags: kind === 'page' ? [] : meta.tags,
      ...{ lead: meta.lead, subtitle: meta.subtitle, coverAlt: meta.coverAlt },
    },
    losses,
    body: () => {
      const html = markdown.parse(withoutTags(text, find, losses), { async: false });
      losses.push(...unreadable.map(unread), ...(isPublic ? named.unread : []));
      return { html, cover: meta.picture };
    },
  };
}

/** «2024-05-14-final.md» and «final/index.md» are «final». */
function nameOf(name: string): string {
  const base = name.replace(/\/(?:_?index|README)(?:\.[a-z]{2})?\.\w+$/i, '').replace(MARKDOWN_NAME, '');
  return base.slice(base.lastIndexOf('/') + 1).replace(/^\d{4}-\d\d-\d\d-/, '');
}
