import type { ServerResponse } from 'node:http';
import { articlesBetween } from '../model/articles/moments.ts';
import { nextPublicChange } from '../model/moments.ts';
import type { Db } from '../model/tables.ts';
import { publicVoteSettings, readVoteSettings } from '../model/vote.ts';
import { publicWatchSettings, readWatchSettings } from '../model/watch.ts';
import type { Announcement } from '../model/write.ts';
import type { Config } from './config.ts';
import { type Crowd, createCrowd } from './live/crowd.ts';
import { createHistory, eventText } from './live/events.ts';

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
  poll: () => Promise<Poll>;
  /** Number of open event streams. */
  size: () => number;
  /** Ends all streams, each told when to come back, and the clockwork. */
  close: () => void;
}

/** Polls follow each other at this distance, and at the other one while the server is full of event streams. In seconds. */
const POLL_EVERY = { usual: 10, crowded: 30 };
/** The clock of the machine may be set: no timer waits longer than this for a moment to come. In ms. */
const LOOK_AT_LEAST_EVERY = 30_000;

type State = { [Name in 'watch-settings' | 'vote-settings']: string };

/**
 * The live state of the site for open pages. State is small, so its event carries it; lists are only announced. What changes by
 * the clock (a scheduled article, the window of the vote) is told at its moment.
 */
export function createLive(db: Db, config: Pick<Config, 'streamPlayerUrl' | 'streamHlsUrl' | 'playerHosts'>): Live {
  const crowd: Crowd = createCrowd();
  const history = createHistory();
  let state: State | undefined;
  let reading: Promise<void> | undefined;
  let isReadAgain = false;
  let told = Date.now();
  let timer: NodeJS.Timeout | undefined;

  async function readState(): Promise<State> {
    const [watch, vote] = await Promise.all([readWatchSettings(db), readVoteSettings(db)]);
    const configured = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
    return {
      'watch-settings': JSON.stringify(publicWatchSettings(watch.value, configured, config.playerHosts)),
      'vote-settings': JSON.stringify(publicVoteSettings(vote.value)),
    };
  }

  /** Reads the state until nothing was announced meanwhile, and tells what differs. A database that is away changes nothing. */
  function update(): Promise<void> {
    isReadAgain = true;
    reading ??= (async () => {
      while (isReadAgain) {
        isReadAgain = false;
        const now = await readState().catch(() => undefined);
        if (now) tellState(now);
      }
      reading = undefined;
      await wind();
    })();
    return reading;
  }

  function tellState(now: State): void {
    const before = state;
    state = now;
    if (!before) return;
    for (const name of ['watch-settings', 'vote-settings'] as const)
      if (before[name] !== now[name]) crowd.send(eventText(history.next(), name, now[name]));
  }

  function tellList(name: 'news' | 'site-content', data: object = {}): void {
    crowd.send(history.keep(name, JSON.stringify(data)));
  }

  /** Waits for the next moment at which something changes by itself. */
  async function wind(): Promise<void> {
    const next = await nextPublicChange(db).then(
      ({ until }) => until,
      () => Number.POSITIVE_INFINITY,
    );
    clearTimeout(timer);
    timer = setTimeout(strike, Math.min(Math.max(next - Date.now(), 1), LOOK_AT_LEAST_EVERY));
    timer.unref();
  }

  async function strike(): Promise<void> {
    const now = Date.now();
    const passed = await articlesBetween(db, told, now).catch(() => undefined);
    if (passed) {
      told = now;
      for (const article of passed.appeared) tellList('news', article);
      if (passed.hasExpired) tellList('news');
    }
    await update();
  }

  void update();
  return {
    announce(announcement) {
      if (announcement.topic === 'news') tellList('news', announcement.article);
      if (announcement.topic === 'site-content') tellList('site-content');
      void update();
    },
    refresh() {
      tellList('news');
      tellList('site-content');
      void update();
    },
    async join(response, headers, address, seen) {
      if (reading || !state) await (reading ?? update());
      if (!crowd.hasRoomFor(address)) return false;
      const opening = Object.entries(state ?? {}).map(([name, data]) => eventText(history.now(), name, data));
      crowd.add(response, headers, address, [...opening, ...history.since(seen)].join(''));
      return true;
    },
    async poll() {
      if (reading || !state) await (reading ?? update());
      return {
        'watch-settings': JSON.parse(state?.['watch-settings'] ?? '{}'),
        'vote-settings': JSON.parse(state?.['vote-settings'] ?? '{}'),
        lists: history.lists(),
        poll_seconds: crowd.isCrowded() ? POLL_EVERY.crowded : POLL_EVERY.usual,
      };
    },
    size: crowd.size,
    close() {
      clearTimeout(timer);
      crowd.close();
    },
  };
}
