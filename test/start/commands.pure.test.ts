import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS, rampa } from '../../cli/rampa.ts';
import { SETTINGS } from '../../config/settings.ts';
import { migrations } from '../../db/migrations/index.ts';
import { VERSION } from '../../version.ts';
import { groupsIn } from '../rig/cases.ts';
import { foundIn } from '../rig/words.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const NAMES = COMMANDS.map(({ name }) => name);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** In this process: a program of its own would take half a second for each. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const into = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    said[stream] += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  const code = await rampa(args);
  vi.restoreAllMocks();
  return { code, ...said };
}

test('help of everything names each command', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, out, err } = await run(...args);
    expect([code, err]).toEqual([0, '']);
    for (const name of NAMES) expect(out).toContain(`rampa ${name} `);
  }
});

test('what cannot be written ends in no stack: a reader that has seen enough is none of its business, a full disk is', () => {
  const order = '"$0" --import ./boot/runtime.mjs cli/rampa.ts config';
  const written = (to: string) =>
    spawnSync('bash', ['-c', `${order} ${to}`, process.execPath], { cwd: ROOT, encoding: 'utf8' });
  expect(written('| true; exit $PIPESTATUS')).toMatchObject({ status: 0, stderr: '' });
  const full = { status: 1, stderr: 'Ответ команды не записан: на диске не осталось места.\n' };
  if (existsSync('/dev/full')) expect(written('> /dev/full')).toMatchObject(full);
});

test.each(NAMES)('help of %s is in Russian, on stdout, and no wrong use', async (name) => {
  const { code, out, err } = await run(name, '--help');
  expect([code, err, out]).toEqual([0, '', expect.stringMatching(/[а-яё]{3}/)]);
  expect(out).toContain(`rampa ${name}`);
  expect(await run(name, '-h')).toEqual({ code, out, err });
  expect(await run('help', name)).toEqual({ code, out, err });
});

test('the version is told, alone or with its commit, Node and the schema it knows', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: `rampa ${VERSION}\n`, err: '' });
  const { code, out } = await run('version', '--json');
  const schema = Object.keys(migrations).at(-1);
  const commit: string = JSON.parse(out).commit;
  expect([code, JSON.parse(out)]).toEqual([0, { version: VERSION, commit, node: process.versions.node, schema }]);
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect((await run('version')).out.split('\n')).toEqual([
    `rampa ${VERSION}`,
    `коммит: ${commit}`,
    `Node.js ${process.versions.node}`,
    `устройство базы: ${schema}`,
    '',
  ]);
});

test('the settings are shown with where they come from, and no secret is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-settings-'));
  const secret = 'kanareika-kanareika';
  writeFileSync(path.join(folder, 'password'), secret);
  const addresses = {
    ALERT_URL: `https://alerts.example/${secret}`,
    DATABASE_URL: `postgres://site:${secret}@db/site`,
  };
  const places = { DATA_DIR: './here', ADMIN_PASSWORD_FILE: path.join(folder, 'password') };
  const given = { ...addresses, ...places, METRICS_TOKEN: secret, ALERT_SECRET: secret };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  const { code, out, err } = await run('config');
  expect([code, err]).toEqual([0, '']);
  expect(out).not.toContain(secret);
  const rows = out.split('\n').map((line) => line.split(/ {2,}/).join(' | '));
  const some = [
    'PORT | 3000 | по умолчанию',
    `DATA_DIR | ${path.resolve('here')} | из переменной`,
    'DATABASE_URL | postgres://site:***@db/site | из переменной',
    `ADMIN_PASSWORD | задан | из файла ${path.join(folder, 'password')}`,
    'METRICS_TOKEN | задан | из переменной',
    ...['PUBLIC_URL | — | не задано', 'TRUST_PROXY | — | не задано'],
  ];
  expect(rows).toEqual(expect.arrayContaining(some));
  const { settings } = JSON.parse((await run('config', '--json')).out);
  expect(settings).toContainEqual({ name: 'METRICS_TOKEN', value: 'задан', from: 'environment' });
  expect(settings).toContainEqual({ name: 'PORT', value: '3000', from: 'default' });
  vi.stubEnv('PORT', '0');
  expect((await run('config')).out).toMatch(/^PORT +0 +из переменной$/m);
});

test('the settings that are wrong are each named and end it with 1, those that look misspelt are named alone', async () => {
  vi.stubEnv('DATADIR', '/srv');
  expect(await run('config')).toMatchObject({ code: 0, err: expect.stringContaining('Может быть, DATA_DIR?') });
  vi.stubEnv('PORT', 'abc');
  vi.stubEnv('METRICS_TOKEN', 'short');
  const { code, out, err } = await run('config');
  expect([code, out]).toEqual([1, expect.stringMatching(/^PORT +ОШИБКА +из переменной$/m)]);
  expect(err).toMatch(/^PORT — «abc»: .*\nMETRICS_TOKEN: длина — 5.*\nПеременная DATADIR .*\n$/);
  const shown = await run('config', '--json');
  expect([shown.code, JSON.parse(shown.out)]).toMatchObject([1, { problems: { length: 2 }, warnings: { length: 1 } }]);
  const problem = expect.stringContaining('abc');
  expect(JSON.parse(shown.out).settings).toContainEqual({ name: 'PORT', value: null, from: 'environment', problem });
});

