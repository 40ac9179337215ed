import type { ServerResponse } from 'node:http';
import { articlesBetween } from '../model/articles/moments.ts';
import { unavailable } from '../model/errors.ts';
import { nextPublicChange } from '../model/moments.ts';
import type { Db } from '../model/tables.ts';
import type { Announcement } from '../model/write.ts';
import type { Config } from './config.ts';
import { type Crowd, createCrowd } from './live/crowd.ts';
import { createHistory, eventText } from './live/events.ts';
import { createState, STATE_NAMES, type State } from './live/state.ts';

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
  /** Tells open pages of a change that was just committed here. */
  announce: (announcement: Announcement) => void;
  /** Somebody else changed the database: finds out what open pages have to know. */
  refresh: () => void;
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
  let isReadAgain = false;
  let told = Date.now();
  /** Articles after `told` that were announced when they were saved. */
  let named = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  /** Reads the state until nothing was announced meanwhile, and tells what differs. A database that is away leaves it to the clock. */
  function update(): Promise<void> {
    isReadAgain = true;
    reading ??= (async () => {
      while (isReadAgain) {
        isReadAgain = false;
        await state.read();
        tellState();
      }
      reading = undefined;
      await wind();
    })();
    return reading;
  }

  function tellState(): void {
    const now = state.now();
    if (!now) return;
    for (const name of STATE_NAMES)
      if (toldState?.[name] !== now[name]) crowd.send(eventText(history.next(), name, now[name]));
    toldState = now;
  }

  function tellList(name: 'news' | 'site-content', data: object = {}): void {
    crowd.send(history.keep(name, JSON.stringify(data)));
  }

  /** Waits for the next moment at which something changes by itself. */
  async function wind(): Promise<void> {
    const next = await nextPublicChange(db).then(
      ({ until }) => until,
      () => state.nextMoment(),
    );
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

  /** Tells of the articles that appeared or expired since this was told last, and whether there were any. */
  async function tellPassed(): Promise<boolean> {
    const [from, now, before] = [told, Date.now(), named];
    named = new Set();
    const passed = await articlesBetween(db, from, now).catch(() => undefined);
    const alreadyNamed = named.union(before);
    if (!passed || told !== from) {
      named = alreadyNamed;
      return false;
    }
    told = now;
    const appeared = passed.appeared.filter(({ slug }) => !alreadyNamed.has(slug));
    if (passed.hasExpired) history.forgetNames();
    for (const article of appeared) tellList('news', article);
    if (passed.hasExpired) tellList('news');
    return appeared.length > 0 || passed.hasExpired;
  }

  async function known(): Promise<State | undefined> {
    if (reading || !state.now()) await (reading ?? update());
    return state.now();
  }

  void update();
  return {
    announce(announcement) {
      if (announcement.topic === 'news') {
        const { article, isWithdrawal } = announcement;
        if (isWithdrawal) history.forgetNames();
        if (article) named.add(article.slug);
        tellList('news', article);
      }
      if (announcement.topic === 'site-content') tellList('site-content');
      void update();
    },
    refresh() {
      // Nobody knows whether something was taken off.
      history.forgetNames();
      void tellPassed().then((isTold) => isTold || tellList('news'));
      tellList('site-content');
      void update();
    },
    async join(response, headers, address, seen) {
      const now = await known();
      if (!crowd.hasRoomFor(address)) return false;
      const opening = Object.entries(now ?? {}).map(([name, data]) => eventText(history.now(), name, data));
      return crowd.add(response, headers, address, [...opening, ...history.since(seen)].join(''));
    },
    async poll() {
      const now = await known();
      if (!now) throw unavailable();
      return {
        'watch-settings': JSON.parse(now['watch-settings']),
        'vote-settings': JSON.parse(now['vote-settings']),
        lists: String(history.lists()),
        poll_seconds: crowd.isCrowded() ? POLL_EVERY.crowded : POLL_EVERY.usual,
      };
    },
    lasts: () => state.nextMoment() - Date.now(),
    size: crowd.size,
    close() {
      clearTimeout(timer);
      crowd.close();
    },
  };
}
