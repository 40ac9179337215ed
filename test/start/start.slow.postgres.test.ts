import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../bench/rig/calls.ts';
import { openPostgres } from '../../db/dialect.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { freshDatabase } from '../rig/database/databases.ts';
import { startServer } from '../rig/server.ts';

const SERVERS = 5;

test('five servers that start at once on an empty database make one administrator, with one password', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-five-'));
  const { db, databaseUrl = '', drop } = await freshDatabase(folder);
  await db.destroy();
  const env = { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: '' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer({ env })));
  try {
    const look = await openPostgres(databaseUrl);
    expect(await listAdmins(look)).toHaveLength(1);
    await look.destroy();
    const files = servers.map(({ dataDir }) => path.join(dataDir, 'first-password')).filter(existsSync);
    expect(files).toHaveLength(1);
    const password = readFileSync(files[0] ?? '', 'utf8').trim();
    const others = servers.filter(({ dataDir }) => !files[0]?.startsWith(dataDir));
    const login = { username: 'admin', password };
    expect((await call(others[0]?.origin ?? '', 'POST', '/api/auth/login', login)).status).toBe(200);
    await expect.poll(() => files.filter(existsSync)).toEqual([]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
});
