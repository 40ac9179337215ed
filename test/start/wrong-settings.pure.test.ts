import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { warnOfMisspelt } from '../../config/settings.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../errors.ts';
import { trustOf } from '../../ops/proxy-detection.ts';
import { groupsIn } from '../rig/cases.ts';
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

const WRONG = groupsIn('start/wrong-settings.txt').flatMap(([said = '', ...lines]) =>
  lines.map((line) => [line, said] as const),
);

test.each(WRONG)('what a server says of wrong settings %s is named in one line', (line, name) => {
  const env = parseEnv(line.replaceAll(/ (?=[A-Z_]+=)/g, '\n'));
  expect(refusalOf(env).split('\n')).toEqual([expect.stringContaining(name)]);
});

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
    expect([length, body, trustOf(trustProxy)(address)]).toEqual([length, '192.0.2.7', true]);
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

const WITHOUT_EFFECT = 'is no setting of rampa and has no effect';
const OTHERS = `RAMPA_COMMAND RAMPA_HOME RAMPA_ENV RAMPA_USER PORTS HOSTNAME PROXY ADMIN DATABASE_HOST DATABASE_URL_FILE
  PUBLIC_IP XAUTHORITY_FILE`.split(/\s+/);

test('a setting with a letter wrong, our name in front, or of a file where none is taken is named with the one that was meant, one that does not exist with those that begin alike, variables of other programs are not', () => {
  const misspelt = {
    ...{ RAMPA_DATA_DIR: 'DATA_DIR', RAMPA_BACKUPDIR: 'BACKUP_DIR', PORTT: 'PORT', PORT_FILE: 'PORT' },
    ...{ PUBLIC_URL_FILE: 'PUBLIC_URL', DATABSE_URL_FILE: 'DATABASE_URL' },
    ...{ BACKUPDIR: 'BACKUP_DIR', LOGLEVEL: 'LOG_LEVEL', PUBLIC_ULR: 'PUBLIC_URL' },
  };
  const names = [...OTHERS, ...Object.keys(misspelt), 'BACKUP_KEEP', 'RAMPA_THEME'];
  expect(warnOfMisspelt(Object.fromEntries(names.map((name) => [name, '/x'])))).toEqual([
    ...Object.entries(misspelt).map(([name, meant]) => `${name} ${WITHOUT_EFFECT}: ${meant} was probably meant.`),
    `BACKUP_KEEP ${WITHOUT_EFFECT}: there is BACKUP_DIR, BACKUP_TO.`,
    `RAMPA_THEME ${WITHOUT_EFFECT}: README.md lists the settings.`,
  ]);
});
