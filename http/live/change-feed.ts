import type { FastifyBaseLogger } from 'fastify';
import type { Announcement } from '../../db/announcements.ts';
import { type Change, readChange } from '../../db/change-counter.ts';
import type { Db } from '../../db/tables.ts';
import type { NewsPages } from '../../model/articles/lists/news-pages.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Live } from './live.ts';
import { listen, type PgListener } from './pg-listener.ts';

/** Poll interval of the change counter, in ms. With LISTEN/NOTIFY it finds lost notifications and dead connections. */
const POLL_EVERY = { alone: 500, withNotices: 2000 };
/** A counted change without its notification after this (ms) was lost: the counter may be read well before it. */
const NOTICE_WITHIN = 1000;

interface Audience {
  newsPages: Pick<NewsPages, 'follow'>;
  pageCache: Pick<PageCache, 'drop'>;
  live: Pick<Live, 'announce'>;
}

interface Pending {
  change: Change;
  announcement: Announcement | undefined;
}

/** Announces each change once, own ones and by LISTEN/NOTIFY; gaps in the change counter as an unknown change. */
export class ChangeFeed {
  readonly #db: Db;
  readonly #audience: Audience;
  readonly #log: FastifyBaseLogger | undefined;
  readonly #listener: PgListener | undefined;
  readonly #pending = new Map<number, Pending>(); // announced to the caches, not yet to open pages; by version
  #announced: number | undefined;
  #isOtherDatabase = false;
  #isStopped = false;
  #isListenerNew = true; // the first poll after LISTEN may find earlier commits
  #wake = () => {};

  constructor(db: Db, databaseUrl: string | undefined, audience: Audience, log?: FastifyBaseLogger) {
    this.#db = db;
    this.#audience = audience;
    this.#log = log;
    this.#listener = databaseUrl
      ? listen(
          databaseUrl,
          (change, announcement) => this.#hear(announcement, change),
          () => {
            this.#isListenerNew = true;
            this.#wake();
          },
        )
      : undefined;
    void this.#keepPolling();
  }

  readonly announce = (announcement: Announcement, change: Change): void => this.#hear(announcement, change);

  startOver(): void {
    this.#isOtherDatabase = true;
    this.#announced = undefined;
    this.#pending.clear();
    this.#audience.pageCache.drop();
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#listener?.close();
    this.#wake();
  }

  #hear(announcement: Announcement | undefined, change: Change): void {
    const { version } = change;
    if ((this.#announced !== undefined && version <= this.#announced) || this.#pending.has(version)) return;
    this.#dropCaches(announcement, change);
    this.#pending.set(version, { change, announcement });
    this.#announceInOrder();
    if (this.#pending.size > 0) this.#wake();
  }

  #dropCaches(announcement: Announcement | undefined, { version }: Change): void {
    this.#audience.newsPages.follow(announcement, version);
    this.#audience.pageCache.drop(announcement);
  }

  #announceInOrder(): void {
    for (;;) {
      const next = this.#announced === undefined ? undefined : this.#pending.get(this.#announced + 1);
      if (!next) return;
      this.#announced = next.change.version;
      this.#pending.delete(this.#announced);
      this.#audience.live.announce(next.announcement, next.change);
    }
  }

  async #keepPolling(): Promise<void> {
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      // Errors show elsewhere; the counter later shows what was missed.
      await this.#poll().catch(() => {});
      await Promise.race([pause(this.#listener?.isOpen() ? POLL_EVERY.withNotices : POLL_EVERY.alone), woken]);
    }
  }

  async #poll(): Promise<void> {
    const wasListening = this.#listener?.isOpen() === true && !this.#isListenerNew;
    const before = this.#announced ?? 0;
    this.#isListenerNew = false;
    const change = (await this.#listener?.check()) ?? (await readChange(this.#db));
    const isListening = wasListening && this.#listener?.isOpen() === true && this.#announced !== undefined;
    // Compared with the version before the read: announcements during it may exceed the counter.
    const hasGoneBack = change.version < before;
    if (isListening && !hasGoneBack && !this.#isComplete(change)) {
      await pause(NOTICE_WITHIN);
      // This round trip delivers notifications that arrived while the process was busy.
      await this.#listener?.check();
    }
    if ((this.#isComplete(change) && !hasGoneBack) || this.#isStopped) return;
    if (isListening) {
      this.#log?.warn({ version: change.version }, 'a notice of PostgreSQL was lost; listening anew');
      this.#listener?.renew();
    }
    this.#catchUp(change, hasGoneBack);
  }

  #isComplete({ version }: Change): boolean {
    if (this.#announced === undefined) return false;
    for (let each = this.#announced + 1; each <= version; each += 1) if (!this.#pending.has(each)) return false;
    return true;
  }

  #catchUp(change: Change, hasGoneBack: boolean): void {
    this.#dropCaches(undefined, change);
    for (const [version, one] of [...this.#pending].sort(([a], [b]) => a - b)) {
      if (version > change.version) continue;
      this.#pending.delete(version);
      this.#audience.live.announce(one.announcement, one.change);
    }
    // A counter that went back belongs to a restored database: its times do not apply to open pages.
    const isOther = this.#isOtherDatabase || hasGoneBack;
    this.#audience.live.announce(undefined, isOther ? { ...change, listsAt: new Date().toISOString() } : change);
    this.#isOtherDatabase = false;
    this.#announced = change.version;
    this.#announceInOrder();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
