import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordBackup, recordElsewhere } from '../../ops/backup/state.ts';
import { addJob, claimJob, finishJob } from '../../ops/jobs.ts';
import { parseValues, type Value } from '../../ops/metrics/text.ts';
import { VERSION } from '../../version.ts';
import { ADMIN } from '../rig/app.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { needProcess, needSite } from '../rig/needs.ts';
import { openDatabaseOf } from '../rig/server.ts';
import { foundIn } from '../rig/words.ts';

const TOKEN = 'only-for-prometheus';
const ABROAD = '203.0.113.7';

const site = await needSite({ METRICS_TOKEN: TOKEN, TRUST_PROXY: '198.51.100.0/24' });
const plain = await needSite();

function ask(remoteAddress: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url: '/metrics', remoteAddress, headers });
}

async function measured(): Promise<(name: string, labels?: Record<string, string>) => number | undefined> {
  const values = parseValues((await ask('127.0.0.1')).body);
  const fits = (each: Value, labels: Record<string, string>) =>
    Object.entries(labels).every(([name, value]) => each.labels[name] === value);
  return (name, labels = {}) => values.find((each) => each.name === name && fits(each, labels))?.value;
}

async function risen(): Promise<(name: string, labels?: Record<string, string>) => Promise<number>> {
  const before = await measured();
  return async (...figure) => ((await measured())(...figure) ?? 0) - (before(...figure) ?? 0);
}

test('the figures are for this machine and for the bearer of the token', async () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect((await ask(address)).statusCode, address).toBe(200);
  expect((await ask(ABROAD, { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200);
  const proxied = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': ABROAD };
  expect((await ask('127.0.0.1', proxied)).statusCode).toBe(200);
});

test('the figures are for nobody else, and for nobody abroad where no token was set: the address does not exist', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer wrong', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
    const refused = await ask(ABROAD, authorization ? { authorization } : {});
    expect(refused.statusCode, authorization).toBe(404);
    expect(refused.body).not.toContain('rampa_');
  }
  // An administrator's token is no such bearer.
  const admin = await site.app.inject({ url: '/metrics', remoteAddress: ABROAD, headers: await signedIn() });
  expect(admin.statusCode).toBe(404);
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }])
    expect((await plain.app.inject({ url: '/metrics', remoteAddress: ABROAD, headers })).statusCode).toBe(404);
});

test('the figures are with the version on /healthz, which tells others only that the server lives', async () => {
  const health = async (remoteAddress: string, headers = {}) =>
    (await site.app.inject({ url: '/healthz', remoteAddress, headers })).json();
  expect(await health('127.0.0.1')).toEqual({ status: 'ok', version: VERSION });
  expect(await health(ABROAD, { authorization: `Bearer ${TOKEN}` })).toEqual({ status: 'ok', version: VERSION });
  expect(await health(ABROAD)).toEqual({ status: 'ok' });
  expect(await health('127.0.0.1', { 'x-forwarded-for': ABROAD })).toEqual({ status: 'ok' });
});

