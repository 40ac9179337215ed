import type { Db } from '../../../db/tables.ts';
import type { TopicMessage } from '../../../db/topics.ts';
import { countChanges } from '../../../db/write.ts';
import { findPinned } from '../desk.ts';
import { cardColumns, toPageCard } from '../row.ts';
import type { PageCard } from '../schema.ts';
import { isKind, isPublic, isPublicAt } from '../visibility.ts';
import { type Filter, isBefore, type Position, positionsOf, rowsAt } from './listed.ts';

const STEP = 1000; // articles between two marks: a page skips at most this many index entries, 0.1 ms
const MAX_STRETCH = 3 * STEP;
const TRIES = 5;

interface Mark extends Position {
  rank: number;
}

/** Valid for change number `version` at the moment `at`. */
interface Marks {
  version: number;
  at: string;
  marks: Mark[];
  total: number;
}

interface NewsPage {
  pinned: PageCard | undefined; // Leads page 1, whatever its date
  cards: PageCard[]; // Without the pinned one
  pages: number;
}

export interface NewsPages {
  /** Page `number` (from 1) with `size` articles, the pinned one included; undefined past the end. */
  page: (number: number, size: number) => Promise<NewsPage | undefined>;
  /** Called for every change; one without a message drops all marks. */
  follow: (message: TopicMessage | undefined, version: number) => void;
}

/** Numbered pages at constant cost: every thousandth position is a mark, shifted by own changes, dropped by others'. */
export function createNewsPages(db: Db): NewsPages {
  let known: Marks | undefined;

  /** `known` may be cleared during any await: callers keep a local reference and compare versions at the end. */
  async function marksAt(now: string): Promise<Marks> {
    const marks = known ?? (await makeMarks(db, now));
    known ??= marks;
    if (marks.at < now) await catchUp(db, marks, now);
    return marks;
  }

  return {
    async page(number, size) {
      for (let tries = 1; ; tries += 1) {
        const now = new Date().toISOString();
        const { version, marks, total } = await marksAt(now);
        const pinned = await findPinned(db, now);
        const pages = Math.max(1, Math.ceil(total / size));
        const lead = pinned ? 1 : 0;
        const skipped = Math.max(0, (number - 1) * size - lead);
        const wanted = number === 1 ? size - lead : size;
        const places = othersFrom(db, now, marks, pinned, skipped).limit(wanted);
        const rows = number > pages ? [] : await rowsAt(db, places).select(cardColumns).execute();
        const left = total - lead - skipped;
        const isTrue = (await countChanges(db)) === version && rows.length === Math.max(0, Math.min(wanted, left));
        // Page 1 needs no marks, and the change has already invalidated its cached response: no retry.
        const isOvertaken = number === 1 && known?.version !== version;
        if (isTrue || isOvertaken || tries === TRIES) {
          if (number > pages) return undefined;
          const cards = rows.map((row) => toPageCard(row, now));
          return { pinned: number === 1 ? pinned : undefined, cards, pages };
        }
        // Drops marks of this version, which are wrong; shifted marks are right.
        if (known?.version === version) known = undefined;
      }
    },
    follow(message, version) {
      if (!known || !message || version !== known.version + 1) {
        known = undefined;
        return;
      }
      known.version = version;
      if (message.topic !== 'news' || !message.move) return;
      const { from, to } = message.move;
      if (from && isPublicAt(from, known.at)) shift(known, from, -1);
      if (to && isPublicAt(to, known.at)) shift(known, to, 1);
      if (longestStretch(known) > MAX_STRETCH) known = undefined;
    },
  };
}

/** Positions without the pinned article, from the `skipped`-th on. */
function othersFrom(db: Db, now: string, marks: Mark[], pinned: PageCard | undefined, skipped: number) {
  const isOther = (eb: Parameters<Filter>[0]) =>
    pinned ? eb.and([isPublic(now)(eb), eb('articles.id', '!=', pinned.id)]) : isPublic(now)(eb);
  const place = pinned && { key: pinned.date, id: pinned.id };
  // Ranks of marks count the pinned article.
  const rankOf = (mark: Mark) => mark.rank - (place && !isBefore(mark, place) ? 1 : 0);
  const mark = marks.findLast((each) => rankOf(each) <= skipped);
  return positionsOf(db, isOther, mark).offset(skipped - (mark ? rankOf(mark) : 0));
}

async function makeMarks(db: Db, at: string): Promise<Marks> {
  const version = await countChanges(db);
  const marks: Mark[] = [];
  for (;;) {
    const next = await positionsOf(db, isPublic(at), marks.at(-1))
      .limit(1)
      .offset(STEP - 1)
      .executeTakeFirst();
    if (!next) break;
    marks.push({ ...next, rank: (marks.length + 1) * STEP });
  }
  const rest = positionsOf(db, isPublic(at), marks.at(-1)).limit(STEP);
  const { count } = await db
    .selectFrom(rest.as('rest'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return { version, at, marks, total: marks.length * STEP + Number(count) };
}

async function catchUp(db: Db, known: Marks, now: string): Promise<void> {
  const { at, version } = known;
  const passed = (column: 'publish_at' | 'expires_at') =>
    db
      .selectFrom('articles')
      .select(['date', 'id', 'publish_at', 'expires_at', 'deleted_at'])
      .where(isKind('article'))
      .where('deleted_at', 'is', null)
      .where(column, '>', at)
      .where(column, '<=', now);
  // UNION removes duplicates: articles that appeared and expired meanwhile.
  const rows = await passed('publish_at').union(passed('expires_at')).execute();
  // A concurrent reader caught up during the await.
  if (known.at !== at || known.version !== version) return;
  known.at = now;
  for (const row of rows) shift(known, row, Number(isPublicAt(row, now)) - Number(isPublicAt(row, at)));
}

function shift(known: Marks, { date, id }: { date: string; id: number }, by: number): void {
  known.total += by;
  for (const mark of known.marks) if (!isBefore(mark, { key: date, id })) mark.rank += by;
}

function longestStretch({ marks, total }: Marks): number {
  const ranks = [0, ...marks.map(({ rank }) => rank), total];
  return Math.max(...ranks.slice(1).map((rank, at) => rank - (ranks[at] ?? 0)));
}
