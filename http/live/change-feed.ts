import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Listener, listen } from '../../db/postgres/notices.ts';
import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import { beginEpoch, type Change, readChange } from '../../db/write.ts';
import type { NewsPages } from '../../model/articles/lists/news-pages.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Live } from './live.ts';

const UNREF = { ref: false };

/** Poll interval of the change counter, in ms. With LISTEN/NOTIFY it finds lost notifications and dead connections. */
const POLL_INTERVAL = { alone: 500, withNotices: 2000 };
/** A counted change without its notification after this (ms) was lost: the counter may be read well before it. */
const NOTICE_TIMEOUT = 1000;

interface Audience {
  newsPages: Pick<NewsPages, 'follow'>;
  pageCache: Pick<PageCache, 'drop'>;
  live: Pick<Live, 'publish'>;
}

/** Publishes each change once, own ones and by LISTEN/NOTIFY; gaps in the change counter as an unknown change. */
export class ChangeFeed {
  readonly #db: Db;
  readonly #audience: Audience;
  readonly #log: FastifyBaseLogger | undefined;
  readonly #listener: Listener | undefined;
  /** Published to the caches, not yet to open pages; by version. */
  readonly #pending = new Map<number, { change: Change; message: TopicMessage | undefined }>();
  /** The last one that was published. */
  #last: Change | undefined;
  /** False until the counter was read, and after the database file was replaced. */
  #isSynchronised = false;
  #isStopped = false;
  #isListenerNew = true; // the first poll after LISTEN may find earlier commits
  #pollNow = () => {};

  constructor(db: Db, databaseUrl: string | undefined, audience: Audience, log?: FastifyBaseLogger) {
    this.#db = db;
    this.#audience = audience;
    this.#log = log;
    const opened = () => {
      this.#isListenerNew = true;
      this.#pollNow();
    };
    if (databaseUrl) this.#listener = listen(databaseUrl, (change, message) => this.publish(message, change), opened);
    void this.#runPolls();
  }

  readonly publish = (message: TopicMessage | undefined, change: Change): void => {
    const { version } = change;
    if ((this.#isSynchronised && version <= this.#version()) || this.#pending.has(version)) return;
    this.#dropCaches(message, change);
    this.#pending.set(version, { change, message });
    this.#publishInOrder();
    if (this.#pending.size > 0) this.#pollNow();
  };

  startOver(): void {
    this.#isSynchronised = false;
    this.#pending.clear();
    this.#audience.pageCache.drop();
    this.#pollNow();
  }

  stop(): void {
    this.#isStopped = true;
    this.#listener?.close();
    this.#pollNow();
  }

  #dropCaches(message: TopicMessage | undefined, { version }: Change): void {
    this.#audience.newsPages.follow(message, version);
    this.#audience.pageCache.drop(message);
  }

  #publishInOrder(): void {
    for (;;) {
      const next = this.#isSynchronised ? this.#pending.get(this.#version() + 1) : undefined;
      if (!next) return;
      this.#last = next.change;
      this.#pending.delete(next.change.version);
      this.#audience.live.publish(next.message, next.change);
    }
  }

  #version(): number {
    return this.#last?.version ?? 0;
  }

  async #runPolls(): Promise<void> {
    while (!this.#isStopped) {
      const requested = new Promise<void>((resolve) => {
        this.#pollNow = resolve;
      });
      // Errors show elsewhere; the counter later shows what was missed.
      await this.#poll().catch(() => {});
      const interval = POLL_INTERVAL[this.#listener?.isOpen() ? 'withNotices' : 'alone'];
      await Promise.race([pause(interval, undefined, UNREF), requested]);
    }
  }

  async #poll(): Promise<void> {
    const wasListening = this.#listener?.isOpen() === true && !this.#isListenerNew;
    const before = this.#version();
    this.#isListenerNew = false;
    const change = (await this.#listener?.check()) ?? (await readChange(this.#db));
    const isListening = wasListening && this.#listener?.isOpen() === true && this.#isSynchronised;
    // Compared with the version before the read: messages during it may exceed the counter.
    const isOther = this.#last !== undefined && change.epoch !== this.#last.epoch;
    // A file was restored by hand, or a standby had lost commits: open pages would ignore new versions.
    if (change.version < before && !isOther) {
      await beginEpoch(this.#db);
      return this.#pollNow();
    }
    if (isListening && !isOther && !this.#isComplete(change)) {
      await pause(NOTICE_TIMEOUT, undefined, UNREF);
      // This round trip delivers notifications that arrived while the process was busy.
      await this.#listener?.check();
    }
    if ((this.#isComplete(change) && !isOther) || this.#isStopped) return;
    if (isListening) {
      this.#log?.warn({ version: change.version }, 'a notice of PostgreSQL was lost; listening anew');
      this.#listener?.renew();
    }
    this.#catchUp(change);
  }

  #isComplete({ version }: Change): boolean {
    if (!this.#isSynchronised) return false;
    for (let each = this.#version() + 1; each <= version; each += 1) if (!this.#pending.has(each)) return false;
    return true;
  }

  #catchUp(change: Change): void {
    this.#dropCaches(undefined, change);
    for (const [version, one] of [...this.#pending].sort(([a], [b]) => a - b)) {
      if (version > change.version) continue;
      this.#pending.delete(version);
      this.#audience.live.publish(one.message, one.change);
    }
    this.#audience.live.publish(undefined, change);
    this.#last = change;
    this.#isSynchronised = true;
    this.#publishInOrder();
  }
}