test('the settings of the server are all there, those of README.md', () => {
  const cells = foundIn(read('README.md'), /^\| (`[A-Z][^|]*) \|/gm);
  const named = cells.flatMap((cell) => foundIn(cell, /`(\w+)`/g));
  expect(SETTINGS.map(({ name }) => name)).toEqual(named);
});

const wrongUses = groupsIn('start/wrong-uses.txt', '', { TMP: tmpdir() }).flatMap(([said = '', ...lines]) =>
  lines.map((line) => [line, said] as const),
);

test.each(wrongUses)(
  'wrong use ends with 2, a sentence of what is wrong, and the usage rampa %s',
  async (line, said) => {
    const { code, out, err } = await run(...(line ? line.split(' ') : []));
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)]);
    expect(err).toContain('--help');
    // The whole help is asked for by --help.
    if (line) expect(err).not.toMatch(/Примеры:|Код завершения/);
    const [name = ''] = line.split(' ');
    if (NAMES.includes(name)) expect(err.split('\n')[2]).toMatch(new RegExp(`^rampa ${name}( |$)`));
  },
);

test.each(['import', 'import a b', 'import --jsn x', 'import --undo'])(
  'wrong use of rampa %s ends with 1: 2 would say that texts came with losses',
  async (line) =>
    expect(await run(...line.split(' '))).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--help') }),
);

test('upgrade and rollback say where they cannot work', async () => {
  for (const line of ['upgrade x.tar.zst', 'rollback'])
    expect(await run(...line.split(' '))).toMatchObject({ code: 1, err: expect.stringMatching(/из git|docs\/ru/) });
});

test('a wrong setting ends every command with 1 and the name of the variable', async () => {
  vi.stubEnv('PORT', 'abc');
  const some = ['admin list', 'backup', 'backup list', 'restore x.tar', 'move --to sqlite', 'export x'];
  for (const line of [...some, 'doctor', 'rehearse']) {
    const { code, out, err } = await run(...line.split(' '));
    expect([line, code, out, err]).toEqual([line, 1, '', expect.stringMatching(/^PORT — «abc»: .*\n$/)]);
  }
});

test('the copies of a folder are listed with their time and size, newest first, and nothing else of it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-copies-'));
  vi.stubEnv('BACKUP_DIR', folder);
  expect((await run('backup', 'list')).out).toBe(`В папке ${folder} ещё нет ни одной копии.\n`);
  const [old, fresh] = ['rampa-2025-07-19T01-12-45Z.tar', 'rampa-2025-07-20T01-12-45Z.tar'];
  const before = 'rampa-before-2.0.0-0007-2025-07-18T10-00-00Z.tar';
  for (const name of [before, fresh, 'notes.txt']) writeFileSync(path.join(folder, name), 'x'.repeat(1_500_000));
  writeFileSync(path.join(folder, old), 'x'.repeat(45_100));
  expect((await run('backup', 'list')).out.split('\n')).toEqual([
    `Копии в папке ${folder}:`,
    `  20.07.2025, 04:12     1,4\u00a0МБ  ${fresh}`,
    `  19.07.2025, 04:12      44\u00a0КБ  ${old}`,
    'Копии перед сменой версии, без картинок и файлов:',
    `  18.07.2025, 13:00     1,4\u00a0МБ  ${before}`,
    '',
  ]);
  vi.stubEnv('BACKUP_DIR', path.join(folder, 'notes.txt'));
  const err = expect.stringContaining('лежит файл, а не папка');
  expect(await run('backup', 'list')).toMatchObject({ code: 1, err });
});

const papers = [...globSync('{docs/ru,deploy}/**/*.{md,yml,yaml}', { cwd: ROOT }), 'docs/operations.md', 'README.md'];
const COMMAND = /(?:sudo rampa|site-1 rampa|npm run rampa --|bin\/rampa) ([^`"#\n]+?)(?:\. |[`"#]|$)/gm;

test.each(papers)('the papers name commands that exist, with words and options that they take %s', async (paper) => {
  // Parsed commands end with 1 here, unparsed ones with 2.
  vi.stubEnv('PORT', 'abc');
  vi.stubEnv('MOVE_TO', 'sqlite');
  for (const line of foundIn(read(paper), COMMAND)) {
    const args = line.trim().split(/\s+/);
    if (['start', 'demo'].includes(args[0] ?? '')) continue;
    const { code, err } = await run(...args);
    expect([`${paper}: rampa ${line}`, code], err).not.toEqual([`${paper}: rampa ${line}`, 2]);
    expect(err).not.toContain('--help');
  }
});

describe.skipIf(process.platform === 'win32')('bin/rampa', () => {
  test('needs nothing of PATH and finds its site through a link', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rampa-link-'));
    symlinkSync(path.join(ROOT, 'bin'), path.join(folder, 'bin'));
    symlinkSync('bin/rampa', path.join(folder, 'rampa'));
    const options = { cwd: folder, env: { PATH: '/nonexistent' }, encoding: 'utf8' } as const;
    for (const file of [path.join(ROOT, 'bin/rampa'), './rampa'])
      expect(execFileSync(file, ['--version'], options)).toContain(VERSION);
  });

  test('starts the server', () => {
    const options = { env: { PORT: 'abc' }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(path.join(ROOT, 'bin/rampa'), ['start'], options);
    expect([status, stderr]).toEqual([1, expect.stringContaining('PORT')]);
  });
});
