import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, ImageTable } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { type Writer, write } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { imageColumns } from '../../resources.ts';
import type { Actor } from '../../roles.ts';
import { changeArticle } from '../articles/saving/saving.ts';
import { record } from '../audit-log.ts';
import { text } from '../fields.ts';
import type { Store } from '../store.ts';
import { lockUses } from '../uploads/deletion.ts';
import { updateUsesWithin } from '../uploads/use-index.ts';
import { hashOf } from '../uploads/uses.ts';
import { noSuchImage } from './errors.ts';

export const replacementSchema = z.object({
  by: text('Новая картинка', 100).describe('Name of an uploaded picture'),
  only: z
    .array(text('Места', 200), 'Места: нужен их список.')
    .max(10_000, 'Места: не больше 10 000.')
    .optional()
    .describe('Places from an earlier response: only these are changed. To undo a replacement, swap the names'),
});

interface Pair {
  old: ImageRow;
  next: ImageRow;
}

type ImageRow = Selectable<ImageTable>;

/**
 * Replaces image `name` wherever it is used now. Articles get a new version, so their history, the trash and both files stay,
 * and `/uploads/` URLs remain immutable. The description is copied if the new image has none. Returns keys,
 * such as `articles/12`, that let a call with swapped names undo it; not of places with both images. 404; 400 for an
 * unknown or equal image.
 */
export async function replaceImage(
  store: Writer & Pick<Store, 'timeZone'>,
  name: string,
  { by, only }: z.output<typeof replacementSchema>,
  who: Actor,
): Promise<string[]> {
  const replace = async (tx: Db) => {
    await lockUses(tx);
    const pair = await findPair(tx, name, by);
    await updateUsesWithin(tx);
    const inNews = await replaceInNews(tx, pair, only, who, store.timeZone);
    const onSite = await replaceOnSite(tx, pair, only);
    const { title, alt, alt_search } = pair.old;
    if (!only)
      await tx.updateTable('images').set({ alt, alt_search }).where('name', '=', by).where('alt', '=', '').execute();
    if (inNews.length + onSite.length > 0)
      await record(tx, { who: who.username, action: 'image.replace', subject: name, title: title || alt });
    return { inNews, onSite };
  };
  const { inNews, onSite } = await write(store, replace, toMessage);
  return [...inNews, ...onSite].flatMap(({ key }) => key ?? []);
}

interface Changed {
  key: string | undefined;
  isPublic: boolean;
}

/** Open pages revalidate on both topics: they must not keep showing the replaced image. */
function toMessage({ inNews, onSite }: { inNews: Changed[]; onSite: Changed[] }): TopicMessage | undefined {
  if (onSite.length > 0) return { topic: 'site-content', isWithdrawal: true };
  return inNews.some(({ isPublic }) => isPublic) ? { topic: 'news', isWithdrawal: true } : undefined;
}

async function findPair(tx: Db, name: string, by: string): Promise<Pair> {
  const rows = await tx.selectFrom('images').selectAll().where('name', 'in', [name, by]).execute();
  const [old, next] = [rows.find((row) => row.name === name), rows.find((row) => row.name === by)];
  if (!old) throw noSuchImage();
  if (!next) throw invalid('by', 'Такой картинки в библиотеке нет. Загрузите её заново.');
  if (old.name === next.name) throw invalid('by', 'Это та же самая картинка. Выберите другой файл.');
  return { old, next };
}

async function replaceInNews(tx: Db, pair: Pair, only: string[] | undefined, who: Actor, timeZone: string) {
  const articles = await tx
    .selectFrom('articles')
    .innerJoin('image_uses', 'article_id', 'articles.id')
    .selectAll('articles')
    .where('hash', '=', hashOf(pair.old.name))
    .whereRef('image_uses.version', '=', 'articles.version')
    .where('deleted_at', 'is', null)
    .orderBy('articles.id')
    .execute();
  const changed: Changed[] = [];
  for (const article of articles) {
    const key = `articles/${article.id}`;
    if (only && !only.includes(key)) continue;
    const change = {
      ...{ slug: undefined, date: undefined },
      content: readdressBody(article.content, pair),
      coverImageUrl: readdress(article.cover_image_url, pair),
      coverAlt: article.cover_alt,
    };
    const row = await changeArticle(tx, article, change, who, timeZone);
    if (row === article) continue;
    const hadBoth = `${article.cover_image_url} ${article.content}`.includes(hashOf(pair.next.name));
    changed.push({ key: hadBoth ? undefined : key, isPublic: article.publish_at !== null });
  }
  return changed;
}

async function replaceOnSite(tx: Db, pair: Pair, only: string[] | undefined): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (const { table, column, key } of imageColumns) {
    const { rows } = await sql<{ key: string | number; value: string }>`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} like ${`%/uploads/${hashOf(pair.old.name)}%`}`.execute(tx);
    for (const row of rows.filter((each) => !only || only.includes(`${table}/${each.key}`))) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${readdress(row.value, pair)}, version = version + 1
        where ${sql.ref(key)} = ${row.key}`.execute(tx);
      const hadBoth = row.value.includes(hashOf(pair.next.name));
      changed.push({ key: hadBoth ? undefined : `${table}/${row.key}`, isPublic: true });
    }
  }
  return changed;
}

/** Keeps the width of a variant: the server sends a larger one for a width that the new image lacks. */
function readdress<T extends string | null>(text: T, { old, next }: Pair): T {
  const changed = text
    ?.replaceAll(`/uploads/${old.name}`, `/uploads/${next.name}`)
    .replaceAll(`/uploads/${hashOf(old.name)}-`, `/uploads/${hashOf(next.name)}-`);
  return (changed ?? null) as T;
}

/** Keeps a width that an editor chose; other sizes follow the new image. */
function readdressBody(content: string, pair: Pair): string {
  const { old, next } = pair;
  const resized = content.replace(IMAGE, (tag, src: string) => {
    if (!src.includes(`/uploads/${hashOf(old.name)}`)) return tag;
    const given = Number(/ width="(\d+)"/.exec(tag)?.[1] ?? old.width);
    const width = given === old.width ? next.width : given;
    const height = Math.max(1, Math.round((width * next.height) / next.width));
    return tag.replace(/ width="\d+"/, ` width="${width}"`).replace(/ height="\d+"/, ` height="${height}"`);
  });
  return readdress(resized, pair);
}

const IMAGE = /<img src="([^"]*)"[^>]*>/g; // The sanitizer leaves no angle bracket in attributes
