import type { ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import type { Announcement } from '../../db/announcements.ts';
import type { Change } from '../../db/change-counter.ts';
import type { Db } from '../../db/tables.ts';
import { unavailable } from '../../errors.ts';
import { articlesBetween } from '../../model/articles/next-change.ts';
import { listsChangedAt, nextPublicChange } from '../../model/next-change.ts';
import { type Crowd, createCrowd } from './clients.ts';
import { createHistory, eventText } from './events.ts';
import { createState, STATE_NAMES, type State } from './state.ts';

/** What a page asks for that gets no events: everything it needs to be right, and when to ask again. */
interface Poll {
  'watch-settings': object;
  'vote-settings': object;
  /** Another one than before: the lists are to be read again. */
  lists: string;
  /** Seconds until the next poll. */
  poll_seconds: number;
}

export interface Live {
  /** Tells open pages of a change; changes come in the order of their commits. Without an announcement nobody knows what has changed. */
  announce: (announcement: Announcement | undefined, change: Change) => void;
  /**
   * Opens an event stream on an answer whose head is not sent yet. `seen` is the `Last-Event-ID` of a page that comes back.
   * False when there is no room: for all, or for this address.
   */
  join: (
    response: ServerResponse,
    headers: Record<string, string>,
    address: string,
    seen: string | undefined,
  ) => Promise<boolean>;
  /** Fails with 503 while nothing is known yet. */
  poll: () => Promise<Poll>;
  /** For how long (ms) what was told stays true by the clock. */
  lasts: () => number;
  /** Number of open event streams. */
  size: () => number;
  /** How many there may be, and what came of those who asked since the start. */
  room: number;
  counts: Crowd['counts'];
  /** Ends all streams, each told when to come back, and the clockwork. */
  close: () => void;
}

/** Polls follow each other at this distance, and at the other one while the server is full of event streams. In seconds. */
const POLL_EVERY = { usual: 10, crowded: 30 };
/** The clock of the machine may be set: no timer waits longer than this for a moment to come. In ms. */
const LOOK_AT_LEAST_EVERY = 30_000;

/**
 * The live state of the site for open pages. State is small, so its event carries it; lists are only announced. What changes by
 * the clock (a scheduled article, the window of the vote) is told at its moment.
 */
export function createLive(db: Db, config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>): Live {
  const crowd: Crowd = createCrowd();
  const history = createHistory();
  const state = createState(db, config);
  let toldState: State | undefined;
  let reading: Promise<void> | undefined;
  /** The reading after that one. */
  let ahead: Promise<void> | undefined;
  let told = Date.now();
  /** Articles after `told` that were announced when they were saved. */
  let named = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let windings = 0;

  /**
   * Reads the state and tells what differs, once for all that was announced before it begins: one reading after the other, however
   * fast changes come. A database that is away leaves it to the clock.
   */
  function update(): Promise<void> {
    ahead ??= (async () => {
      await reading;
      reading = ahead;
      ahead = undefined;
      await Promise.all([state.read(), beginHistory()]);
      tellState();
      void wind();
      reading = undefined;
    })();
    return ahead;
  }

  async function beginHistory(): Promise<void> {
    if (history.isBegun()) return;
    const place = await listsChangedAt(db).catch(() => undefined);
    if (place !== undefined) history.begin(place);
  }

  function tellState(): void {
    const now = state.now();
    if (!now) return;
    for (const name of STATE_NAMES)
      if (toldState?.[name] !== now[name]) crowd.send(eventText(history.id(), name, now[name]));
    toldState = now;
  }

  function tellList(place: number, name: 'news' | 'site-content', data: object = {}): void {
    crowd.send(history.keep(name, JSON.stringify(data), place));
  }

  /** Something has changed, and nobody knows what: what was told by its name may have been taken off since. */
  async function tellUnknown(place: number): Promise<void> {
    history.forgetNames();
    const isNew = history.isBegun() && place > history.last();
    await tellPassed();
    if (!isNew) return;
    tellList(place, 'news');
    tellList(place, 'site-content');
  }

  /** Waits for the next moment at which something changes by itself. */
  async function wind(): Promise<void> {
    windings += 1;
    const turn = windings;
    const next = await nextPublicChange(db).then(
      ({ until }) => until,
      () => state.nextMoment(),
    );
    if (turn !== windings) return;
    clearTimeout(timer);
    timer = setTimeout(strike, Math.min(Math.max(next - Date.now(), 1), LOOK_AT_LEAST_EVERY));
    timer.unref();
  }

  async function strike(): Promise<void> {
    // The moment counts even when the database does not answer now.
    tellState();
    await tellPassed();
    await update();
  }

  /** Tells of the articles that appeared or expired since this was told last. */
  async function tellPassed(): Promise<void> {
    const [from, now, before] = [told, Date.now(), named];
    named = new Set();
    const passed = await articlesBetween(db, from, now).catch(() => undefined);
    const alreadyNamed = named.union(before);
    if (!passed || told !== from) {
      named = alreadyNamed;
      return;
    }
    told = now;
    const appeared = passed.appeared.filter(({ slug }) => !alreadyNamed.has(slug));
    if (passed.expiredAt !== undefined) history.forgetNames();
    for (const { at, ...article } of appeared) tellList(at, 'news', article);
    if (passed.expiredAt !== undefined) tellList(passed.expiredAt, 'news');
  }

  async function known(): Promise<State | undefined> {
    // Each began, or will begin, after the last change that is known now.
    const last = ahead ?? reading;
    if (last || !state.now()) await (last ?? update());
    return state.now();
  }

  void update();
  return {
    announce(announcement, { listsAt }) {
      const place = Date.parse(listsAt);
      if (!announcement) void tellUnknown(place);
      if (announcement?.topic === 'news') {
        const { article, isWithdrawal } = announcement;
        if (isWithdrawal) history.forgetNames();
        if (article) named.add(article.slug);
        tellList(place, 'news', article);
      }
      if (announcement?.topic === 'site-content') tellList(place, 'site-content');
      void update();
    },
    async join(response, headers, address, seen) {
      await known();
      if (!crowd.hasRoomFor(address)) return false;
      // Another server may have told it more than this one has heard; the database knows whether that can be.
      const latest = history.isAhead(seen) ? await listsChangedAt(db).catch(() => undefined) : undefined;
      const opening = Object.entries(state.now() ?? {}).map(([name, data]) => eventText(history.id(), name, data));
      return crowd.add(response, headers, address, [...opening, ...history.since(seen, latest)].join(''));
    },
    async poll() {
      const now = await known();
      if (!now) throw unavailable();
      return {
        'watch-settings': JSON.parse(now['watch-settings']),
        'vote-settings': JSON.parse(now['vote-settings']),
        lists: String(history.last()),
        poll_seconds: crowd.isCrowded() ? POLL_EVERY.crowded : POLL_EVERY.usual,
      };
    },
    lasts: () => state.nextMoment() - Date.now(),
    size: crowd.size,
    room: crowd.room,
    counts: crowd.counts,
    close() {
      clearTimeout(timer);
      crowd.close();
    },
  };
}
