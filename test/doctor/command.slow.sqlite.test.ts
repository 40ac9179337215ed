import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder } from '../rig/needs.ts';
import { startServer } from '../rig/server.ts';
import { listen } from '../rig/sockets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = path.join(await needFolder(), 'data');
});
const doctor = (env: NodeJS.ProcessEnv, ...args: string[]) => rampa(['doctor', ...args], { DATA_DIR: dataDir, ...env });

test('rampa doctor looks at a running server and ends with 1 when something needs attention', async () => {
  const server = await startServer({ dataDir });
  const { code, out } = await doctor({ PORT: new URL(server.origin).port });
  await server.stop();
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining(`Отвечает на ${server.origin}`) });
  expect(out).toMatch(/^Состояние на .+: внимание$/m);
  expect(out).toContain('→ Задайте адрес сайта: PUBLIC_URL=');
  // Made by the server for itself alone.
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('rampa doctor ends with 2 where no server answers, and makes nothing where there is nothing', async () => {
  mkdirSync(dataDir);
  const { code, out } = await doctor({ PORT: '1' }, '--json');
  const states = ['server', 'database'].map((id) => lineOf(JSON.parse(out), id)?.state);
  expect([code, ...states]).toEqual([2, 'bad', 'bad']);
  // Of a file that is not there is nothing to say.
  expect(lineOf(JSON.parse(out), 'soundness')).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('rampa doctor does not wait for a database that never answers, and does not tell its password', async () => {
  const silent = createServer(() => {});
  const DATABASE_URL = `postgres://rampa:kanareika@127.0.0.1:${await listen(silent)}/rampa`;
  const { code, out } = await doctor({ PORT: '1', DATABASE_URL });
  silent.close();
  expect(code).toBe(2);
  expect(out).toContain('База данных не отвечает: за 2 секунды ответа нет.');
  expect(out).not.toContain('kanareika');
});

const SECRET = 'kanareika';

test('a server whose database refuses to answer runs, and tells of it with the reason and without the password, once in a while', async () => {
  const deaf = createServer((socket) => socket.destroy());
  const DATABASE_URL = `postgres://rampa:${SECRET}%2Fpassword@127.0.0.1:${await listen(deaf)}/rampa`;
  const server = await startServer({ isReady: false, env: { DATABASE_URL } });
  const ask = (address: string) => fetch(server.origin + address);
  for (let tries = 0; tries < 20; tries += 1) {
    const news = await ask('/api/news');
    expect([news.status, (await news.json()).code]).toEqual([503, 'unavailable']);
  }
  const page = await ask('/news');
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Повторить')]);
  expect([(await ask('/healthz')).status, (await ask('/readyz')).status]).toEqual([200, 503]);
  await expect.poll(() => server.log().match(/^.*DATABASE_URL.*$/gm)).toHaveLength(1);
  await server.stop();
  deaf.close();

  expect(server.log()).not.toContain(SECRET);
  const lines = server.log().trim().split('\n');
  const refused = lines.map((line) => JSON.parse(line)).filter(({ status }) => status === 503);
  const told = refused.filter(({ route }) => route && route !== '/readyz');
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(20);
  expect(told[0]).toMatchObject({ route: '/api/news' });
  const reason = { level: 'warn', code: 'unavailable', err: { message: expect.any(String) } };
  for (const line of told) expect(line).toMatchObject(reason);
});

test('a secret that stands in the message of an error is taken out of it', async () => {
  const message = `SFATAL\0C57P03\0Mno start for "${SECRET}-metrics"\0\0`;
  // Mute for the first seconds: the pool finds it silent, and only its probes get the reason.
  let mute = 3000;
  const refusing = createServer((socket) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(message.length + 4);
    const refuse = () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(message)]));
    socket.on('error', () => {}).once('data', () => setTimeout(refuse, mute));
  });
  refusing.once('connection', () => setTimeout(() => (mute = 0), mute));
  const DATABASE_URL = `postgres://rampa@127.0.0.1:${await listen(refusing)}/rampa`;
  const server = await startServer({ isReady: false, env: { METRICS_TOKEN: `${SECRET}-metrics`, DATABASE_URL } });
  await expect.poll(() => fetch(`${server.origin}/api/news`).then(server.log)).toContain('no start for \\"[hidden]\\"');
  await server.stop();
  refusing.close();
  expect(server.log()).not.toContain(SECRET);
});
