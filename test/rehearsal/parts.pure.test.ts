import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { assertOpenFiles } from '../../ops/rehearsal/copy.ts';
import { type Order, OwnSeconds, orderOf, quantilesOf } from '../../ops/rehearsal/night.ts';
import { Desk } from '../../ops/rehearsal/operator.ts';
import type { Rehearsal } from '../../ops/rehearsal/rehearsal.ts';
import { decades, line, linear, logarithmic, ticks } from '../../ops/rehearsal/report/chart.ts';
import { reportPage } from '../../ops/rehearsal/report/page.ts';
import { environmentFrom } from '../../ops/rehearsal/server.ts';
import { Viewer } from '../../ops/rehearsal/viewers.ts';
import { listen } from '../rig/sockets.ts';

function viewers(count: number): [Viewer, Viewer] {
  const listener = { receive: () => {}, parse: () => ({}), lost: () => {}, speed: 1 };
  const all = Array.from({ length: count }, (_, at) => new Viewer(at + 1, 30_000, 'http://127.0.0.1:9', listener));
  return all as [Viewer, Viewer];
}

test('quantiles are those of the nearest rank, whatever the order, and none of nothing', () => {
  const times = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(quantilesOf(times)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198, max: 200 });
  expect([quantilesOf([7]), quantilesOf([])]).toEqual([{ count: 1, p50: 7, p95: 7, p99: 7, max: 7 }, undefined]);
});

test('a chart puts values on a length, what lies outside on its ends, has round ticks, and breaks its line where nothing was measured', () => {
  expect([0, 25, 50, 80, -5].map(linear(0, 50, 10, 100))).toEqual([10, 60, 110, 110, 10]);
  expect([0, 1, 10, 1000].map(logarithmic(1, 1000, 0, 300))).toEqual([0, 0, 100, 300]);
  expect(ticks(43, 10)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
  expect(ticks(120, 4)).toEqual([0, 50, 100]);
  expect(decades(1, 5000)).toEqual([1, 10, 100, 1000]);
  expect(line([[0, 1], [2, 3], undefined, [4, 5]], 'p50')).toBe('<path class="p50" d="M0 1L2 3M4 5"/>');
});

const pressed = Date.parse('2025-07-19T18:00:00.000Z');
const judge = (stated: string | null, after: number) => {
  const [viewer] = viewers(1);
  const seconds = new OwnSeconds();
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

test('states that come twice or after a later one are counted; the first of a new connection may repeat', () => {
  const counted: Order = { repeated: 0, disordered: 0 };
  const see = orderOf(counted);
  const [one, other] = viewers(2);
  const hear = (viewer: Viewer, seq: number, isOpening = false) =>
    see({ viewer, name: 'stage', data: { seq }, isOpening });
  hear(one, 1, true);
  hear(one, 2);
  hear(one, 2, true);
  hear(other, 1, true);
  expect(counted).toEqual({ repeated: 0, disordered: 0 });
  hear(one, 2);
  hear(one, 1);
  expect(counted).toEqual({ repeated: 1, disordered: 1 });
});

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

test('more viewers than open files are refused with the number that would do', () => {
  expect(() => assertOpenFiles(10_000, 1024)).toThrow('--viewers 624');
  expect(() => assertOpenFiles(200, 1024)).not.toThrow();
});

test('a server of the rehearsal knows the looks of the site, and neither its database nor whom it tells or copies to', () => {
  const looks = { SITE_TIME_ZONE: 'Asia/Omsk', PLAYER_HOSTS: 'a.example', STREAM_HLS_URL: 'https://a.example/x.m3u8' };
  const where = 'DATABASE_URL DATABASE_URL_FILE DATA_DIR PORT PUBLIC_URL LISTEN_FDS NODE_OPTIONS';
  const others = `${where} ALERT_URL ALERT_SECRET BACKUP_TO BACKUP_DIR METRICS_TOKEN ADMIN_PASSWORD`.split(' ');
  const outer = { ...looks, ...Object.fromEntries(others.map((name) => [name, 'x'])), HOST: '0.0.0.0' };
  expect(environmentFrom(outer)).toEqual({ ...looks, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
});

test('the report names what to mend, keeps foreign text harmless and needs nothing from elsewhere', () => {
  const check = { name: 'Узнали все', expected: '20', measured: '19', isGood: false, isTime: false };
  const about = { state: 'failed', at: 0, took: 10 } as const;
  const versions = { rampa: '0.1.0', node: '26', sqlite: '3.51' };
  const size = { articles: 3, contestants: 5 };
  const machine = { processor: 'CPU', cores: 2, memory: 4e9, system: 'Linux', diskFree: 1e9, ...size };
  const rehearsal: Rehearsal = {
    ...{ at: '2025-07-19T18:00:00.000Z', took: 65_000, isPassed: false, isDemo: false, viewers: 20, speed: 20 },
    show: '<script>alert(1)</script>',
    machine: { ...machine, ...versions },
    load: { pages: 100, failed: 1, away: 0, received: 200, reconnected: 20 },
    steps: [
      { id: 'a', title: 'Шаг', about: 'О шаге.', ...about, checks: [{ ...check, advice: 'Сделать <b>' }] },
      { id: 'b', title: 'Другой', about: 'О нём.', ...about, state: 'skipped', why: 'Нечего.', checks: [] },
    ],
    samples: [{ at: 250, connected: 20, memory: 1e8, delay: 20, pages: 3, failed: 1, p50: 4, p99: 9 }],
  };
  const html = reportPage(rehearsal, 'Europe/Moscow');
  expect(html).toContain('Репетиция не пройдена');
  expect(html).toContain('Сделать &lt;b&gt;');
  expect(html).toContain('19 июля 2025');
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/(?:src|href)="(?!#)|url\(|@import|NaN|undefined/);
  const passed = { ...rehearsal, isPassed: true, steps: [], samples: [] };
  expect(reportPage(passed, 'Europe/Moscow')).not.toMatch(/Что исправить|NaN|Infinity/);
});
