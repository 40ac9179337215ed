import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ViewerClock } from '../../app/ui/live/viewer-clock.ts';

const NOW = Date.parse('2026-07-20T17:30:00.000Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('the moment goes on between two reports at the rate of the player', () => {
  const clock = new ViewerClock();
  expect([clock.moment(), clock.hasReport]).toEqual([undefined, false]);
  clock.hear({ moment: NOW - 25_000, rate: 1 });
  vi.advanceTimersByTime(4000);
  expect([clock.moment(), clock.hasReport]).toEqual([NOW - 21_000, true]);
  clock.hear({ moment: NOW - 26_000, rate: 1.1 });
  vi.advanceTimersByTime(10_000);
  expect(clock.moment()).toBe(NOW - 15_000);
});

test('the moment of a paused picture stands', () => {
  const clock = new ViewerClock();
  clock.hear({ moment: NOW - 5000, rate: 0 });
  vi.advanceTimersByTime(60_000);
  expect(clock.moment()).toBe(NOW - 5000);
});

test('the moment goes on while a player that failed gives way to another', () => {
  const clock = new ViewerClock();
  clock.hear({ moment: NOW - 25_000, rate: 1 });
  clock.fail();
  vi.advanceTimersByTime(3000);
  expect([clock.moment(), clock.hasReport]).toEqual([NOW - 22_000, true]);
});

test('a player that fails before its first picture is a report without a moment', () => {
  const clock = new ViewerClock();
  clock.fail();
  expect([clock.moment(), clock.hasReport]).toEqual([undefined, true]);
});

test.each([
  [undefined, false],
  [{ moment: null, rate: 1 }, true],
])('without dates (%o) the moment is unknown, and whether there was a report is known', (shown, hasReport) => {
  const clock = new ViewerClock();
  clock.hear({ moment: NOW - 25_000, rate: 1 });
  clock.hear(shown);
  expect([clock.moment(), clock.hasReport]).toEqual([undefined, hasReport]);
});
