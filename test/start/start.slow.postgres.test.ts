import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openPostgres } from '../../db/dialect.ts';
import { namesSeveralHosts, withoutPassword } from '../../db/postgres/address.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { refusalOf } from '../rig/command.ts';
import { runOn } from '../rig/database/postgres.ts';
import { needDatabase, needFolder, needProcess } from '../rig/needs.ts';
import { signIn, startRefusal } from '../rig/server.ts';
import { oldSite } from '../rig/world/backups.ts';

let dataDir: string;
let databaseUrl: string;
beforeEach(async () => {
  dataDir = await needFolder();
  const fresh = await needDatabase(dataDir);
  await fresh.db.destroy();
  databaseUrl = fresh.databaseUrl ?? '';
});

async function refused(sign: RegExp): Promise<void> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const refusal = await startRefusal(env);
  expect(refusal).toMatch(/^DATABASE_URL: база postgres.* пуста, а рядом есть /);
  expect(refusal).toMatch(sign);
  for (const args of [['admin', 'list'], ['backup']]) expect(await refusalOf(args, env), args[0]).toMatch(sign);
}

test('an empty database beside copies starts no new site, and is none afterwards', async () => {
  const copy = regularName(new Date());
  await mkdir(path.join(dataDir, 'backups'));
  await writeFile(path.join(dataDir, 'backups', copy), 'x');
  await refused(new RegExp(`резервные копии .*restore ${copy}`));
  await rm(path.join(dataDir, 'backups'), { recursive: true });
  await needProcess({ dataDir, env: { DATABASE_URL: databaseUrl } });
});

test('an empty database beside pictures, or a site on SQLite that was not moved, starts no new site', async () => {
  await mkdir(path.join(dataDir, 'uploads'));
  await writeFile(path.join(dataDir, 'uploads', 'x.jpg'), 'x');
  await refused(/картинки или файлы .*сайт потерял базу/);
  await rm(dataDir, { recursive: true });
  const refusal = await startRefusal({ DATA_DIR: await oldSite(), DATABASE_URL: databaseUrl });
  expect(refusal).toMatch(/база SQLite \(.*перенесите сайт \(npm run rampa -- move\)/);
});

const SERVERS = 5;

test('five servers that start at once on an empty database make one administrator, with one password', async () => {
  const env = { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: '' };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => needProcess({ env })));
  const look = await openPostgres(databaseUrl);
  expect(await listAdmins(look)).toHaveLength(1);
  await look.destroy();
  const files = servers.map(({ dataDir: own }) => path.join(own, 'first-password')).filter(existsSync);
  expect(files).toHaveLength(1);
  const password = readFileSync(files[0] ?? '', 'utf8').trim();
  const others = servers.filter(({ dataDir: own }) => !files[0]?.startsWith(own));
  await signIn(others[0]?.origin ?? '', { username: 'admin', password });
  await expect.poll(() => files.filter(existsSync)).toEqual([]);
});

// Addresses that lead to a PostgreSQL and to nothing on which a site can lie.
const NARROW = `narrow_${process.pid}`;
const given = inject('postgresUrl');
const at = (parts: { pathname?: string; search?: string }): string => Object.assign(new URL(given), parts).href;

beforeAll(() => runOn(given, `create database ${NARROW} encoding 'WIN1251' locale 'C' template template0`));
afterAll(() => runOn(given, `drop database if exists ${NARROW} with (force)`));

test.each([
  ['a database that lacks letters', () => at({ pathname: `/${NARROW}` }), 'WIN1251'],
  ['TLS that the server has not', () => at({ search: '?sslmode=verify-full' }), 'SSL'],
  ['TLS by the name of libpq, which the driver warns of', () => at({ search: '?sslmode=require' }), 'SSL'],
  ['a certificate that is not there', () => at({ search: '?sslmode=verify-full&sslrootcert=/none.pem' }), 'none.pem'],
  ['a schema that is not there', () => at({ search: '?options=-c%20search_path%3Dnowhere' }), 'schema'],
])('%s ends the start and a move with one line', async (_name, url, said) => {
  const refusal = await startRefusal({ DATA_DIR: dataDir, DATABASE_URL: url() });
  expect(refusal).toMatch(new RegExp(`DATABASE_URL: .*${said}`));
  const lines = (await refusalOf(['move', '--to', '/tmp/rampa-never'], { DATABASE_URL: url() })).trim().split('\n');
  expect(lines).toHaveLength(1);
});

async function settingOf(name: string, address: string, statementTimeout?: number): Promise<string | undefined> {
  const db = await openPostgres(address, statementTimeout);
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
  await db.destroy();
  return rows[0]?.value;
}

test('a program is known by its own name, whatever the address calls it', async () =>
  expect(await settingOf('application_name', at({ search: '?application_name=site' }))).toMatch(/^rampa \d+ /));

test('a comma in a password or a database makes no second server, and no password of an address is shown', () => {
  const commas = ['site:a,b@db:5432/site', 'db/a,b', 'db/site?options=-c%20a%3Db,c'];
  expect(commas.filter((address) => namesSeveralHosts(`postgres://${address}`))).toEqual([]);
  const address = 'postgres://rampa:kanareika@db/rampa?password=kanareika&sslmode=verify-full';
  expect(withoutPassword(address)).toBe('postgres://rampa:***@db/rampa?password=***&sslmode=verify-full');
});

test('a server that vanishes in the middle of a change is not waited for without end, and a command that reads for long is', async () => {
  const name = 'idle_in_transaction_session_timeout';
  expect([await settingOf(name, given), await settingOf(name, given, 0)]).toEqual(['15s', '0']);
});
