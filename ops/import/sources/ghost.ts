import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { plainText } from '../../../model/text/excerpt.ts';
import { ImportError } from '../../errors.ts';
import {
  type Archive,
  asDraft,
  asScheduled,
  decoded,
  type Item,
  momentOf,
  NO_ORIGIN,
  paragraphs,
  type Shown,
  type Source,
  unread,
} from '../items.ts';

const text = z.string().nullish().catch(null);
const flag = z.union([z.boolean(), z.number()]).nullish().catch(null);
const moment = z.union([z.string(), z.number()]).nullish().catch(null);
const id = z.union([z.string(), z.number()]).transform(String);

const post = z.object({
  ...{ id, uuid: text, title: text, slug: text, html: text, lexical: text, mobiledoc: text, plaintext: text },
  ...{ type: text, page: flag, status: text },
  ...{ visibility: text, published_at: moment, updated_at: moment },
  ...{ feature_image: text, custom_excerpt: text, og_title: text },
  ...{ codeinjection_head: text, codeinjection_foot: text, author_id: id.nullish().catch(null) },
});

const meta = z.object({ post_id: id, feature_image_alt: text, feature_image_caption: text, og_title: text });
const named = z
  .array(z.object({ id, name: text, visibility: text }))
  .catch([])
  .transform((rows) => new Map(rows.map((row) => [row.id, row])));
const links = z
  .array(z.object({ post_id: id, tag_id: id.optional(), author_id: id.optional(), sort_order: z.number().nullish() }))
  .catch([])
  .transform((rows) => rows.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0)))
  .transform((rows) => Map.groupBy(rows, ({ post_id }) => post_id));

const data = z.object({
  ...{ posts: z.array(post), posts_tags: links, posts_authors: links, posts_meta: z.array(meta).catch([]) },
  ...{ tags: named, users: named },
});

type Post = z.output<typeof post>;
type Data = z.output<typeof data>;

