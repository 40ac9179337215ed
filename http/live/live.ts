import type { ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { type Announcement, isList, LIST_TOPICS } from '../../db/announcements.ts';
import type { Change } from '../../db/change-counter.ts';
import type { Db } from '../../db/tables.ts';
import { unavailable } from '../../errors.ts';
import { articlesBetween } from '../../model/articles/next-change.ts';
import { listsChangedAt } from '../../model/next-change.ts';
import type { Stage } from '../../model/programme/stage.ts';
import type { ResultsEvent } from '../../model/results/results.ts';
import { NextChange } from '../next-change.ts';
import { Clients } from './clients.ts';
import { createHistory, eventText } from './events.ts';
import { createState, STATE_NAMES, type State } from './state.ts';

interface Poll extends Record<keyof State, object> {
  stage: Stage;
  results: ResultsEvent;
  lists: string; // a new value means: read the lists again
  poll_seconds: number;
}

const POLL_EVERY = { usual: 10, crowded: 30 }; // s
const LOOK_AT_LEAST_EVERY = 30_000; // ms; longest timer, as the system clock may be set

type ListTopic = (typeof LIST_TOPICS)[number];
type LiveConfig = Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>;

/** Live state for open pages. Events carry the small state and announce lists; also changes by the clock. */
export class Live {
  readonly #db: Db;
  readonly #nextChange: NextChange;
  readonly #clients = new Clients();
  readonly #history = createHistory();
  readonly #state: ReturnType<typeof createState>;
  #broadcastState: State | undefined;
  #reading: Promise<void> | undefined;
  #nextReading: Promise<void> | undefined;
  #readingLatest: Promise<number | undefined> | undefined;
  #broadcastUpTo = Date.now(); // articles due up to this time (ms) were broadcast
  #named = new Set<string>(); // later articles announced when saved
  #timer: NodeJS.Timeout | undefined;
  #schedules = 0;

  constructor(db: Db, config: LiveConfig, nextChange = new NextChange(db)) {
    this.#db = db;
    this.#nextChange = nextChange;
    this.#state = createState(db, config);
    void this.#update();
  }

  /** Without an announcement the change is unknown. */
  announce(announcement: Announcement | undefined, { listsAt }: Change): void {
    const place = Date.parse(listsAt);
    this.#nextChange.reset();
    if (!announcement) void this.#broadcastUnknownChange(place);
    if (announcement?.topic === 'news') {
      const { article, isWithdrawal } = announcement;
      if (isWithdrawal) this.#history.forgetNames();
      if (article) this.#named.add(article.slug);
      this.#broadcastList(place, 'news', article);
    } else if (announcement && isList(announcement.topic)) {
      this.#broadcastList(place, announcement.topic);
    }
    void this.#update();
  }

  /** `seen`: `Last-Event-ID`. False when full, for all or for this address. */
  async join(
    response: ServerResponse,
    headers: Record<string, string>,
    address: string,
    seen: string | undefined,
  ): Promise<boolean> {
    await this.#current();
    if (!this.#clients.hasRoomFor(address)) return false;
    // Another server may have broadcast more; the database tells whether `seen` is possible.
    const latest = this.#history.isAhead(seen) ? await this.#latest() : undefined;
    // Meanwhile others have joined, or the server closes.
    if (!this.#clients.hasRoomFor(address)) return false;
    const opening = Object.entries(this.#state.now() ?? {}).map(([name, data]) =>
      eventText(this.#history.id(), name, data),
    );
    return this.#clients.add(response, headers, address, [...opening, ...this.#history.since(seen, latest)].join(''));
  }

  /** Current state; 503 until it could be read once. */
  async poll(): Promise<Poll> {
    const now = await this.#current();
    if (!now) throw unavailable();
    return {
      stage: JSON.parse(now.stage),
      results: JSON.parse(now.results),
      'watch-settings': JSON.parse(now['watch-settings']),
      'vote-settings': JSON.parse(now['vote-settings']),
      urgent: JSON.parse(now.urgent),
      lists: String(this.#history.last()),
      poll_seconds: this.#clients.isCrowded() ? POLL_EVERY.crowded : POLL_EVERY.usual,
    };
  }

  lasts(): number {
    return this.#state.nextMoment() - Date.now();
  }

  size(): number {
    return this.#clients.size();
  }

  get room(): number {
    return this.#clients.room;
  }

  counts(): ReturnType<Clients['counts']> {
    return this.#clients.counts();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#clients.close();
  }

  /** Single-flight: changes during a read share the next one. The timer retries while the database is away. */
  #update(): Promise<void> {
    this.#nextReading ??= (async () => {
      await this.#reading;
      this.#reading = this.#nextReading;
      this.#nextReading = undefined;
      await Promise.all([this.#state.read(), this.#beginHistory()]);
      this.#broadcastChangedState();
      void this.#scheduleNext();
      this.#reading = undefined;
    })();
    return this.#nextReading;
  }

  async #beginHistory(): Promise<void> {
    if (this.#history.isBegun()) return;
    const place = await listsChangedAt(this.#db).catch(() => undefined);
    if (place !== undefined) this.#history.begin(place);
  }

  /** Single-flight: anyone may claim to have seen anything. Undefined while the database is away. */
  #latest(): Promise<number | undefined> {
    this.#readingLatest ??= listsChangedAt(this.#db)
      .catch(() => undefined)
      .finally(() => {
        this.#readingLatest = undefined;
      });
    return this.#readingLatest;
  }

  #broadcastChangedState(): void {
    const now = this.#state.now();
    if (!now) return;
    for (const name of STATE_NAMES)
      if (this.#broadcastState?.[name] !== now[name])
        this.#clients.send(eventText(this.#history.id(), name, now[name]));
    this.#broadcastState = now;
  }

  #broadcastList(place: number, name: ListTopic, data: object = {}): void {
    this.#clients.send(this.#history.keep(name, JSON.stringify(data), place));
  }

  async #broadcastUnknownChange(place: number): Promise<void> {
    this.#history.forgetNames();
    const isNew = this.#history.isBegun() && place > this.#history.last();
    await this.#broadcastDueArticles();
    if (!isNew) return;
    for (const topic of LIST_TOPICS) this.#broadcastList(place, topic);
  }

  async #scheduleNext(): Promise<void> {
    this.#schedules += 1;
    const schedule = this.#schedules;
    const next = await this.#nextChange.read().then(
      ({ until }) => until,
      () => this.#state.nextMoment(),
    );
    if (schedule !== this.#schedules) return;
    // A moment that passed before this read is in no timer.
    void this.#broadcastDueArticles();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#onTimer(), Math.min(Math.max(next - Date.now(), 1), LOOK_AT_LEAST_EVERY));
    this.#timer.unref();
  }

  async #onTimer(): Promise<void> {
    // By the clock, even if the database is away.
    this.#broadcastChangedState();
    await this.#update();
  }

  async #broadcastDueArticles(): Promise<void> {
    const [from, now, before] = [this.#broadcastUpTo, Date.now(), this.#named];
    this.#named = new Set();
    const due = await articlesBetween(this.#db, from, now).catch(() => undefined);
    const alreadyNamed = this.#named.union(before);
    if (!due || this.#broadcastUpTo !== from) {
      this.#named = alreadyNamed;
      return;
    }
    this.#broadcastUpTo = now;
    const appeared = due.appeared.filter(({ slug }) => !alreadyNamed.has(slug));
    if (due.expiredAt !== undefined) this.#history.forgetNames();
    for (const { at, ...article } of appeared) this.#broadcastList(at, 'news', article);
    if (due.expiredAt !== undefined) this.#broadcastList(due.expiredAt, 'news');
    if (due.pagesAt !== undefined) this.#broadcastList(due.pagesAt, 'site-content');
  }

  async #current(): Promise<State | undefined> {
    const last = this.#nextReading ?? this.#reading;
    if (last || !this.#state.now()) await (last ?? this.#update());
    return this.#state.now();
  }
}
