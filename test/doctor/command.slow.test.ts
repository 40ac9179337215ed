import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { rampa } from '../rig/command.ts';
import { environmentOf, isOnPostgres } from '../rig/database/databases.ts';
import { startServer } from '../rig/server.ts';

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
    const lines = (JSON.parse(out) as DoctorReport).groups.flatMap((group) => group.lines);
    const states = ['server', 'database'].map((name) => lines.find(({ id }) => id === name)?.state);
    expect([code, ...states]).toEqual([2, 'bad', 'bad']);
    // PostgreSQL sees to it itself; of a file that is not there is nothing to say.
    expect(lines.some(({ id }) => id === 'soundness')).toBe(isOnPostgres);
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
