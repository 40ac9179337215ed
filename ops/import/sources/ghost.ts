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
  NOWHERE,
  paragraphs,
  type Source,
  unread,
  type Visibility,
} from '../items.ts';

const FOR_MEMBERS = 'только для подписчиков';

const text = z.string().nullish().catch(null);
const flag = z.union([z.boolean(), z.number()]).nullish().catch(null);
const moment = z.union([z.string(), z.number()]).nullish().catch(null);
const id = z.union([z.string(), z.number()]).transform(String);

const post = z.object({
  ...{ id, uuid: text, title: text, slug: text, html: text, lexical: text, mobiledoc: text, plaintext: text },
  ...{ type: text, page: flag, status: text },
  ...{ visibility: text, published_at: moment, feature_image: text, custom_excerpt: text, og_title: text },
  ...{ codeinjection_head: text, codeinjection_foot: text, author_id: id.nullish().catch(null) },
});

const data = z.object({
  posts: z.array(post),
  tags: z.array(z.object({ id, name: text, visibility: text })).catch([]),
  users: z.array(z.object({ id, name: text })).catch([]),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })).catch([]),
  posts_authors: z.array(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() })).catch([]),
  posts_meta: z
    .array(z.object({ post_id: id, feature_image_alt: text, feature_image_caption: text, og_title: text }))
    .catch([]),
});

type Post = z.output<typeof post>;
type Data = z.output<typeof data>;

/** Whether this JSON begins as an export of Ghost does. */
export const GHOST = /"(?:db|posts)"\s*:\s*\[/;
const PLACEHOLDER = '__GHOST_URL__';

/** An export of Ghost, or a ZIP of it with its pictures. `origin`: of its site. `most`: bytes of JSON. ImportError when damaged or larger. */
export async function openGhost(
  file: string,
  { origin, archive, most }: { origin: string | undefined; archive?: Archive; most: number },
): Promise<Source> {
  if (!archive && (await stat(file)).size > most) throw tooLarge();
  const json = archive ? await jsonIn(archive, most) : await readFile(file, 'utf8');
  const { posts, ...others } = readData(json);
  const known = index(others);
  const site = origin ?? NOWHERE;
  return {
    kind: 'Ghost',
    id: `ghost:${origin ?? ''}`,
    origin: site,
    async *items() {
      for (const each of posts) yield toItem(each, known, site);
    },
    ...(archive && {
      read: async (address: string) => {
        // Only originals are in the archive, without their scaled copies.
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
    const bytes = await archive.read(name, most).catch(() => {
      throw tooLarge();
    });
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

/** Tags and authors by the ids that posts name. */
function index({ tags, users, posts_tags, posts_authors, posts_meta }: Omit<Data, 'posts'>) {
  const ordered = <T extends { sort_order?: number | null | undefined }>(rows: T[]) =>
    rows.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
  return {
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    users: new Map(users.map((user) => [user.id, user.name])),
    meta: new Map(posts_meta.map((meta) => [meta.post_id, meta])),
    tagsOf: Map.groupBy(ordered(posts_tags), ({ post_id }) => post_id),
    authorsOf: Map.groupBy(ordered(posts_authors), ({ post_id }) => post_id),
  };
}

function toItem(each: Post, known: ReturnType<typeof index>, site: string): Item {
  const isPage = each.type === 'page' || Boolean(each.page);
  const text = textOf(each);
  const { shown, closed } = text.lost ? asDraft(text.lost) : visibilityOf(each);
  const meta = known.meta.get(each.id);
  const tags = (known.tagsOf.get(each.id) ?? []).flatMap(({ tag_id }) => {
    const tag = known.tags.get(tag_id);
    return tag?.name && tag.visibility !== 'internal' && !tag.name.startsWith('#') ? tag.name : [];
  });
  const authors = known.authorsOf.get(each.id)?.map(({ author_id }) => author_id) ?? [each.author_id ?? ''];
  return {
    key: `post:${each.uuid ?? each.id}`,
    kind: isPage ? 'page' : 'article',
    title: each.title ?? '',
    slug: each.slug ?? undefined,
    addresses: shown.status === 'published' && each.slug ? [`${site}/${each.slug}/`] : [],
    author: authors.flatMap((author) => known.users.get(author) ?? []).join(', ') || undefined,
    fields: {
      ...(shown.status === 'draft' ? { date: momentOf(each.published_at) } : { dateFollows: true }),
      ...{ ...shown, tags: isPage ? [] : tags, lead: each.custom_excerpt ?? '' },
      ...{ socialTitle: meta?.og_title ?? each.og_title ?? '', coverAlt: meta?.feature_image_alt ?? '' },
    },
    body: () => {
      const losses = closed ? [closed] : [];
      if (each.published_at && !momentOf(each.published_at)) losses.push(unread(String(each.published_at)));
      if (each.codeinjection_head || each.codeinjection_foot) losses.push('вставка кода');
      if (meta?.feature_image_caption) losses.push(`подпись обложки «${plainText(meta.feature_image_caption)}»`);
      return {
        html: text.html.replaceAll(PLACEHOLDER, site),
        losses: [...losses, ...(text.losses ?? [])],
        cover: each.feature_image?.replace(PLACEHOLDER, site),
      };
    },
  };
}

/** What is for members, or was only sent by mail, becomes a draft. */
function visibilityOf({ status, visibility, published_at }: Post): Visibility {
  const publishAt = momentOf(published_at);
  if (status === 'sent') return asDraft('только для рассылки');
  if (status !== 'published' && status !== 'scheduled') return asDraft();
  if ((visibility ?? 'public') !== 'public') return asDraft(FOR_MEMBERS);
  return status === 'published' ? { shown: { status, publishAt } } : asScheduled(publishAt);
}

/** `lost`: why there is none. Ghost keeps the HTML of whatever it saved. */
function textOf({ html, lexical, mobiledoc, plaintext }: Post): { html: string; losses?: string[]; lost?: string } {
  if (html) return withoutGated(html);
  const isForAll = !/"(?:nonMember|showOnWeb)":\s*false/.test(lexical ?? '');
  if (plaintext && isForAll) return { html: paragraphs(plaintext), losses: ['оформление текста'] };
  const isLost = lexical || mobiledoc || plaintext;
  return {
    html: '',
    ...(isLost && { lost: 'весь текст, в выгрузке его нет в HTML (сохраните запись в Ghost и выгрузите ещё раз)' }),
  };
}

function withoutGated(html: string) {
  const losses: string[] = [];
  const shown = html.replace(GATED, (block, rule: string) => {
    if (!/\bnonMember:false/.test(rule)) return block;
    losses.push(`карточка Ghost «${FOR_MEMBERS}»`);
    return '';
  });
  return { html: shown, losses };
}

const GATED = /<!--\s*kg-gated-block:begin\s([^\n]*?)-->[\s\S]*?<!--\s*kg-gated-block:end\s*-->/g;
