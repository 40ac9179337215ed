import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { openDatabaseOf } from '../rig/server.ts';
import { watchContent } from './content.ts';

test('a change of the content is seen, and what a refused request may touch is none', async () => {
  const t = await needSite();
  const beside = await openDatabaseOf(t.config);
  const content = await watchContent(beside);
  expect(await content.hasChanged()).toBe(false);
  await t.store.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - 60_000).toISOString() })
    .execute();
  expect(await content.hasChanged()).toBe(false);
  expect((await t.editor('POST', '/api/admin/news', { title: 'Новая', content: '<p>Текст</p>' })).statusCode).toBe(201);
  expect(await content.hasChanged()).toBe(true);
  await content.remember();
  expect(await content.hasChanged()).toBe(false);
  await beside.destroy();
});
