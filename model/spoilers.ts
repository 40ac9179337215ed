import type { ExpressionBuilder } from 'kysely';
import type { Db, Tables } from '../db/tables.ts';
import { harmlessTexts } from './articles/fields.ts';
import type { Article } from './articles/schema.ts';
import { ofEdition } from './editions/current.ts';
import { readLog } from './live/log.ts';
import { decisiveShow, FESTIVAL } from './results/finals.ts';
import { readWatchSettings } from './settings/watch/watch.ts';

/** Spoiler-free pages omit content that may reveal how the contest ended. */

const HIDDEN =
  '<p>Здесь могут быть итоги: текст появился или изменился после начала концерта. Чтобы прочитать его, нажмите «Показать всё» наверху.</p>';

/** Shown instead of a list whose news are all hidden. */
export const NEWS_HIDDEN =
  'Новости, в которых могут быть итоги, скрыты. Чтобы увидеть их, нажмите «Показать всё» наверху.';

/**
 * When (ISO 8601 UTC) the contest last began: the public final or else newest show of the current edition that has a table of points
 * (a gala after it tells nothing), without one the newest show, without shows the announced broadcast. Null before the first.
 */
export async function lastStart(db: Db): Promise<string | null> {
  const now = new Date().toISOString();
  const all = await db
    .selectFrom('shows')
    .leftJoin('results', 'results.show_id', 'shows.id')
    .select(['shows.id', 'title', 'shows.starts_at', 'results.show_id'])
    .where('is_public', '=', 1)
    .where(ofEdition())
    .execute();
  const { steps } = await readLog(db);
  const shows = all
    .map(({ id, starts_at, ...row }) => {
      // Revealed points mean that the show has begun, even if it was moved to a later day.
      const opened = steps.get(id)?.[0]?.at ?? starts_at;
      return { ...row, starts_at: opened < starts_at ? opened : starts_at };
    })
    .filter(({ starts_at }) => starts_at <= now)
    .toSorted((one, other) => other.starts_at.localeCompare(one.starts_at));
  const [newest] = shows;
  if (newest) {
    const since = Date.parse(newest.starts_at) - FESTIVAL;
    const contests = shows.filter(({ show_id, starts_at }) => show_id !== null && Date.parse(starts_at) >= since);
    return (decisiveShow(contests.toReversed(), null) ?? contests[0] ?? newest).starts_at;
  }
  const { starts_at } = (await readWatchSettings(db)).value;
  return starts_at !== null && starts_at <= now ? starts_at : null;
}

/** The articles or pages except those that may reveal the outcome (`mayReveal`). */
export async function withoutSpoilers<T extends { slug: string }>(db: Db, found: readonly T[]): Promise<T[]> {
  if (found.length === 0) return [];
  const from = await lastStart(db);
  const telling = await db
    .selectFrom('articles')
    .select('slug')
    .where(
      'slug',
      'in',
      found.map(({ slug }) => slug),
    )
    .where(mayReveal(from))
    .execute();
  const hidden = new Set(telling.map(({ slug }) => slug));
  return found.filter(({ slug }) => !hidden.has(slug));
}

/** Articles and pages that changed since the last start, and prepared outcomes. */
export function mayReveal(from: string | null) {
  return (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.or([
      eb('articles.group_id', 'is not', null),
      ...(from === null ? [] : [eb('articles.publish_at', '>=', from), eb('articles.updated_at', '>=', from)]),
    ]);
}

/** The article or page; a placeholder with `title` if it may reveal how the contest ended. */
export async function withoutOutcome(db: Db, article: Article, title: string): Promise<Article> {
  if ((await withoutSpoilers(db, [article])).length > 0) return article;
  // Allowlist: a new field is hidden until it is listed here.
  const { slug, date, status, publishAt, expiresAt, updatedAt, version } = article;
  const shown = { slug, date, status, publishAt, expiresAt, updatedAt, version, ...harmlessTexts(article) };
  return { ...shown, title, content: HIDDEN, coverImageUrl: null, tags: [], excerpt: '' };
}
