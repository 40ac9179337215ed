import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../app/ui/live/stream.ts';

const PACE = { doubtAfter: 10_000, readFor: 0, readEvery: 1000, isEager: true };

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

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a silent stream is checked once in a while, also when an event comes during the check', async () => {
  const stop = new AbortController();
  let reads = 0;
  const read = async () => {
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { isNews: false };
  };
  void follow(stop.signal, { since: () => undefined, tell: () => {}, read, pace: PACE });
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
