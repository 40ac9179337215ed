import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { quantilesOf, SpoilerCheck } from '../../ops/rehearsal/night.ts';
import { Desk } from '../../ops/rehearsal/operator.ts';
import type { Rehearsal } from '../../ops/rehearsal/rehearsal.ts';
import { reportPage } from '../../ops/rehearsal/report.ts';
import { environmentFrom } from '../../ops/rehearsal/server.ts';
import { Viewer, Viewers } from '../../ops/rehearsal/viewers.ts';
import { listen } from '../rig/sockets.ts';

test('quantiles are those of the nearest rank, whatever the order, and none of nothing', () => {
  const times = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(quantilesOf(times)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198, max: 200 });
  expect([quantilesOf([7]), quantilesOf([])]).toEqual([{ count: 1, p50: 7, p95: 7, p99: 7, max: 7 }, undefined]);
});

const pressed = Date.parse('2025-07-19T18:00:00.000Z');
const judge = (stated: string | null, after: number) => {
  const viewer = new Viewer(new Viewers(0, '', 1), 1, 30_000);
  const seconds = new SpoilerCheck();
  const tell = (seq: number, since: string | null) => seconds.receive({ viewer, name: 'stage', data: { seq, since } });
  tell(1, '2025-07-19T17:55:00.000Z');
  tell(2, stated);
  return seconds.judge(viewer, { seq: 2, pressed, receivedAt: pressed + after });
};

test.each([
  ['is on time when the state has the moment of the press', '2025-07-19T18:00:00.000Z', 40, 'on time'],
  ['would be early by a state from before the press', '2025-07-19T17:59:59.000Z', 40, 'early'],
  ['would be early by a state without a moment', null, 40, 'early'],
  ['is late when it hears of the press after its picture', '2025-07-19T18:00:00.000Z', 30_001, 'late'],
])('a viewer whose picture is 30 s behind %s', (_, stated, after, said) => expect(judge(stated, after)).toBe(said));

test.each([
  ['knows the key of a press takes it once', true],
  ['ignores keys fails the rehearsal', false],
])('a server that %s', async (_what, knowsKeys) => {
  const keys: unknown[] = [];
  const server = createServer(async (request, answer) => {
    const { key } = (await json(request)) as { key: string };
    if (!knowsKeys || !keys.includes(key)) keys.push(key);
    answer.end(JSON.stringify({ seq: keys.length, since: null }));
  });
  onTestFinished(() => void server.close());
  const press = new Desk(`http://127.0.0.1:${await listen(server)}`).press({ show_id: 1, kind: 'break' }, 1000);
  if (knowsKeys) expect(await press).toMatchObject({ seq: 1, sent: 1 });
  else await expect(press).rejects.toThrow('засчитан ещё раз');
});

test('a server of the rehearsal knows the looks of the site, and neither its database nor whom it tells or copies to', () => {
  const looks = { SITE_TIME_ZONE: 'Asia/Omsk', PLAYER_HOSTS: 'a.example', STREAM_HLS_URL: 'https://a.example/x.m3u8' };
  const where = 'DATABASE_URL DATABASE_URL_FILE DATA_DIR PORT PUBLIC_URL LISTEN_FDS NODE_OPTIONS';
  const others = `${where} ALERT_URL ALERT_SECRET BACKUP_TO BACKUP_DIR METRICS_TOKEN ADMIN_PASSWORD`.split(' ');
  const outer = { ...looks, ...Object.fromEntries(others.map((name) => [name, 'x'])), HOST: '0.0.0.0' };
  expect(environmentFrom(outer)).toEqual({ ...looks, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
});

test('the report says what to do, keeps foreign text harmless and needs nothing from elsewhere', () => {
  const check = { name: 'Узнали все', expected: '20', measured: '19', isGood: false };
  const latencies = { count: 20, p50: 4, p95: 8, p99: 9, max: 9 };
  const about = { state: 'failed', at: 0, took: 10 } as const;
  const rehearsal: Rehearsal = {
    ...{ at: '2025-07-19T18:00:00.000Z', took: 65_000, isPassed: false, isDemo: false, viewers: 20, speed: 20 },
    show: '<script>alert(1)</script>',
    load: { pages: 100, failed: 1, away: 0, received: 200, reconnected: 20 },
    steps: [
      { id: 'a', title: 'Шаг', about: 'О шаге.', ...about, latencies, checks: [{ ...check, advice: 'Сделать <b>' }] },
      { id: 'b', title: 'Другой', about: 'О нём.', ...about, state: 'skipped', why: 'Нечего.', checks: [] },
    ],
  };
  const html = reportPage(rehearsal, 'Europe/Moscow');
  expect(html).toContain('Репетиция не пройдена');
  expect(html).toContain('Сделать &lt;b&gt;');
  expect(html).toContain('19 июля 2025');
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/(?:src|href)="(?!#)|url\(|@import|NaN|undefined/);
  const passed = { ...rehearsal, isPassed: true, steps: [] };
  expect(reportPage(passed, 'Europe/Moscow')).not.toMatch(/NaN|Infinity/);
});
