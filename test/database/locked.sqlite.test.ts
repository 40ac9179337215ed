import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { createTestApp } from '../rig/app.ts';

const SESSIONS = '/api/admin/sessions';

test('a session stays good while another program has locked the database', async () => {
  const t = await createTestApp();
  const other = openSqlite(path.join(t.config.dataDir, 'rampa.sqlite'));
  const hourAgo = new Date(Date.now() - 3600 * 1000).toISOString();
  await t.store.db.updateTable('sessions').set({ last_used_at: hourAgo }).execute();
  await other.transaction().execute(async () => {
    expect((await t.editor('GET', '/api/admin/me')).statusCode).toBe(200);
  });
  await other.destroy();
  expect((await t.editor('GET', SESSIONS)).json()[0].lastUsedAt > hourAgo).toBe(true);
  await t.close();
});