/** Matches the beginning of a Ghost export. */
export const GHOST = /"(?:db|posts)"\s*:\s*\[/;
const PLACEHOLDER = '__GHOST_URL__';

/** A Ghost export, or a ZIP of it with its pictures. `origin`: of the site. `most`: bytes of JSON. ImportError when damaged or larger. */
export async function openGhost(
  file: string,
  { origin, archive, most }: { origin: string | undefined; archive?: Archive; most: number },
): Promise<Source> {
  if (!archive && (await stat(file)).size > most) throw tooLarge();
  const json = archive ? await jsonIn(archive, most) : await readFile(file, 'utf8');
  const known = readData(json);
  const site = origin ?? NO_ORIGIN;
  return {
    kind: 'Ghost',
    id: `ghost:${origin ?? ''}`,
    origin: site,
    async *items() {
      for (const each of known.posts) yield toItem(each, known, site);
    },
    ...(archive && {
      read: async (address: string) => {
        // The archive contains only originals, no scaled copies.
        const path = decoded(new URL(address).pathname).replace(/\/size\/w\d+[^/]*(?=\/)/, '');
        const name = archive.names.find((each) => `/${each}`.endsWith(path));
        return name === undefined ? undefined : archive.read(name);
      },
      close: archive.close,
    }),
  };
}

function tooLarge(): ImportError {
  return new ImportError('Выгрузка Ghost слишком большая для панели: перенесите её командой rampa import на сервере.');
}

async function jsonIn(archive: Archive, most: number): Promise<string> {
  for (const name of archive.names.filter((each) => each.endsWith('.json'))) {
    const bytes = await archive.read(name, most).catch(() => Promise.reject(tooLarge()));
    const json = bytes?.toString('utf8') ?? '';
    if (GHOST.test(json.slice(0, 100_000))) return json;
  }
  throw new ImportError('В этом архиве нет выгрузки Ghost: нужен файл .json из «Settings → Migration tools → Export».');
}

function readData(json: string): Data {
  try {
    const whole = JSON.parse(json.replace(/^\ufeff/, ''));
    return data.parse(whole.db?.[0]?.data ?? whole.data ?? whole);
  } catch {
    throw new ImportError('Выгрузка Ghost повреждена: её нельзя прочесть. Выгрузите её заново.');
  }
}

function toItem(each: Post, known: Data, site: string): Item {
  const isPage = each.type === 'page' || Boolean(each.page);
  const losses: string[] = [];
  const html = htmlOf(each, losses);
  const shown = html === undefined ? asDraft(losses, WITHOUT_HTML) : visibilityOf(each, losses);
  const meta = known.posts_meta.find(({ post_id }) => post_id === each.id);
  const tags = (known.posts_tags.get(each.id) ?? []).flatMap(({ tag_id = '' }) => {
    const tag = known.tags.get(tag_id);
    return tag?.name && tag.visibility !== 'internal' && !tag.name.startsWith('#') ? tag.name : [];
  });
  const authors = known.posts_authors.get(each.id)?.map(({ author_id = '' }) => author_id) ?? [each.author_id ?? ''];
  return {
    key: `post:${each.uuid ?? each.id}`,
    kind: isPage ? 'page' : 'article',
    title: each.title ?? '',
    slug: each.slug ?? undefined,
    addresses: shown.status === 'published' && each.slug ? [`${site}/${each.slug}/`] : [],
    author: authors.flatMap((author) => known.users.get(author)?.name ?? []).join(', ') || undefined,
    fields: {
      ...(shown.status === 'draft' ? { date: momentOf(each.published_at ?? each.updated_at) } : { dateFollows: true }),
      ...{ ...shown, tags: isPage ? [] : tags, lead: each.custom_excerpt ?? '' },
      ...{ socialTitle: meta?.og_title ?? each.og_title ?? '', coverAlt: meta?.feature_image_alt ?? '' },
    },
    losses,
    body: () => {
      if (each.published_at && !momentOf(each.published_at)) losses.push(unread(String(each.published_at)));
      if (each.codeinjection_head || each.codeinjection_foot) losses.push('вставка кода');
      if (meta?.feature_image_caption) losses.push(`подпись обложки «${plainText(meta.feature_image_caption)}»`);
      return { html: html?.replaceAll(PLACEHOLDER, site) ?? '', cover: each.feature_image?.replace(PLACEHOLDER, site) };
    },
  };
}

/** Texts for members, or only sent by mail, become drafts. */
function visibilityOf({ status, visibility, published_at }: Post, losses: string[]): Shown {
  const publishAt = momentOf(published_at);
  if (status === 'sent') return asDraft(losses, 'только для рассылки');
  if (status !== 'published' && status !== 'scheduled') return asDraft(losses);
  if ((visibility ?? 'public') !== 'public') return asDraft(losses, 'только для подписчиков');
  return status === 'published' ? { status, publishAt } : asScheduled(losses, publishAt);
}

const WITHOUT_HTML = 'весь текст, в выгрузке его нет в HTML (сохраните запись в Ghost и выгрузите ещё раз)';

/** HTML that Ghost rendered when it saved the text, if any. */
function htmlOf({ html, lexical, mobiledoc, plaintext }: Post, losses: string[]): string | undefined {
  if (html)
    return html.replace(GATED, (block, rule: string) => {
      if (!/\bnonMember:false/.test(rule)) return block;
      losses.push('карточка Ghost «только для подписчиков»');
      return '';
    });
  if (!lexical && !mobiledoc && !plaintext) return '';
  if (!plaintext || /"(?:nonMember|showOnWeb)":\s*false/.test(lexical ?? '')) return undefined;
  losses.push('оформление текста');
  return paragraphs(plaintext);
}

const GATED = /<!--\s*kg-gated-block:begin\s([^\n]*?)-->[\s\S]*?<!--\s*kg-gated-block:end\s*-->/g;
