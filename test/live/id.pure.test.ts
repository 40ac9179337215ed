import { expect, test } from 'vitest';
import type { Db } from '../../db/tables.ts';
import { LiveClock } from '../../http/live/clock.ts';
import { isForeign, isOlder, parseId } from '../../model/live/id.ts';

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
  expect(await since('aaaaaaaa.11')).toEqual(['site-content {}']);
  expect(await since('aaaaaaaa.12')).toEqual([]);
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
