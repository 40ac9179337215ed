import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { databaseIn } from '../../db/open.ts';
import { takeSnapshot } from '../../ops/backup/archive/snapshot.ts';
import { RehearsalError } from '../../ops/errors.ts';
import { type Order, type Rehearsal, rehearse } from '../../ops/rehearsal/rehearsal.ts';
import { reportPage } from '../../ops/rehearsal/report.ts';
import { arrival, start, streamOff } from '../../ops/rehearsal/steps/opening.ts';
import { serverDies } from '../../ops/rehearsal/steps/stage.ts';
import { rampa, refusalOf, startCommand } from '../rig/command.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { heardOn } from '../rig/sockets.ts';
import { digestsIn } from '../rig/world/backups.ts';

const SPEED = 600;
/** What no busy machine changes. */
const FACTS = `
  Обратный отсчёт; Узнали все; Раньше своей секунды; Адрес не узнали раньше; Нажатие не пропало; Все вернулись;
  Вернувшиеся знают, кто на сцене; На табло только открытое; Итог; Главы записи; Адрес потока скрыт;
  Адрес записи скрыт до конца`
  .trim()
  .split(/;\s+/);

const site = await needSite();
const { json } = await site.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00Z' });
for (const name of ['Мира', 'Лада', 'Тихон'])
  await site.editor('POST', '/api/admin/contestants', { name, song: 'Песня', shows: [json().id] });

async function newSite() {
  const root = await needFolder();
  const [dataDir, temporary] = [path.join(root, 'data'), path.join(root, 'tmp')];
  for (const folder of [dataDir, temporary]) await mkdir(folder);
  await takeSnapshot(undefined, site.config.dataDir, databaseIn(dataDir), () => {});
  return { root, dataDir, temporary };
}

test('a night is played on a copy, to its end, and nothing of the site changes', async () => {
  const { root, dataDir, temporary } = await newSite();
  const before = [await digestsIn(dataDir), await readdir(dataDir)];
  const report = path.join(root, 'report.html');
  const copies = path.join(root, 'copies');
  await mkdir(copies);
  const { code, out, err } = await rampa(
    ['rehearse', '--viewers', '20', '--speed', String(SPEED), '--json', '--report', report],
    { DATA_DIR: dataDir, TMPDIR: temporary, BACKUP_TO: copies },
  );
  expect([err.includes('Копирую базу'), out]).toEqual([true, expect.stringMatching(/^\{/)]);
  const rehearsal = JSON.parse(out) as Rehearsal;
  expect(code).toBe(rehearsal.isPassed ? 0 : 1);
  const checks = rehearsal.steps.flatMap((step) => step.checks);
  expect(checks.filter(({ name, isGood }) => FACTS.includes(name) && !isGood)).toEqual([]);
  expect(FACTS.filter((name) => checks.every((check) => check.name !== name))).toEqual([]);
  expect(rehearsal).toMatchObject({ viewers: 20, isDemo: false, load: { reconnected: 20 } });
  expect(await readFile(report, 'utf8')).toContain(rehearsal.isPassed ? 'Репетиция пройдена' : 'не пройдена');
  expect([await digestsIn(dataDir), await readdir(dataDir)]).toEqual(before);
  expect([await readdir(temporary), await readdir(copies)]).toEqual([[], []]);
});

test('a server that does not come back fails its step, the rest is not played, and the report says what to do', async () => {
  const { dataDir } = await newSite();
  const order: Order = {
    ...{ config: { dataDir, databaseUrl: undefined }, isDemo: false, isAnyway: false, viewers: 5, speed: SPEED },
    ...{ timeout: 2000, steps: [start, arrival, serverDies, streamOff], signal: new AbortController().signal },
    ...{ progress: () => {}, played: () => {} },
    prepared: ({ server }) => {
      server.start = async () => {
        throw new RehearsalError('Сервер не запустился: нет места.');
      };
    },
  };
  const rehearsal = await rehearse(order);
  const states = new Map(rehearsal.steps.map(({ id, state }) => [id, state]));
  expect([states.get('server-dies'), states.get('stream-off'), rehearsal.isPassed]).toEqual([
    'failed',
    'skipped',
    false,
  ]);
  const why = /Шаг не сыгран.*Сервер не запустился: нет места\. Что делать: /s;
  expect(reportPage(rehearsal, 'Europe/Moscow')).toMatch(why);
});

/** Begun and left with its viewers on the way. */
async function playing(speed = '1') {
  const { dataDir, root, temporary } = await newSite();
  const args = ['rehearse', '--viewers', '3', '--speed', speed, '--report', path.join(root, 'report.html')];
  const { child, ended } = startCommand(args, { DATA_DIR: dataDir, TMPDIR: temporary });
  const said = heardOn(child.stderr);
  while (!said().includes('Сайт перед эфиром')) await once(child.stderr, 'data');
  return { child, ended, servers: await childrenOf(child.pid ?? 0), temporary };
}

test.concurrent.for(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
  '%s leaves no server behind',
  async (signal, { expect }) => {
    const { child, ended, servers, temporary } = await playing();
    expect(servers).not.toEqual([]);
    child.kill(signal);
    const { code, err } = await ended;
    expect([code, err.includes('Репетиция прервана')]).toEqual(signal === 'SIGKILL' ? [null, false] : [1, true]);
    await expect.poll(() => servers.filter(isRunning)).toEqual([]);
    expect((await readdir(temporary)).length).toBe(signal === 'SIGKILL' ? 1 : 0);
  },
);

test('a reader who goes away, or Ctrl+C twice, leaves no copy', async () => {
  // A closed pipe is noticed at the next step.
  const read = await playing('60');
  read.child.stdout?.destroy();
  read.child.stderr?.destroy();
  expect([(await read.ended).code, await readdir(read.temporary)]).toEqual([1, []]);
  const pressed = await playing();
  pressed.child.kill('SIGINT');
  await sleep(20);
  pressed.child.kill('SIGINT');
  expect([(await pressed.ended).code, await readdir(pressed.temporary)]).toEqual([1, []]);
});

test('an error that nobody catches leaves no copy', async () => {
  const { temporary } = await newSite();
  const failing = `
    import { withFolder } from ${JSON.stringify(path.resolve('ops/rehearsal/copy.ts'))};
    await withFolder(() => new Promise(() => setTimeout(() => { throw new Error('lost'); })), process.argv[1]);`;
  const args = ['--import', './boot/runtime.mjs', '--input-type=module', '-e', failing, temporary];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr, await readdir(temporary)]).toEqual([1, expect.stringContaining('Error: lost'), []]);
});

test('a report or a copy that cannot be written ends with one sentence before anything is played', async () => {
  const { root, dataDir } = await newSite();
  const occupied = path.join(root, 'file');
  await writeFile(occupied, '');
  for (const [report, TMPDIR, sentence] of [
    [path.join(occupied, 'report.html'), root, 'нельзя записать отчёт'],
    [path.join(root, 'none/report.html'), root, 'нельзя записать отчёт'],
    [path.join(root, 'report.html'), path.join(root, 'none'), `Во временной папке ${root}/none нельзя сделать копию (`],
    [path.join(root, 'report.html'), occupied, `Во временной папке ${occupied} нельзя сделать копию (`],
  ] as const) {
    const refusal = await refusalOf(['rehearse', '--report', report], { DATA_DIR: dataDir, TMPDIR });
    expect([refusal.includes(sentence), refusal]).toEqual([true, expect.stringMatching(/^[^\n]*\n$/)]);
  }
});

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.trim().split(' ').filter(Boolean).map(Number);
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);
