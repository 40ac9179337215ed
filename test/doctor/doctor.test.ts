import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { rampa } from '../rig/command.ts';
import { environmentOf, isOnPostgres } from '../rig/database/databases.ts';
import { startServer } from '../rig/server.ts';

type Line = DoctorReport['groups'][number]['lines'][number];

describe('the panel is told', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await createTestApp({ METRICS_TOKEN: 'kanareika-metrics', ADMIN_PASSWORD: 'kanareika-password' });
  });
  afterEach(() => site.close());

  async function lines(): Promise<Map<string, Line>> {
    const answer = await site.editor('GET', '/api/admin/doctor?fresh');
    expect(answer.statusCode).toBe(200);
    return byId(answer.json<DoctorReport>());
  }

  test('how the database, the disk, the pictures and everything else are, with what to do, and no secret', async () => {
    const answer = await site.editor('GET', '/api/admin/doctor');
    const report = answer.json<DoctorReport>();
    const found = byId(report);
    // A machine that is busy with other things may not get through the whole file in time at once.
    await expect.poll(async () => (await lines()).get('soundness')?.state).toBe('good');
    for (const id of ['database', 'schema', 'disk', 'memory', 'files', 'pictures', 'uploads', 'events'])
      expect(found.get(id)?.state, id).toBe('good');
    for (const line of found.values())
      if (line.state === 'bad' || line.state === 'attention') expect(line.advice, line.id).toMatch(/[а-яё]/i);
    expect(report.text).toContain('База данных');
    expect(answer.body).not.toContain('kanareika');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('nobody else is', async () => {
    expect((await site.visitor('GET', '/api/admin/doctor')).statusCode).toBe(401);
  });

  test('of a proxy that forwards without being trusted', async () => {
    expect((await lines()).get('proxy')?.state).toBe('good');
    await site.visitor('GET', '/vote', undefined, { 'x-forwarded-for': '203.0.113.9' });
    expect((await lines()).get('proxy')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('127.0.0.1'),
      advice: expect.stringContaining('TRUST_PROXY=127.0.0.1/32'),
    });
  });

  test('whom the server asks by itself, embeds among them', async () => {
    expect((await lines()).get('outgoing')).toMatchObject({
      state: 'good',
      text: expect.stringMatching(/обращается только за названиями и обложками видео.*YouTube/),
    });
  });

  test('of the name under which visitors come', async () => {
    await site.visitor('GET', '/vote', undefined, { host: 'festival.example' });
    expect((await lines()).get('address')?.advice).toContain('PUBLIC_URL=https://festival.example');
  });

  test('of a first password that lies about, and of data that anybody may change', async () => {
    writeFileSync(path.join(site.config.dataDir, 'first-password'), 'kanareika\n');
    chmodSync(site.config.dataDir, 0o777);
    const found = await lines();
    expect(found.get('first-password')?.state).toBe('attention');
    expect(found.get('permissions')?.state).toBe('bad');
  });

  test('the same for a while, unless somebody looks anew', async () => {
    const read = async (query = '') => (await site.editor('GET', `/api/admin/doctor${query}`)).json<DoctorReport>().at;
    const first = await read('?fresh');
    expect(await read()).toBe(first);
  });
});

describe('rampa doctor', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'rampa-doctor-')), 'data');
  });
  afterEach(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }));

  test('looks at a running server and ends with 1 when something needs attention', async () => {
    const server = await startServer({ dataDir });
    const { code, out } = await doctor({ PORT: new URL(server.origin).port });
    await server.stop();
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining(`Отвечает на ${server.origin}`) });
    expect(out).toMatch(/^Состояние на .+: внимание$/m);
    expect(out).toContain('→ Задайте адрес сайта: PUBLIC_URL=');
    // Made by the server for itself alone.
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test('ends with 2 where no server answers, and makes nothing where there is nothing', async () => {
    mkdirSync(dataDir);
    const { code, out } = await doctor({ PORT: '1' }, ['--json']);
    const found = byId(JSON.parse(out) as DoctorReport);
    expect([code, found.get('server')?.state, found.get('database')?.state]).toEqual([2, 'bad', 'bad']);
    // PostgreSQL sees to it itself; of a file that is not there is nothing to say.
    expect(found.has('soundness')).toBe(isOnPostgres);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('does not wait for a database that never answers, and does not tell its password', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const { code, out } = await doctor({
      PORT: '1',
      DATABASE_URL: `postgres://rampa:kanareika@127.0.0.1:${port}/rampa`,
    });
    silent.close();
    expect(code).toBe(2);
    expect(out).toContain('База данных не отвечает: за 2 секунды ответа нет.');
    expect(out).not.toContain('kanareika');
  });

  const doctor = (env: NodeJS.ProcessEnv, args: string[] = []) =>
    rampa(['doctor', ...args], { ...environmentOf(dataDir), ...env });
});

function byId({ groups }: Pick<DoctorReport, 'groups'>): Map<string, Line> {
  return new Map(groups.flatMap(({ lines }) => lines.map((line) => [line.id, line])));
}