test('the figures are not for those for whom a proxy on this machine asks', async () => {
  const usual = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto', 'X-Forwarded-Host'];
  for (const name of [...usual, 'X-Forwarded-Port', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP'])
    expect((await ask('127.0.0.1', { [name]: 'x' })).statusCode, name).toBe(404);
  expect((await ask('198.51.100.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
});

test('the text is not kept by anybody and says what is measured in base units', async () => {
  const answer = await ask('127.0.0.1');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const names = new Set(parseValues(answer.body).map(({ name }) => name));
  expect([...names].filter((name) => /_(ms|milliseconds|kb|mb|percent)(_|$)/.test(name))).toEqual([]);
});

test('requests are counted by their kind and status', async () => {
  const rise = await risen();
  await site.visitor('GET', '/api/news');
  await site.visitor('GET', '/api/news');
  await site.visitor('GET', '/api/news/nothing');
  await site.visitor('GET', '/news');
  await site.editor('PUT', '/api/vote-settings', { title: 'Голосуем' });
  await site.visitor('PUT', '/api/vote-settings', { title: 'Чужое' });
  // The second reading was ready in memory.
  const answers = ['api_read 200', 'finished 200', 'api_read 404', 'page 200', 'api_write 200', 'api_write 401'];
  for (const [kind = '', status = ''] of answers.map((each) => each.split(' ')))
    expect([kind, status, await rise('rampa_http_requests_total', { class: kind, status })]).toEqual([kind, status, 1]);
  expect(await rise('rampa_http_request_duration_seconds_count', { class: 'page' })).toBe(1);
  expect(await rise('rampa_cache_hits_total')).toBe(1);
});

test('logins are counted by what came of them', async () => {
  const rise = await risen();
  await signedIn();
  const wrong = { username: 'admin', password: 'не тот пароль вовсе' };
  for (let tries = 0; tries < 6; tries += 1) await site.visitor('POST', '/api/auth/login', wrong);
  const results = ['ok', 'wrong', 'throttled'].map((result) => rise('rampa_logins_total', { result }));
  expect(await Promise.all(results)).toEqual([1, 5, 1]);
});

test('the database, the pictures and the process are among the figures', async () => {
  const value = await measured();
  expect(value('rampa_database_up')).toBe(1);
  expect(value('rampa_database_info', { kind: isOnPostgres ? 'postgresql' : 'sqlite' })).toBe(1);
  expect(value('rampa_database_size_bytes')).toBeGreaterThan(4096);
  expect([value('rampa_pictures_child_crashes_total'), value('rampa_event_clients_max')]).toEqual([0, 10_000]);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(value('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1000 + 1);
});

async function signedIn(): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await site.visitor('POST', '/api/auth/login', ADMIN)).json().token}` };
}

/** What Prometheus adds to everything it scrapes. */
const OTHERS = ['up'];
/** What is known of the file of SQLite only. */
const OF_FILES = ['rampa_database_sound'];

test('dashboard and alerts ask for nothing that is not measured', async () => {
  // The folder is away, so nothing is copied over what is recorded here.
  const own = { BACKUP_TO: '/nowhere/copies', ALERT_URL: 'http://127.0.0.1:1/', ALERT_SECRET: 'a-secret-for-tests' };
  const server = await needProcess({ env: own });
  const db = await openDatabaseOf(server);
  await addJob(db, 'any', new Date(0));
  const claim = await claimJob(db, 'any');
  if (claim) await finishJob(db, claim, (now) => now);
  const at = new Date().toISOString();
  const backup = { at, file: '/backup', host: 'here', bytes: 1, pictures: 0, articles: 0, took: 1 };
  await recordBackup(db, { backup, drill: { at, file: '/backup', madeAt: at, problem: null } });
  const newest = { name: '', madeAt: at, bytes: 1 };
  await recordElsewhere(db, { copied: { at, to: '/nowhere/copies', host: 'here', mount: '/', count: 1, newest } });
  await db.destroy();
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const measured = new Set([...parseValues(text).map(({ name }) => name), ...OTHERS]);
  const asked = [...dashboardQueries(), ...alertQueries()].flatMap(namesIn);
  expect(asked.length).toBeGreaterThan(50);
  expect([...new Set(asked)].filter((name) => !measured.has(name))).toEqual(isOnPostgres ? OF_FILES : []);
});

function dashboardQueries(): string[] {
  type Dashboard = { panels: { targets: { expr: string }[] }[] };
  const { panels }: Dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8'));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

function alertQueries(): string[] {
  return foundIn(readFileSync('deploy/alerts.yml', 'utf8'), /^ +expr: (.+)$/gm);
}

function namesIn(expr: string): string[] {
  const bare = expr.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
  return foundIn(bare, /\b[a-z_][a-z0-9_]*\b(?!\s*\()/g).filter((name) => !/^(by|unless|e\d)$/.test(name));
}
