import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { warnOfMisspelt } from '../../config/settings.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../errors.ts';
import { trustOf } from '../../ops/proxy-detection.ts';
import { failToStart } from '../rig/server.ts';

function refusalOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error('It is taken.');
}

const WRONG: Record<string, string[]> = {
  PORT: ['abc', '70000'],
  HOST: ['bad host'],
  BACKUP_TO: ['copies', ':sftp,host=x,pass=y:copies'],
  DATABASE_URL: ['mysql://x', 'postgres://site:100%zz@db/site'],
  ADMIN_PASSWORD: ['short'],
  PUBLIC_URL: ['example.org', 'https://example.org/site'],
  TRUST_PROXY: ['1', '10.0.0.0/33'],
  STREAM_PLAYER_URL: ['http://player.example/', 'https://a;script-src/'],
  STREAM_HLS_URL: ['live.m3u8'],
  PLAYER_HOSTS: ['https://x.example/'],
  SITE_TIME_ZONE: ['Moscow'],
  LOG_LEVEL: ['loud'],
};

test.each<[NodeJS.ProcessEnv, string]>([
  ...Object.entries(WRONG).flatMap(([name, all]) =>
    all.map((value): [NodeJS.ProcessEnv, string] => [{ [name]: value }, name]),
  ),
  [{ BACKUP_DIR: '/srv/copies', BACKUP_TO: '/srv/copies/' }, 'BACKUP_TO'],
  [{ DATA_DIR: '/tmp/rampa-wrong', BACKUP_TO: '/tmp/rampa-wrong/sub' }, 'внутри DATA_DIR (/tmp/rampa-wrong)'],
  [{ DATABASE_URL: 'postgres://site@one,two/site' }, 'DATABASE_URL называет несколько серверов'],
  [{ DATABASE_URL: 'postgres://one:5432,two:5432/site' }, 'DATABASE_URL называет несколько серверов'],
  [{ DATABASE_URL: 'postgres://site@/site?host=one,two' }, 'DATABASE_URL называет несколько серверов'],
  ...['0.0.0.0/0', '10.0.0.0/00', '::/0', '127.0.0.1,10.0.0.0/0', '::ffff:0:0/96', '::FFFF:10.0.0.1/8'].map(
    (all): [NodeJS.ProcessEnv, string] => [{ TRUST_PROXY: all }, 'это все адреса сразу'],
  ),
  ...['loopback', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '010.0.0.1', '::1/129', '10.0.0.0/255.0.0.0'].map(
    (no): [NodeJS.ProcessEnv, string] => [{ TRUST_PROXY: no }, `TRUST_PROXY содержит «${no}»`],
  ),
  [{ HSTS_SUBDOMAINS: 'maybe' }, 'HSTS_SUBDOMAINS — «maybe»'],
  [{ ADMIN_PASSWORD: 'x'.repeat(20), ADMIN_PASSWORD_FILE: '/x' }, 'ADMIN_PASSWORD и ADMIN_PASSWORD_FILE заданы вместе'],
  [{ DATABASE_URL: 'postgres://a@b/c', DATABASE_URL_FILE: '/x' }, 'DATABASE_URL и DATABASE_URL_FILE заданы вместе'],
  [{ INDEXNOW_URL: 'http://engine.example/indexnow' }, 'INDEXNOW_URL: нужен адрес https://'],
  [{ INDEXNOW_URL: 'https://engine.example/indexnow' }, 'INDEXNOW_URL: задайте и PUBLIC_URL'],
  [{ METRICS_TOKEN: 'two words and some more' }, 'METRICS_TOKEN содержит знаки'],
  [{ METRICS_TOKEN: 'fifteen-letters' }, 'METRICS_TOKEN: длина — 15'],
  [{ DATABASE_URL_FILE: '/nonexistent/address' }, 'DATABASE_URL_FILE: файл /nonexistent/address не читается'],
])('what a server says of wrong settings %j is named in one line', (env, name) =>
  expect(refusalOf(env).split('\n')).toEqual([expect.stringContaining(name)]),
);

