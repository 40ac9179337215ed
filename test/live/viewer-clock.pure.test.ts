import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ViewerClock } from '../../app/ui/live/viewer-clock.ts';
import { setServerClock } from '../../app/ui/time/server-clock.ts';

const NOW = Date.parse('2026-07-20T17:30:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  setServerClock(NOW);
});
afterEach(() => vi.useRealTimers());

test('a viewer who is behind stays behind by as much, until the next report and after it', () => {
  const clock = new ViewerClock();
  expect([clock.moment(), clock.lag()]).toEqual([undefined, 0]);
  clock.hear({ moment: NOW - 25_000, rate: 1 });
  vi.advanceTimersByTime(4000);
  expect([clock.moment(), clock.lag()]).toEqual([NOW - 21_000, 25_000]);
  clock.hear({ moment: NOW - 26_000, rate: 1.1 });
  vi.advanceTimersByTime(10_000);
  expect(clock.lag()).toBe(29_000);
});

test('a picture that stands falls behind, and one from a clock that is fast is not ahead', () => {
  const clock = new ViewerClock();
  clock.hear({ moment: NOW - 5000, rate: 0 });
  vi.advanceTimersByTime(60_000);
  expect([clock.moment(), clock.lag()]).toEqual([NOW - 5000, 65_000]);
  clock.hear({ moment: NOW + 90_000, rate: 1 });
  expect(clock.lag()).toBe(0);
});

test.each([undefined, { moment: null, rate: 1 }])('of a player that tells no moment (%o) nothing is known', (shown) => {
  const clock = new ViewerClock();
  clock.hear({ moment: NOW - 25_000, rate: 1 });
  clock.hear(shown);
  expect([clock.moment(), clock.lag()]).toEqual([undefined, 0]);
});
