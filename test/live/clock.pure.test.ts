import { afterEach, expect, test, vi } from 'vitest';
import { receiveUpdates } from '../../app/ui/live/stream.ts';
import { ViewerClock } from '../../app/ui/live/viewer-clock.ts';
import type { Db } from '../../db/tables.ts';
import { LiveClock } from '../../http/live/clock.ts';
import { isForeign, isOlder, parseId } from '../../model/live/id.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['aaaaaaaa.9', 'aaaaaaaa.10', true],
  ['aaaaaaaa.10', 'aaaaaaaa.9', false],
  ['aaaaaaaa.10', 'aaaaaaaa.10', false],
  ['aaaaaaaa.10', 'aaaaaaaa.10.5', true],
  ['aaaaaaaa.10.9', 'aaaaaaaa.11', true],
  ['aaaaaaaa.1', 'bbbbbbbb.2', false],
  [undefined, 'aaaaaaaa.1', false],
  ['aaaaaaaa.1', 'чепуха', false],
])('%s is older than %s: %s', (id, known, isThat) => expect(isOlder(id, known)).toBe(isThat));

test('another epoch is foreign to a page that knows one', () => {
  expect([isForeign('bbbbbbbb.1', 'aaaaaaaa.9'), isForeign('aaaaaaaa.1', 'aaaaaaaa.9')]).toEqual([true, false]);
  expect(isForeign('bbbbbbbb.1', undefined)).toBe(false);
  expect(parseId('aaaaaaaa.7.8')).toEqual({ epoch: 'aaaaaaaa', version: 7, byClock: 8 });
});

const namesIn = (events: string[]) => events.map((text) => /event: (\S+)\ndata: (.*)/.exec(text)?.slice(1).join(' '));
const ALL = ['news {}', 'site-content {}'];

const EPOCH = 'aaaaaaaa';

/** Of a server that has read version 10. */
function clockAt10() {
  let version = 10;
  const answer = { executeTakeFirstOrThrow: async () => ({ epoch: EPOCH, version }) };
  const clock = new LiveClock({ selectFrom: () => ({ select: () => answer }) } as unknown as Db);
  const follow = (newer: number) => {
    version = newer;
    return clock.follow({ epoch: EPOCH, version });
  };
  follow(10);
  return { clock, follow };
}

test('a clock tells what came after a version, and all lists where it does not reach', async () => {
  const { clock, follow } = clockAt10();
  follow(11);
  clock.listEvent('news', { slug: 'one' });
  follow(12);
  clock.listEvent('site-content', {});
  const since = async (seen: string) => namesIn(await clock.missedSince(seen));
  expect(await since('aaaaaaaa.10')).toEqual(['news {"slug":"one"}', 'site-content {}']);
  expect([await since('aaaaaaaa.11'), await since('aaaaaaaa.12')]).toEqual([['site-content {}'], []]);
  for (const seen of ['aaaaaaaa.9', 'aaaaaaaa.13', 'bbbbbbbb.12']) expect(await since(seen)).toEqual(ALL);
  for (let version = 13; version < 213; version += 1) {
    follow(version);
    clock.listEvent('news', {});
  }
  expect(await since('aaaaaaaa.11')).toEqual(ALL);
  expect(await since('aaaaaaaa.12')).toHaveLength(200);
});

test('what came by the clock raises no version, and is told to whoever may have missed it', async () => {
  const { clock } = clockAt10();
  expect(clock.lists()).toBe('aaaaaaaa.10');
  clock.listEvent('news', { slug: 'late' }, 5000);
  expect([clock.lists(), clock.id()]).toEqual(['aaaaaaaa.10.5000', 'aaaaaaaa.10.5000']);
  const since = async (seen: string) => (await clock.missedSince(seen)).length;
  expect([await since('aaaaaaaa.10'), await since('aaaaaaaa.10.5000')]).toEqual([1, 0]);
});

const NOW = Date.parse('2026-07-20T17:30:00.000Z');
const SECOND = 1000;

const stoodAndFailed = (clock: ViewerClock) => {
  clock.report({ moment: NOW, rate: 0 });
  clock.fail();
};

test.each<[string, (clock: ViewerClock) => void, moment: number | undefined, hasReport: boolean]>([
  ['is unknown before a report', () => {}, undefined, false],
  ['goes on between two reports', (clock) => clock.report({ moment: NOW, rate: 1 }), NOW + 10 * SECOND, true],
  ['goes on at the rate of the player', (clock) => clock.report({ moment: NOW, rate: 1.1 }), NOW + 11 * SECOND, true],
  ['of a paused picture stands', (clock) => clock.report({ moment: NOW, rate: 0 }), NOW, true],
  ['goes on while a player that failed gives way to another', (clock) => clock.fail(), NOW + 25 * SECOND, true],
  ['of a picture that stood before it failed goes on', stoodAndFailed, NOW + 10 * SECOND, true],
  ['is unknown without a report any more', (clock) => clock.report(undefined), undefined, false],
  ['is unknown without dates', (clock) => clock.report({ moment: null, rate: 1 }), undefined, true],
])('the moment of the picture %s, and whether there was a report is known', (what, happens, moment, hasReport) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = new ViewerClock();
  if (!what.includes('before')) clock.report({ moment: NOW, rate: 1 });
  vi.advanceTimersByTime(15 * SECOND);
  happens(clock);
  vi.advanceTimersByTime(10 * SECOND);
  expect([clock.moment(), clock.hasReport]).toEqual([moment, hasReport]);
});

test('a player that fails before its first picture is a report without a moment', () => {
  const clock = new ViewerClock();
  clock.fail();
  expect([clock.moment(), clock.hasReport]).toEqual([undefined, true]);
});

const PACE = { silenceTimeout: 10_000, pollDuration: 0, pollInterval: 1000, isEager: true };

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;
  constructor() {
    super();
    Stream.last = this;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  say() {
    this.dispatchEvent(new MessageEvent('news', { data: '{}', lastEventId: 'aaaaaaaa.1' }));
  }
}

test('a silent stream is checked once in a while, also when an event comes during the check', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  const stop = new AbortController();
  let reads = 0;
  const read = async () => {
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { isNews: false };
  };
  void receiveUpdates(stop.signal, { since: () => undefined, receive: () => {}, read, pace: PACE });
  Stream.last.say();
  for (let event = 0; event < 5; event += 1) {
    const before = reads;
    while (reads === before) await vi.advanceTimersByTimeAsync(50);
    Stream.last.say();
  }
  const before = reads;
  await vi.advanceTimersByTimeAsync(60_000);
  // One check each ten seconds, give or take a quarter.
  expect(reads - before).toBeLessThanOrEqual(8);
  expect(Stream.last.readyState).toBe(1);
  stop.abort();
});

test('a stream that is cut twice within seconds gives way to reads, one that lived before it broke does not', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  const stop = new AbortController();
  let reads = 0;
  const read = async () => ({ isNews: false, poll_seconds: 10, reads: ++reads });
  void receiveUpdates(stop.signal, {
    since: () => undefined,
    receive: () => {},
    read,
    pace: { ...PACE, isEager: false },
  });
  const breakAfter = async (seconds: number) => {
    Stream.last.dispatchEvent(new Event('open'));
    Stream.last.say();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    reads = 0;
    Stream.last.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(0);
    return reads;
  };
  for (const seconds of [5, 60, 5]) expect(await breakAfter(seconds)).toBe(0);
  expect(await breakAfter(5)).toBe(1);
  stop.abort();
});