test('a server with wrong settings says so of all at once, each in a line of its own, and exits with 1', async () => {
  const wrong = { PORT: 'abc', PUBLIC_URL: 'example.org', TRUST_PROXY: '1', METRICS_TOKEN: 'abc', LOG_LEVEL: 'loud' };
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'rampa-wrong-'));
  const { code, stdout, stderr } = await failToStart({ DATA_DIR, ...wrong });
  const named = stderr.trim().split('\n');
  expect([code, named.map((line) => line.split(/[: ]/)[0])]).toEqual([1, Object.keys(wrong)]);
  expect(stdout).not.toContain('listening');
});

test.each([
  ['IPv4', '10.0.0.1', 32],
  ['IPv6', 'fd00::1', 128],
])('every length of a network of %s proxies is taken by the server', async (_family, address, longest) => {
  for (let length = 1; length <= longest; length += 1) {
    const { trustProxy } = readConfig({ TRUST_PROXY: `${address}/${length}` });
    const app = Fastify({ trustProxy });
    app.get('/', async ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const { body } = await app.inject({ url: '/', headers, remoteAddress: address });
    expect([length, body]).toEqual([length, '192.0.2.7']);
    expect(trustOf(trustProxy)(address)).toBe(true);
  }
});

test('secrets may stand in files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-secrets-'));
  const inFile = (name: string, value: string) => {
    writeFileSync(path.join(folder, name), value);
    return path.join(folder, name);
  };
  const files = {
    DATABASE_URL_FILE: inFile('address', 'postgres://site:x@db/site\n'),
    ADMIN_PASSWORD_FILE: inFile('password', ' верный пароль \n'),
    METRICS_TOKEN_FILE: inFile('token', 'kanareika-metrics'),
  };
  const secrets = { adminPassword: ' верный пароль ', metricsToken: 'kanareika-metrics' };
  expect(readConfig(files)).toMatchObject({ databaseUrl: 'postgres://site:x@db/site', ...secrets });
  const databaseUrl = 'postgres://other@db/site';
  expect(readConfig({ DATABASE_URL: databaseUrl, DATABASE_URL_FILE: ' ' })).toMatchObject({ databaseUrl });
});

test('a setting with our name in front is named as misspelt, variables of the launchers are not', () => {
  const others = { RAMPA_COMMAND: 'sudo rampa', RAMPA_HOME: '/opt', RAMPA_ENV: '/etc/rampa.env', RAMPA_USER: 'rampa' };
  expect(warnOfMisspelt({ ...others, RAMPA_DATA_DIR: '/srv', RAMPA_BACKUPDIR: '/srv' })).toEqual([
    'RAMPA_DATA_DIR is no setting of rampa and has no effect: DATA_DIR was probably meant.',
    'RAMPA_BACKUPDIR is no setting of rampa and has no effect: BACKUP_DIR was probably meant.',
  ]);
});

test('a short name with its last letter twice is named as misspelt, and a file for a setting that takes none', () => {
  const others = { PORTS: '1', HOSTNAME: 'box', XAUTHORITY_FILE: '/x', DATABASE_URL_FILE: '/x' };
  const wrong = { PORTT: '1', PORT_FILE: '/x', PUBLIC_URL_FILE: '/x', DATABSE_URL_FILE: '/x' };
  expect(warnOfMisspelt({ ...others, ...wrong })).toEqual(
    ['PORTT: PORT', 'PORT_FILE: PORT', 'PUBLIC_URL_FILE: PUBLIC_URL', 'DATABSE_URL_FILE: DATABASE_URL'].map((pair) =>
      pair.replace(/: .*/, ' is no setting of rampa and has no effect$& was probably meant.'),
    ),
  );
});

test('a setting that does not exist is named with those that begin alike, variables of other programs are not', () => {
  const others = { HOSTNAME: 'box', DATABASE_HOST: 'db', PUBLIC_IP: '192.0.2.1', ADMIN: 'x', BACKUP_DIR: '/srv' };
  expect(warnOfMisspelt({ ...others, BACKUP_KEEP: '5', RAMPA_THEME: 'dark' })).toEqual([
    'BACKUP_KEEP is no setting of rampa and has no effect: there is BACKUP_DIR, BACKUP_TO.',
    'RAMPA_THEME is no setting of rampa and has no effect: README.md lists the settings.',
  ]);
});
