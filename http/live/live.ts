import type { ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { isList, LIST_TOPICS, type TopicMessage } from '../../db/topics.ts';
import type { Change } from '../../db/write.ts';
import { unavailable } from '../../errors.ts';
import { NextChange } from '../../model/next-change.ts';
import type { ResultsEvent } from '../../model/results/schema.ts';
import { Clients } from './clients.ts';
import { DueArticles, type ListTopic, LiveClock } from './clock.ts';
import { createState, type Poll, STATE_NAMES, type State } from './state.ts';

const POLL_INTERVAL = { usual: 10, crowded: 30 }; // s
const MAX_TIMER = 30_000; // ms; longest timer, as the system clock may be set
const RETRY_DELAY = 1000; // ms after a state that could not be read

type LiveConfig = Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>;

/** Live state for open pages. Events carry the small state and name lists; also changes by the clock. */
export class Live {
  readonly #nextChange: NextChange;
  readonly clients = new Clients();
  readonly #clock: LiveClock;
  readonly #due: DueArticles;
  readonly #state: ReturnType<typeof createState>;
  #broadcastState: State | undefined;
  #reading: Promise<void> | undefined;
  #nextReading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #schedules = 0;

  constructor(db: Db, config: LiveConfig, nextChange = new NextChange(db)) {
    this.#nextChange = nextChange;
    this.#state = createState(db, config);
    this.#clock = new LiveClock(db);
    this.#due = new DueArticles(db);
    void this.#update();
  }

  /** Without a message the change is unknown. */
  publish(message: TopicMessage | undefined, change: Change): void {
    // Open pages drop the state of another epoch.
    if (this.#clock.epoch() !== change.epoch) this.#broadcastState = undefined;
    const isNew = this.#clock.follow(change);
    this.#nextChange.reset();
    if (!message) void this.#broadcastUnknownChange(isNew);
    if (message?.topic === 'news') {
      const { article, isWithdrawal } = message;
      if (isWithdrawal) this.#clock.redactHistory();
      if (article) this.#due.skip(article.slug);
      this.#broadcastList('news', article);
    } else if (message && isList(message.topic)) {
      this.#broadcastList(message.topic);
    }
    void this.#update();
  }

  /** `seen`: `Last-Event-ID`, or `lists` of the page. False when full, for all or for this address. */
  async join(
    response: ServerResponse,
    headers: Record<string, string>,
    address: string,
    seen: string | undefined,
  ): Promise<boolean> {
    await this.#current();
    if (!this.clients.hasRoomFor(address)) return false;
    const missed = await this.#clock.missedSince(seen);
    // Others may have joined meanwhile, or the server is closing.
    if (!this.clients.hasRoomFor(address)) return false;
    const opening = Object.entries(this.#state.now() ?? {}).map(([name, data]) => this.#clock.event(name, data));
    return this.clients.add(response, headers, address, this.#withTime([...opening, ...missed]));
  }

  /** Current state; 503 until it could be read once. */
  async poll(): Promise<Poll> {
    // Read before the state: a concurrent change raises the id at once, but may not be in the state.
    const id = this.#clock.id();
    const now = await this.#current();
    if (!now) throw unavailable();
    return {
      id: id || this.#clock.id(),
      now: Date.now(),
      ...(Object.fromEntries(STATE_NAMES.map((name) => [name, JSON.parse(now[name])])) as Pick<Poll, keyof State>),
      lists: this.lists(),
      poll_seconds: this.clients.isCrowded() ? POLL_INTERVAL.crowded : POLL_INTERVAL.usual,
    };
  }

  /** Id of the last change of a list. */
  lists(): string {
    return this.#clock.lists();
  }

  timeToNextMoment(): number {
    return this.#state.nextMoment() - Date.now();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.clients.close();
  }

  /** Single-flight: changes during a read share the next one. The timer retries while the database is unavailable. */
  #update(): Promise<void> {
    this.#nextReading ??= (async () => {
      await this.#reading;
      this.#reading = this.#nextReading;
      this.#nextReading = undefined;
      const [presses] = await Promise.all([this.#state.read(), this.#clock.begin()]);
      this.#broadcastPresses(presses ?? []);
      this.#broadcastChangedState();
      void this.#scheduleNext(presses ? MAX_TIMER : RETRY_DELAY);
      this.#reading = undefined;
    })();
    return this.#nextReading;
  }

  /** One event for each press: boards need no request. */
  #broadcastPresses(presses: ResultsEvent[]): void {
    const { results } = this.#state.now() ?? {};
    if (results === undefined || presses.length === 0 || !this.#broadcastState) return;
    this.#send(presses.map((event) => this.#clock.event('results', JSON.stringify(event))));
    this.#broadcastState = { ...this.#broadcastState, results };
  }

  #broadcastChangedState(): void {
    const now = this.#state.now();
    if (!now) return;
    const changed = STATE_NAMES.filter((name) => this.#broadcastState?.[name] !== now[name]);
    if (changed.length > 0) this.#send(changed.map((name) => this.#clock.event(name, now[name])));
    this.#broadcastState = now;
  }

  #broadcastList(name: ListTopic, data: object = {}, byClock?: number): void {
    const event = this.#clock.listEvent(name, data, byClock);
    if (event) this.#send([event]);
  }

  #send(events: string[]): void {
    this.clients.send(this.#withTime(events));
  }

  /** The first event sets the clock of an open page and its jitter. */
  #withTime(events: string[]): string {
    const clock = JSON.stringify({ now: Date.now(), spread: this.clients.spread() });
    return [this.#clock.event('clock', clock), ...events].join('');
  }

  async #broadcastUnknownChange(isNew: boolean): Promise<void> {
    this.#clock.redactHistory();
    await this.#broadcastDueArticles();
    if (!isNew) return;
    for (const topic of LIST_TOPICS) this.#broadcastList(topic);
  }

  async #scheduleNext(longest: number): Promise<void> {
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
    const onTimer = () => {
      this.#broadcastChangedState(); // by the clock, even if the database is unavailable
      void this.#update();
    };
    this.#timer = setTimeout(onTimer, Math.min(Math.max(next - Date.now(), 1), longest));
    this.#timer.unref();
  }

  async #broadcastDueArticles(): Promise<void> {
    const { appeared = [], expiredAt, pagesAt } = (await this.#due.take()) ?? {};
    if (expiredAt !== undefined) this.#clock.redactHistory();
    for (const { at, ...article } of appeared) this.#broadcastList('news', article, at);
    if (expiredAt !== undefined) this.#broadcastList('news', {}, expiredAt);
    if (pagesAt !== undefined) this.#broadcastList('site-content', {}, pagesAt);
  }

  async #current(): Promise<State | undefined> {
    const last = this.#nextReading ?? this.#reading;
    if (last || !this.#state.now()) await (last ?? this.#update());
    return this.#state.now();
  }
}
