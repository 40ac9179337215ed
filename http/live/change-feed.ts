import type { FastifyBaseLogger } from 'fastify';
import type { Announcement } from '../../db/announcements.ts';
import { type Change, readChange } from '../../db/change-counter.ts';
import type { Db } from '../../db/tables.ts';
import type { NewsPages } from '../../model/articles/news-pages.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Live } from './live.ts';
import { keepLine } from './pg-listener.ts';

/**
 * How often the count of changes is read, in ms. Without notices it is all there is: commands and other servers on the same database
 * show within a second. With them it finds what was lost, and whether the connection still lives.
 */
const LOOK_EVERY = { alone: 500, withNotices: 2000 };
/** A counted change whose notice has not come within this was not told, in ms: a count may overtake a notice, on a busy machine by far. */
const NOTICE_WITHIN = 1000;

/** Who has to hear of changes: what keeps answers at once, open pages in the order of commits. */
interface Audience {
  newsPages: Pick<NewsPages, 'follow'>;
  pageCache: Pick<PageCache, 'drop'>;
  live: Pick<Live, 'announce'>;
}

export interface Changes {
  /** Tells of a change that was just committed here. */
  own: (announcement: Announcement, change: Change) => void;
  /** Another database stands in the place of the former one. */
  beginAnew: () => void;
  stop: () => void;
}

/**
 * Tells the audience of every change of the database once: of our own from `own`, of others' from PostgreSQL's notices. The count of
 * changes says whether any were missed (a lost notice or connection, a command on SQLite): then the audience is told that something
 * has changed.
 */
export function followChanges(
  db: Db,
  databaseUrl: string | undefined,
  { newsPages, pageCache, live }: Audience,
  log?: FastifyBaseLogger,
): Changes {
  /** Told at once, and not yet in order. */
  const waiting = new Map<number, { change: Change; announcement: Announcement | undefined }>();
  /** All changes up to this one were told in order. */
  let told: number | undefined;
  let isOtherDatabase = false;
  let isStopped = false;
  /** What was committed before the line stood was told to nobody, and nothing is wrong with that. */
  let isLineNew = true;
  let wake = () => {};

  function tellAtOnce(announcement: Announcement | undefined, { version }: Change): void {
    newsPages.follow(announcement, version);
    pageCache.drop(announcement);
  }

  function hear(announcement: Announcement | undefined, change: Change): void {
    const { version } = change;
    if ((told !== undefined && version <= told) || waiting.has(version)) return;
    tellAtOnce(announcement, change);
    waiting.set(version, { change, announcement });
    tellInOrder();
    if (waiting.size > 0) wake();
  }

  function tellInOrder(): void {
    for (;;) {
      const next = told === undefined ? undefined : waiting.get(told + 1);
      if (!next) return;
      told = next.change.version;
      waiting.delete(told);
      live.announce(next.announcement, next.change);
    }
  }

  async function look(): Promise<void> {
    const wasListening = line?.isOpen() === true && !isLineNew;
    const toldBefore = told ?? 0;
    isLineNew = false;
    const change = (await line?.check()) ?? (await readChange(db));
    const isListening = wasListening && line?.isOpen() === true && told !== undefined;
    // What was told before the question cannot be more than its answer, what has been told since can.
    const hasGoneBack = change.version < toldBefore;
    if (isListening && !hasGoneBack && !isComplete(change)) {
      await pause(NOTICE_WITHIN);
      // Notices that have arrived, and were not looked at because we were busy, come before this answer.
      await line?.check();
    }
    if ((isComplete(change) && !hasGoneBack) || isStopped) return;
    if (isListening) {
      log?.warn({ version: change.version }, 'a notice of PostgreSQL was lost; listening anew');
      line?.renew();
    }
    catchUp(change, hasGoneBack);
  }

  /** Whether everything up to this change was told. */
  function isComplete({ version }: Change): boolean {
    if (told === undefined) return false;
    for (let each = told + 1; each <= version; each += 1) if (!waiting.has(each)) return false;
    return true;
  }

  /** Nobody knows what was missed. What is known is told by its name all the same. */
  function catchUp(change: Change, hasGoneBack: boolean): void {
    tellAtOnce(undefined, change);
    for (const [version, one] of [...waiting].sort(([a], [b]) => a - b)) {
      if (version > change.version) continue;
      waiting.delete(version);
      live.announce(one.announcement, one.change);
    }
    // A count that went back is another database's, a restored one: its moments say nothing about what open pages show.
    const isOther = isOtherDatabase || hasGoneBack;
    live.announce(undefined, isOther ? { ...change, listsAt: new Date().toISOString() } : change);
    isOtherDatabase = false;
    told = change.version;
    tellInOrder();
  }

  async function keepLooking(): Promise<void> {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // A database that is away is noticed by everything else; after it comes back the count tells what was missed.
      await look().catch(() => {});
      await Promise.race([pause(line?.isOpen() ? LOOK_EVERY.withNotices : LOOK_EVERY.alone), woken]);
    }
  }

  // Whatever was committed before a line stood is in the count.
  const line = databaseUrl
    ? keepLine(
        databaseUrl,
        (change, announcement) => hear(announcement, change),
        () => {
          isLineNew = true;
          wake();
        },
      )
    : undefined;
  void keepLooking();
  return {
    own: (announcement, change) => hear(announcement, change),
    beginAnew() {
      isOtherDatabase = true;
      told = undefined;
      waiting.clear();
      pageCache.drop();
      wake();
    },
    stop() {
      isStopped = true;
      line?.close();
      wake();
    },
  };
}

/** Keeps no process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
