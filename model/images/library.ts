import { type Selectable, sql } from 'kysely';
import { lockTable } from '../dialect.ts';
import { invalid, ModelError, notFound } from '../errors.ts';
import { record } from '../journal.ts';
import type { Db, ImageTable } from '../tables.ts';
import { type Store, write } from '../write.ts';
import { endOfBin, findUses, type ImageUse, updateUses, updateUsesWithin } from './uses.ts';

/** A picture as the library shows it. */
export interface LibraryImage {
  name: string;
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  bytes: number;
  /** When it was uploaded last; ISO 8601, UTC. */
  createdAt: string;
  alt: string;
  usedIn: ImageUse[];
  deletable: boolean;
}

export interface LibraryFilter {
  limit: number;
  after?: string | undefined;
  /** Part of a description, of the title of an article that shows it, or the beginning of a file name; in any case. */
  q?: string | undefined;
  /** Only those that no article shows. */
  unused?: boolean | undefined;
}

type LibraryStore = Pick<Store, 'db' | 'announce'>;
type ImageRow = Selectable<ImageTable>;

/** A draft in somebody's browser may still name a picture that no article shows yet: it is kept so long. In ms. */
const KEPT_FOR = 30 * 24 * 3600 * 1000;

/** Uploaded pictures, the newest first; `next` is the cursor of the part after this one. */
export async function listImages(
  store: LibraryStore,
  { limit, after, q, unused }: LibraryFilter,
): Promise<{ images: LibraryImage[]; next?: string }> {
  await updateUses(store);
  let query = store.db.selectFrom('images').selectAll().orderBy('created_at', 'desc').orderBy('name', 'desc');
  if (after !== undefined) query = query.where(isAfter(after));
  if (q) query = query.where(matches(q));
  if (unused) query = query.where(sql<boolean>`not ${isShown()}`);
  const rows = await query.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const images = await describe(store.db, shown);
  return { images, ...(last && rows.length > limit && { next: `${last.created_at}_${last.name}` }) };
}

/** Says what a picture shows, for those who cannot see it. 404 for an unknown name. */
export async function describeImage(store: LibraryStore, name: string, alt: string, by: string): Promise<LibraryImage> {
  await updateUses(store);
  const change = async (tx: Db) => {
    const row = await tx
      .updateTable('images')
      .set({ alt, alt_search: alt.toLowerCase() })
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw noSuchImage();
    await record(tx, { who: by, action: 'image.update', subject: name, title: alt });
    return row;
  };
  const row = await write(store, change, () => ({ topic: 'news' }));
  const [image] = await describe(store.db, [row]);
  if (!image) throw noSuchImage();
  return image;
}

/** Takes a picture out of the library; its files are the caller's. 404 for an unknown name, 409 while it is used or was uploaded lately. */
export async function deleteImage(db: Db, name: string, by: string): Promise<void> {
  await write({ db, announce: () => {} }, async (tx) => {
    // Until the end nobody saves an article that begins to show it.
    await lockTable(tx, 'articles');
    const row = await tx.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw noSuchImage();
    await updateUsesWithin(tx);
    await assertUnused(tx, row);
    await tx.deleteFrom('images').where('name', '=', name).execute();
    await record(tx, { who: by, action: 'image.delete', subject: name, title: row.alt });
  });
}

/** Size in pixels and description of uploaded pictures, by their addresses. Addresses of anything else are left out. */
export async function findPictures(
  db: Db,
  urls: Iterable<string>,
): Promise<Map<string, { width: number; height: number; alt: string }>> {
  const names = [...new Set(urls)].flatMap((url) => /^\/uploads\/([\w.]+)$/.exec(url)?.[1] ?? []);
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'alt'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, width, height, alt }) => [`/uploads/${name}`, { width, height, alt }]));
}

async function assertUnused(tx: Db, row: ImageRow): Promise<void> {
  const hash = hashOf(row.name);
  const [use, ...others] = (await findUses(tx, [hash])).get(hash) ?? [];
  if (use) {
    const where = others.length > 0 ? `в новости «${use.title}» и ещё в ${others.length}` : `в новости «${use.title}»`;
    throw inUse(`Картинка нужна ${where}${use.deleted ? ' (она в корзине)' : ''}. Сначала уберите её оттуда.`);
  }
  if ((await namedInSettings(tx)).has(hash)) throw inUse('Картинка упомянута в текстах или настройках сайта.');
  if (isOld(row)) return;
  const message = 'Картинку можно удалить через 30 дней после загрузки: до тех пор она может понадобиться черновику.';
  throw new ModelError(409, 'image_too_new', message);
}

async function describe(db: Db, rows: ImageRow[]): Promise<LibraryImage[]> {
  const uses = await findUses(
    db,
    rows.map(({ name }) => hashOf(name)),
  );
  const named = await namedInSettings(db);
  return rows.map((row) => {
    const { name, width, height, bytes, created_at: createdAt, alt } = row;
    const usedIn = uses.get(hashOf(name)) ?? [];
    const deletable = usedIn.length === 0 && !named.has(hashOf(name)) && isOld(row);
    return { name, url: `/uploads/${name}`, width, height, bytes, createdAt, alt, usedIn, deletable };
  });
}

async function namedInSettings(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('settings').select('value').execute();
  return new Set(
    rows.flatMap(({ value }) => [...value.matchAll(/\/uploads\/([0-9a-f]{32})/g)].map(([, hash = '']) => hash)),
  );
}

function isOld({ created_at }: ImageRow): boolean {
  return Date.parse(created_at) < Date.now() - KEPT_FOR;
}

/** Whether an article that is there or in the bin shows the picture, or did in an earlier version. */
function isShown() {
  return sql<boolean>`exists (select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and (deleted_at is null or deleted_at > ${endOfBin()}))`;
}

function matches(q: string) {
  const part = q.replaceAll('\0', '').toWellFormed().toLowerCase().replace(/[!%_]/g, '!$&');
  return sql<boolean>`(alt_search like ${`%${part}%`} escape '!' or name like ${`${part}%`} escape '!' or exists (
    select 1 from image_uses join articles on articles.id = article_id
    where hash = substr(images.name, 1, 32) and title_search like ${`%${part}%`} escape '!'))`;
}

function isAfter(cursor: string) {
  const [, moment, name] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{32}\.\w{3,4})$/.exec(cursor) ?? [];
  if (moment && name) return sql<boolean>`(created_at < ${moment} or (created_at = ${moment} and name < ${name}))`;
  throw invalid('after', 'Такого места в библиотеке нет: возьмите адрес следующей страницы из заголовка Link.');
}

function hashOf(name: string): string {
  return name.slice(0, 32);
}

function inUse(message: string): ModelError {
  return new ModelError(409, 'image_in_use', message);
}

function noSuchImage(): ModelError {
  return notFound('Такой картинки нет. Возможно, её уже удалили.');
}
