import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import { eachText, MAX_TAG, MAX_TAGS, MAX_TITLE, textField } from '../../model/articles/fields.ts';
import { createGroup } from '../../model/articles/groups.ts';
import type { ArticleRow } from '../../model/articles/row.ts';
import { newArticleSchema, tagTitle } from '../../model/articles/schema.ts';
import { rememberFormer } from '../../model/articles/slugs.ts';
import type { Store } from '../../model/store.ts';
import { todayIn } from '../../model/text/date.ts';
import { withoutRepeats } from '../../model/text/slug.ts';
import { cleanTitle, IMAGE_EXTENSIONS } from '../../model/uploads/types.ts';
import type { Actor } from '../../roles.ts';
import { type BodyContext, convertBody } from './body.ts';
import type { ImportReport } from './import.ts';
import { type Item, NO_ORIGIN, type Source } from './items.ts';
import { resolve } from './markup.ts';
import type { FetchMedia } from './media.ts';
import type { Plan } from './plan.ts';

export interface Run {
  store: Store;
  source: Source;
  plan: Plan;
  fetchMedia: FetchMedia;
  report: ImportReport;
  dryRun: boolean;
  by: Actor;
}

/** Converts an item: cuts texts to their limits, converts the body, imports its media. `missing`: addresses that could not be fetched. 400. */
export async function toArticle(run: Run, item: Item, body: ReturnType<Item['body']>) {
  const { store, source, plan, dryRun, by } = run;
  const { losses } = item;
  const known = item.addresses.map((address) => resolve(address, source.origin)?.href).find(Boolean);
  const base = item.base ?? known ?? source.origin;
  const missing: string[] = [];
  const fetchMedia: BodyContext['fetchMedia'] = async (address, kind) => {
    const { url, problem } = await run.fetchMedia(address, kind, dryRun);
    if (url) return url;
    missing.push(address.href);
    losses.push(`картинка или файл ${address.href.replace(NO_ORIGIN, '')}: ${problem}`);
    return undefined;
  };
  const { findPath } = plan;
  const html = item.own
    ? await withUploads(body.html, fetchMedia)
    : await convertBody(body.html, { base, findPath, fetchMedia, addLoss: (what) => losses.push(what) });
  const elsewhere = item.own && /^https?:/.test(body.cover ?? '') ? body.cover : null;
  const cover = elsewhere ? undefined : resolve(body.cover, base);
  const coverImageUrl = cover && (await fetchMedia(cover, 'image'));
  const texts = eachText((field, name) => cut(item.fields[name], field.label, textField(name).max, losses));
  const { publishAt } = item.fields;
  const isTime = newArticleSchema.shape.publishAt.safeParse(publishAt).success;
  if (!isTime) losses.push(`время публикации «${publishAt}»: остался только день`);
  const date = item.fields.date ?? (isTime ? undefined : publishAt?.slice(0, 10));
  const given = {
    ...item.fields,
    ...(!isTime && { publishAt: undefined, dateFollows: undefined }),
    ...texts,
    date: dayOf(date, store.timeZone),
    title: cut(item.title, 'Заголовок', MAX_TITLE, losses) || 'Без названия',
    slug: plan.slugOf(item),
    content: html,
    coverImageUrl: coverImageUrl?.startsWith('/uploads/') ? coverImageUrl : elsewhere,
    tags: tagsOf(item),
    ...(item.own?.group && !dryRun && { group: await groupNamed(store, item.own.group, by.username) }),
  };
  const read = newArticleSchema.safeParse(given);
  if (!read.success) throw new ModelError(400, 'invalid', read.error.issues[0]?.message ?? 'её нельзя прочесть.');
  return { article: { ...read.data, ...(item.kind === 'page' && { place: item.fields.place ?? 'none' }) }, missing };
}

/** Stores fields that saving does not accept: the author; from an own export also day, pin, page order and former slugs. */
export async function saveImportOnlyFields(tx: Db, { kind, id }: ArticleRow, { author, own }: Item): Promise<void> {
  const pinned = tx.selectFrom('articles').select('id').where('pinned', '=', 1);
  const isPinned = own?.pinned && !(await pinned.executeTakeFirst());
  const columns = {
    created_by: author ?? null,
    ...(own && { date: own.date, date_follows: own.dateFollows ? 1 : 0 }),
    ...(isPinned && { pinned: 1 }),
    ...(own?.order !== undefined && { position: own.order }),
  };
  await tx.updateTable('articles').set(columns).where('id', '=', id).execute();
  for (const slug of own?.formerSlugs ?? []) await rememberFormer(tx, { kind, slug }, id);
}

/** The day of a moment in the site's time zone; a day is returned unchanged. */
export function dayOf(at: string | null | undefined, timeZone: string): string | null | undefined {
  return at?.includes('T') ? todayIn(timeZone, new Date(at)) : at;
}

const UPLOAD = /\/uploads\/[0-9a-f]{32}\.(\w+)/g;

/** Replaces the upload addresses in a body from an own export by those of this site. */
async function withUploads(html: string, fetchMedia: BodyContext['fetchMedia']): Promise<string> {
  const urls = new Map<string, string | undefined>();
  for (const [address, extension = ''] of html.matchAll(UPLOAD)) {
    const kind = IMAGE_EXTENSIONS.includes(extension) ? 'image' : 'file';
    if (!urls.has(address)) urls.set(address, await fetchMedia(new URL(address, NO_ORIGIN), kind));
  }
  return html.replace(UPLOAD, (address) => urls.get(address) ?? address);
}

function cut(text: string | null | undefined, label: string, max: number, losses: string[]): string {
  const whole = [...cleanTitle(text ?? '', Number.MAX_SAFE_INTEGER)];
  if (whole.length <= max) return whole.join('');
  losses.push(`${label}: длиннее ${max} знаков, конец отрезан`);
  const start = whole.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
}

function tagsOf({ fields: { tags = [] }, losses }: Item): string[] {
  const titles = tags.flatMap((tag) => tag.split(',')).map((tag) => cleanTitle(tag, MAX_TAG));
  const fitting = titles.filter((tag) => tagTitle.safeParse(tag).success);
  const different = withoutRepeats(fitting);
  for (const _ of different.slice(MAX_TAGS)) losses.push('тег сверх десяти');
  return different.slice(0, MAX_TAGS);
}

/** Id of the group with this name; creates a missing one. */
async function groupNamed(store: Store, name: string, by: string): Promise<number> {
  const found = await store.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
  return found?.id ?? (await createGroup(store, { name }, by)).id;
}
