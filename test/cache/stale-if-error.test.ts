import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createResponse } from '../../http/cache/response.ts';
import { StaleIfError } from '../../http/cache/stale-if-error.ts';
import { needSite } from '../rig/needs.ts';

const AWAY = Object.assign(new Error('took too long'), { code: '57014' });

const t = await needSite();

/** Copies with one of an address, on a database whose answers fail when told to. */
function copiesOnHold() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>();
  const db = t.store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => {
      hasAnswered();
      return promise;
    },
  });
  const copies = new StaleIfError(db);
  const answer = createResponse(Buffer.from('good'), {});
  copies.keep(
    { target: '/news', partition: 'pages' },
    { response: answer, generation: 0, madeAt: 0, until: Infinity, expiresAt: Infinity },
  );
  const fail = async () => {
    await answered;
    reject(AWAY);
    await turn();
  };
  return { copies, fail };
}

describe('while it is not known whether the database is there', () => {
  test('a question that fails says that it is away', async () => {
    const { copies, fail } = copiesOnHold();
    copies.inPlaceOf('/news', AWAY);
    expect(copies.whileAway('/news')).toBeUndefined();
    await fail();
    expect(copies.whileAway('/news')).toBeDefined();
  });

  test('one that fails after a change was saved meanwhile says nothing', async () => {
    const { copies, fail } = copiesOnHold();
    copies.inPlaceOf('/news', AWAY);
    copies.afterChange({ topic: 'news' }, 1);
    await fail();
    expect(copies.whileAway('/news')).toBeUndefined();
  });

  test('a reading that fails says it only when it began after the last change', () => {
    const { copies } = copiesOnHold();
    expect(copies.afterFailedRead('/news', false)).toBeDefined();
    expect(copies.whileAway('/news')).toBeUndefined();
    copies.afterFailedRead('/news', true);
    expect(copies.whileAway('/news')).toBeDefined();
  });
});

const added = (expires_at: string | null) =>
  ({
    topic: 'news',
    move: { to: { id: 1, date: '2031-01-01', publish_at: null, expires_at, deleted_at: null } },
  }) as const;

test.each([
  ['stays when an article is added', added(null), true],
  ['goes when one is added that has an end, of which it may not know', added('2031-01-02T00:00:00.000Z'), false],
  ['stays when a partner is added', { topic: 'site-content' }, true],
  ['goes when one is withdrawn', { topic: 'site-content', isWithdrawal: true }, false],
  ['stays when a step of the results is revealed', { topic: 'results' }, true],
  ['goes when one is taken back', { topic: 'results', isWithdrawal: true }, false],
  ['stays when somebody else is on stage', { topic: 'stage' }, true],
] as const)('a copy %s', (_what, change, stays) => {
  const { copies } = copiesOnHold();
  copies.afterChange(change, 1);
  expect(copies.inPlaceOf('/news', new Error('broken')) !== undefined).toBe(stays);
});
