import type { Db } from '../../db/tables.ts';
import { LIST_TOPICS } from '../../db/topics.ts';
import { type Change, readChange } from '../../db/write.ts';
import { articlesBetween } from '../../model/articles/visibility.ts';
import { idOf, isOlder, parseId } from '../../model/live/id.ts';
import { lastVisibilityChange } from '../../model/next-change.ts';

export type ListTopic = (typeof LIST_TOPICS)[number];

/** Scheduled changes within this time (ms) before a start may not have been broadcast. */
const CATCH_UP_WINDOW = 600_000;
const MAX_HISTORY = 200;

/** A server-sent event (HTML standard). */
function eventText({ id, name, data }: { id: string; name: string; data: string }): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}

/** Ids of live events, and the history of list events, so that a page can resume at any server of the same epoch. */
export class LiveClock {
  readonly #db: Db;
  /** The last change whose list event was broadcast. Undefined until the database was read once. */
  #change: Change | undefined;
  #lists = ''; // id of the last list event
  #history: { id: string; name: string; data: string }[] = []; // list events since `#whole`
  #whole = '';
  #reading: Promise<Change | undefined> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reads the database, once; a later call retries. */
  async begin(): Promise<void> {
    if (this.#change) return;
    const [change, byClock] = await Promise.all([this.#read(), lastVisibilityChange(this.#db).catch(() => 0)]);
    if (change) this.follow(change, Date.now() - byClock < CATCH_UP_WINDOW ? byClock : 0);
  }

  /** Advances to a newer change; false for an older one, and for the first. */
  follow(change: Change, byClock = 0): boolean {
    const before = this.#change;
    const isSame = before?.epoch === change.epoch;
    if (isSame && before.version >= change.version) return false;
    this.#change = change;
    if (!isSame) {
      this.#lists = this.#whole = idOf(change, byClock);
      this.#history = [];
    }
    return before !== undefined;
  }

  epoch(): string | undefined {
    return this.#change?.epoch;
  }

  /** Id of the present state, never newer than the state itself. '' until the database was read once. */
  id(): string {
    if (!this.#change) return '';
    return parseId(this.#lists)?.version === this.#change.version ? this.#lists : idOf(this.#change);
  }

  /** Id of the last list event: another text when lists have changed. '' until the database was read once. */
  lists(): string {
    return this.#lists;
  }

  event(name: string, data: string): string {
    return eventText({ id: this.id(), name, data });
  }

  /** Adds a list event to the history; returns its text. `byClock`: moment (ms) of a scheduled change. */
  listEvent(name: ListTopic, data: object, byClock?: number): string | undefined {
    if (!this.#change) return undefined;
    const event = { id: idOf(this.#change, byClock), name, data: JSON.stringify(data) };
    if (!isOlder(event.id, this.#lists)) this.#lists = event.id;
    this.#history.push(event);
    if (this.#history.length > MAX_HISTORY) this.#whole = this.#history.shift()?.id ?? this.#lists;
    return eventText(event);
  }

  /** After a withdrawal no earlier event may contain the article's name. */
  redactHistory(): void {
    this.#history = this.#history.map((event) => ({ ...event, data: '{}' }));
  }

  /** List events since the id `seen`; all lists when it is too old, of another epoch or forged. */
  async missedSince(seen: string | undefined): Promise<string[]> {
    const place = parseId(seen);
    const isAhead = place?.epoch === this.epoch() && (place?.version ?? 0) > (this.#change?.version ?? 0);
    const newest = isAhead ? await this.#read() : this.#change;
    if (!place || !newest) return [];
    const isKnown = place.epoch === this.epoch() && !isOlder(seen, this.#whole) && place.version <= newest.version;
    if (isKnown) return this.#history.filter(({ id }) => isOlder(seen, id)).map(eventText);
    return LIST_TOPICS.map((name) => eventText({ id: idOf(newest), name, data: '{}' }));
  }

  /** Single-flight. Undefined while the database is unavailable. */
  #read(): Promise<Change | undefined> {
    this.#reading ??= readChange(this.#db)
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}

/** Articles and pages published or expired by schedule; each is returned once. */
export class DueArticles {
  readonly #db: Db;
  #upTo = Date.now(); // ms
  #skipped = new Map<string, number>(); // when its message was sent (ms), by slug

  constructor(db: Db) {
    this.#db = db;
  }

  /** Excludes an article whose message was sent when it was saved. */
  skip(slug: string): void {
    this.#skipped.set(slug, Date.now());
  }

  /** Changes since the last call; undefined while the database is unavailable, or if a concurrent call was faster. */
  async take(): Promise<Awaited<ReturnType<typeof articlesBetween>> | undefined> {
    const [from, now] = [this.#upTo, Date.now()];
    const due = await articlesBetween(this.#db, from, now).catch(() => undefined);
    if (!due || this.#upTo !== from) return undefined;
    this.#upTo = now;
    const skipped = this.#skipped;
    this.#skipped = new Map([...skipped].filter(([, at]) => at >= now));
    return { ...due, appeared: due.appeared.filter(({ slug }) => !skipped.has(slug)) };
  }
}
