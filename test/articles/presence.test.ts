import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import { createTeam, openConnections } from '../rig/world/editors.ts';

let t: TestApp;
let vera: TestApp['editor'];
beforeAll(async () => {
  ({ t, vera } = await createTeam());
});
afterAll(() => t.close());

const NEWS = '/api/admin/news';
const present = (slug: string) => `${NEWS}/${slug}/presence`;

/** Creates an article and gives its id. */
async function article(slug: string): Promise<number> {
  return (await t.editor('POST', NEWS, { title: 'Открыта', slug })).json().id;
}

describe('an open article', () => {
  test('tells each tab of the others, another person’s or one’s own, and never of itself', async () => {
    await article('open');
    expect((await t.editor('PUT', present('open'), { tab: 'one' })).json()).toEqual([]);
    const seenByVera = (await vera('PUT', present('open'), { tab: 'one' })).json();
    expect(seenByVera).toEqual([{ username: 'admin', tab: 'one', since: expect.any(String) }]);
    expect((await t.editor('PUT', present('open'), { tab: 'two' })).json()).toEqual([
      { username: 'admin', tab: 'one', since: seenByVera[0].since },
      { username: 'vera', tab: 'one', since: expect.any(String) },
    ]);
    expect((await t.editor('PUT', present('open'), { tab: 'one' })).json()).toHaveLength(2);
  });

  test('is known by id: a new slug loses nobody, another article has nobody', async () => {
    await article('moves');
    await article('other');
    await t.editor('PUT', present('moves'), { tab: 'one' });
    await t.editor('PUT', `${NEWS}/moves`, { slug: 'moved' });
    expect((await vera('PUT', present('moved'), { tab: 'two' })).json()).toMatchObject([{ tab: 'one' }]);
    expect((await vera('PUT', present('moves'), { tab: 'two' })).json()).toMatchObject([{ tab: 'one' }]);
    expect((await vera('PUT', present('other'), { tab: 'two' })).json()).toEqual([]);
  });

  test('answers with the article’s version, so that a tab notices a save elsewhere', async () => {
    await article('version');
    expect((await t.editor('PUT', present('version'), { tab: 'one' })).headers.etag).toBe('"1"');
    await vera('PUT', `${NEWS}/version`, { title: 'Новое' });
    expect((await t.editor('PUT', present('version'), { tab: 'one' })).headers.etag).toBe('"2"');
    expect((await t.editor('PUT', present('version'), { tab: 'one' }, { 'if-match': '"1"' })).statusCode).toBe(412);
    expect((await t.editor('DELETE', present('version'), { tab: 'one' }, { 'if-match': '"1"' })).statusCode).toBe(412);
  });

  test('is watched without a heartbeat: who opened it, who saved it last, and nobody who is silent', async () => {
    const id = await article('watched');
    const watch = async (tab = 'one') => (await t.editor('GET', `${present('watched')}?tab=${tab}`)).json();
    expect(await watch()).toMatchObject({ others: [], version: 1, savedBy: 'admin' });
    await vera('PUT', present('watched'), { tab: 'two' });
    await vera('PUT', `${NEWS}/watched`, { title: 'Её', slug: 'watched-anew' });
    const { updatedAt } = (await t.editor('GET', `${NEWS}/watched`)).json();
    const others = [{ username: 'vera', tab: 'two', since: expect.any(String) }];
    expect(await watch()).toEqual({ others, version: 2, savedBy: 'vera', savedAt: updatedAt });
    await setSeen(id, 30_000);
    expect((await watch()).others).toEqual([]);
    expect((await t.editor('GET', present('watched'))).statusCode).toBe(400);
  });

  test('is 404 once it was deleted', async () => {
    await article('deleted');
    await t.editor('PUT', present('deleted'), { tab: 'one' });
    await vera('DELETE', `${NEWS}/deleted`);
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await t.editor(method, present('deleted'), { tab: 'one' })).statusCode).toBe(404);
    }
  });
});

describe('a tab', () => {
  test('that leaves is gone, and takes no other with it', async () => {
    await article('left');
    await t.editor('PUT', present('left'), { tab: 'one' });
    await t.editor('PUT', present('left'), { tab: 'two' });
    await vera('PUT', present('left'), { tab: 'one' });
    expect((await t.editor('DELETE', present('left'), { tab: 'one' })).statusCode).toBe(204);
    expect((await t.editor('DELETE', present('left'), { tab: 'one' })).statusCode).toBe(204);
    const others = (await vera('PUT', present('left'), { tab: 'three' })).json();
    expect(others.map(({ username, tab }: { username: string; tab: string }) => `${username} ${tab}`)).toEqual([
      'admin two',
      'vera one',
    ]);
  });

  test('that was silent for 30 s is gone, and comes back as a new one', async () => {
    const id = await article('silent');
    await t.editor('PUT', present('silent'), { tab: 'one' });
    await setSeen(id, 29_000);
    const [before] = (await vera('PUT', present('silent'), { tab: 'two' })).json();
    expect(before).toMatchObject({ username: 'admin', tab: 'one' });
    await setSeen(id, 30_000);
    expect((await vera('PUT', present('silent'), { tab: 'two' })).json()).toEqual([]);
    await t.editor('PUT', present('silent'), { tab: 'one' });
    const [after] = (await vera('PUT', present('silent'), { tab: 'two' })).json();
    expect(Date.parse(after.since)).toBeGreaterThan(Date.parse(before.since));
  });

  test('that speaks many times at once is there once', async () => {
    await article('noisy');
    await openConnections(t);
    const calls = Array.from({ length: 10 }, () => t.editor('PUT', present('noisy'), { tab: 'one' }));
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect((await vera('PUT', present('noisy'), { tab: 'two' })).json()).toHaveLength(1);
  });

  test.each([{}, { tab: '' }, { tab: 5 }, { tab: 'а' }, { tab: 'x'.repeat(65) }, { tab: 'a b' }])(
    '%j has no name: 400',
    async (body) => {
      await article('nameless');
      for (const method of ['PUT', 'DELETE'] as const) {
        const refused = await t.editor(method, present('nameless'), body);
        expect(refused.statusCode).toBe(400);
        expect(refused.json().fields).toHaveProperty('tab');
      }
    },
  );

  test('opening and leaving changes nothing in the article', async () => {
    await article('untouched');
    const before = (await t.editor('GET', `${NEWS}/untouched`)).json();
    await vera('PUT', present('untouched'), { tab: 'one' });
    await vera('DELETE', present('untouched'), { tab: 'one' });
    expect((await t.editor('GET', `${NEWS}/untouched`)).json()).toEqual(before);
  });
});

/** As if everybody in the article had been silent for so long, in ms. */
async function setSeen(id: number, silent: number): Promise<void> {
  const seen_at = new Date(Date.now() - silent).toISOString();
  await t.store.db.updateTable('presence').set({ seen_at, opened_at: seen_at }).where('article_id', '=', id).execute();
}
