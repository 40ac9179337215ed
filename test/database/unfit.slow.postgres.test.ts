import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPostgres } from '../../db/dialect.ts';
import { namesSeveralHosts, withoutPassword } from '../../db/postgres/address.ts';
import { startCommand } from '../rig/command.ts';
import { runOn } from '../rig/database/postgres.ts';
import { startServer } from '../rig/server.ts';

// Addresses that lead to a PostgreSQL and to nothing on which a site can lie.
const NAME = `narrow_${process.pid}`;
const given = inject('postgresUrl');

beforeAll(() => runOn(given, `create database ${NAME} encoding 'WIN1251' locale 'C' template template0`));
afterAll(() => runOn(given, `drop database if exists ${NAME} with (force)`));

test.each([
  ['a database that lacks letters', () => at({ pathname: `/${NAME}` }), 'WIN1251'],
  ['TLS that the server has not', () => at({ search: '?sslmode=verify-full' }), 'SSL'],
  ['TLS by the name of libpq, which the driver warns of', () => at({ search: '?sslmode=require' }), 'SSL'],
  ['a certificate that is not there', () => at({ search: '?sslmode=verify-full&sslrootcert=/none.pem' }), 'none.pem'],
  ['a schema that is not there', () => at({ search: '?options=-c%20search_path%3Dnowhere' }), 'schema'],
])('%s ends the start and a move with one line', async (_name, url, said) => {
  const start = await startServer({ env: { DATABASE_URL: url() } }).catch((error: Error) => error.message.trim());
  expect(start).toMatch(new RegExp(`DATABASE_URL: [^\\n]*${said}[^\\n]*$`));
  const { code, err } = await startCommand(['move', '--to', '/tmp/rampa-never'], { DATABASE_URL: url() }).ended;
  expect([code, err.trim().split('\n').length, err.includes('\n    at ')]).toEqual([1, 1, false]);
});

test('a program is known by its own name, whatever the address calls it', async () => {
  const db = await openPostgres(at({ search: '?application_name=site' }));
  const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`
    .execute(db)
    .finally(() => db.destroy());
  expect(rows[0]?.name).toMatch(/^rampa \d+ /);
});

test('a comma in a password or a database makes no second server, and no password of an address is shown', () => {
  const commas = ['site:a,b@db:5432/site', 'db/a,b', 'db/site?options=-c%20a%3Db,c'];
  expect(commas.filter((address) => namesSeveralHosts(`postgres://${address}`))).toEqual([]);
  const address = 'postgres://rampa:kanareika@db/rampa?password=kanareika&sslmode=verify-full';
  expect(withoutPassword(address)).toBe('postgres://rampa:***@db/rampa?password=***&sslmode=verify-full');
});

test('a server that vanishes in the middle of a change is not waited for without end, and a command that reads for long is', async () => {
  const limitOf = async (statementTimeout?: number) => {
    const db = await openPostgres(given, statementTimeout);
    const setting = sql<{ value: string }>`select current_setting('idle_in_transaction_session_timeout') as value`;
    return (await setting.execute(db).finally(() => db.destroy())).rows[0]?.value;
  };
  expect([await limitOf(), await limitOf(0)]).toEqual(['15s', '0']);
});

const at = (parts: { pathname?: string; search?: string }): string => Object.assign(new URL(given), parts).href;
