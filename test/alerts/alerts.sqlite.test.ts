import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { alertJobs, sendAlert, sendDueAlerts } from '../../ops/alerts/alerts.ts';
import { certificateCondition, fetchCertificate } from '../../ops/alerts/conditions.ts';
import { recordBackup, recordElsewhere } from '../../ops/backup/state.ts';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { wantedJobs } from '../../ops/jobs.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

/** Key and certificate, self-signed, until 2051, used nowhere else. */
const PEM = readFileSync(path.join(import.meta.dirname, 'localhost.pem'));
const SECRET = 'kanareika-of-the-alerts';
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const NEVER = new AbortController().signal;

let received: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let answer: (response: ServerResponse) => void;
const well = (response: ServerResponse) => response.end('ok');
const badly = (response: ServerResponse) => response.writeHead(500).end();
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url, headers: request.headers, body: await text(request) });
  answer(response);
});
const all = () => received.map(({ body }) => JSON.parse(body));
/** Excludes `disk_low`, which depends on the machine that runs the tests. */
const told = () => all().filter(({ code }) => code !== 'disk_low');
const events = () => told().map(({ event }) => event);

const ALERT_URL = `http://127.0.0.1:${await listen(receiver)}/hook?key=kanareika-key`;
const site = await needSite({ ALERT_URL, ALERT_SECRET: SECRET, BACKUP_TO: '/mnt/copies' });
beforeEach(async () => {
  received = [];
  answer = well;
  // Current problems and sent alerts.
  await site.store.db.deleteFrom('settings').execute();
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const at = (after = 0) => new Date(Date.now() + after).toISOString();
const fail = (message: string) => recordBackup(site.store.db, { failure: { at: at(), message } });
const mend = () => recordBackup(site.store.db, { failure: null });
/** Looks at each of these moments from now on; gives what the last look says. */
async function look(...moments: number[]): Promise<string | undefined> {
  let problem: string | undefined;
  for (const after of moments) problem = await sendDueAlerts(site.store.db, site.config, NEVER, Date.now() + after);
  return problem;
}

test('what went wrong is told once, signed, and once when it is well again; whichever server looks', async () => {
  await look(0);
  expect(told()).toEqual([]);
  await fail('На диске не хватило места.');
  const [job] = alertJobs(site.store.db, site.config);
  await job?.run(NEVER);
  const message = 'Резервная копия не удалась. На диске не хватило места.';
  expect(told()).toMatchObject([{ version: 1, event: 'raised', code: 'backup_failed', site: null, message }]);
  const [{ path, headers, body } = expect.fail('nothing came')] = received;
  const signature = createHmac('sha256', SECRET).update(`${headers['x-rampa-timestamp']}.${body}`).digest('hex');
  expect([path, headers['x-rampa-signature']]).toEqual(['/hook?key=kanareika-key', `sha256=${signature}`]);
  expect(Math.abs(Number(headers['x-rampa-timestamp']) - Date.now() / 1000)).toBeLessThan(60);

  // The state is in the database: a server that starts, or another one, repeats nothing.
  await look(0, 23 * HOUR);
  expect(told()).toHaveLength(1);
  await mend();
  await look(27 * HOUR, 52 * HOUR);
  expect(events()).toEqual(['raised', 'resolved']);
  expect(told()[1].since).toBe(told()[0].since);
  expect(new Set(told().map(({ id }) => id)).size).toBe(2);
});

test('what went wrong with copies elsewhere and with the weekly trial is told by codes of their own', async () => {
  await recordElsewhere(site.store.db, { failure: { at: at(), message: 'Диск не подключён.' } });
  await recordBackup(site.store.db, { drill: { at: at(), file: 'x', madeAt: null, problem: 'Копия повреждена.' } });
  await look(0);
  expect(told().map(({ code }) => code)).toEqual(['backup_trial_failed', 'backup_elsewhere_failed']);
  await sendDueAlerts(site.store.db, { ...site.config, backupTo: undefined }, NEVER);
  expect(told().at(-1)).toMatchObject({ event: 'resolved', code: 'backup_elsewhere_failed' });
});

test('what went wrong waits for a receiver that is away, and comes with the same id; what is over by then does not', async () => {
  answer = badly;
  await fail('Диск полон.');
  expect(await look(0)).toBe('Получатель ответил ошибкой 500.');
  const [job] = alertJobs(site.store.db, site.config);
  await expect(job?.run(NEVER)).rejects.toThrow('ALERT_URL: Получатель ответил ошибкой 500.');
  answer = well;
  await look(2 * HOUR);
  expect(new Set(told().map(({ id, event }) => `${event} ${id}`)).size).toBe(1);
  await look(3 * HOUR);
  expect(told()).toHaveLength(3);

  await mend();
  await look(4 * HOUR);
  answer = badly;
  await fail('Снова полон.');
  await look(5 * HOUR);
  await mend();
  answer = well;
  await look(9 * HOUR);
  expect(told().at(-1)).toMatchObject({ event: 'raised' });
});

test('what went wrong is left to the next one by a server that stops', async () => {
  await fail('Диск полон.');
  await sendDueAlerts(site.store.db, site.config, AbortSignal.abort());
  expect(all()).toEqual([]);
});

describe.runIf(canMount())('a disk', () => {
  const ours = (event: string) => [event, 'disk_low', hostname()];
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await needFolder();
    mountDisk(dataDir, '3g');
  });
  afterEach(() => unmountDisk(dataDir));

  async function lookAtDisk(size: string, after: number): Promise<string[][]> {
    resizeDisk(dataDir, size);
    await sendDueAlerts(site.store.db, { ...site.config, dataDir }, NEVER, Date.now() + after);
    return all().map(({ event, code, host }) => [event, code, host]);
  }

  test('is low below 2 GiB and well again only above 2.5', async () => {
    const sizes = ['2200m', '2000m', '2500m', '2600m', '2200m'];
    const told: number[] = [];
    for (const [hours, size] of sizes.entries()) told.push((await lookAtDisk(size, hours * HOUR)).length);
    expect(told).toEqual([0, 1, 1, 2, 2]);
    expect(await lookAtDisk('2200m', 5 * HOUR)).toEqual([ours('raised'), ours('resolved')]);
    expect(all()[0].message).toMatch(/^Мало места: на машине .+ свободно 2,0\u00a0ГБ\.$/);
  });

  test('is low where the uploads alone have none left', async () => {
    const uploads = path.join(dataDir, 'uploads');
    mkdirSync(uploads);
    mountDisk(uploads, '1m');
    onTestFinished(() => unmountDisk(uploads));
    expect(await lookAtDisk('3g', 0)).toEqual([ours('raised')]);
  });
});

describe('a receiver', () => {
  const alert = { id: 'x', event: 'test', code: 'test', since: at(), message: 'Проба' } as const;

  test('that redirects is not followed', async () => {
    answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await sendAlert(site.config, alert)).toContain('перенаправляет на другой адрес (307)');
    expect(received.map(({ path }) => path)).toEqual(['/hook?key=kanareika-key']);
  });

  test('that is silent, or not there, is told of without its address', async () => {
    answer = () => {};
    expect(await sendAlert(site.config, alert, 50)).toBe('Получатель не ответил за 10 секунд.');
    const nobody = { ...site.config, alertUrl: 'http://127.0.0.1:1/?key=kanareika-key' };
    expect(await sendAlert(nobody, alert)).toMatch(/^Получатель недоступен.*\.$/);
    expect(await sendAlert(nobody, alert)).not.toContain('kanareika');
  });

  test('whose answer never ends is hung up on', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    answer = (response) => {
      response.on('close', resolve);
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more));
      more();
    };
    expect(await sendAlert(site.config, alert)).toBeUndefined();
    await closed;
  });
});

test('the panel sends a test and says how it went, and the audit log and the doctor know', async () => {
  const sent = await site.editor('POST', '/api/admin/alerts/test');
  expect([sent.statusCode, sent.json()]).toEqual([200, { problem: null }]);
  expect(told()).toMatchObject([{ event: 'test', code: 'test' }]);
  const { to, last } = (await site.editor('GET', '/api/admin/alerts')).json();
  expect([to, last.problem]).toEqual([new URL(ALERT_URL).origin, null]);
  const [entry] = (await site.editor('GET', '/api/admin/journal')).json();
  expect(entry).toMatchObject({ action: 'alert.test', who: 'admin' });
  const report = (await site.editor('GET', '/api/admin/doctor?fresh')).json<DoctorReport>();
  expect(lineOf(report, 'alerts')).toMatchObject({ state: 'good' });
  expect(report.text).not.toContain('kanareika');
});

const plain = await needSite();
test('without ALERT_URL there is nothing to test', async () => {
  const refused = await plain.editor('POST', '/api/admin/alerts/test');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'alerts_off']);
  expect((await plain.editor('GET', '/api/admin/alerts')).json()).toEqual({ to: null, last: null });
  expect(alertJobs(plain.store.db, plain.config)).toEqual([]);
  // Leftover rows of disabled jobs are ignored.
  const jobs = ['alerts', 'backup-copy', 'backup'].map((name) => ({ name }));
  expect(wantedJobs(jobs, plain.config)).toEqual([{ name: 'backup' }]);
});

describe('the address', () => {
  const read = (ALERT_URL: string, ALERT_SECRET = SECRET) => readConfig({ ALERT_URL, ALERT_SECRET }).alertUrl;
  const open = 'https://a.example/x?y=z http://127.0.0.1:9/ http://10.1.2.3/ http://[::1]:9/ http://alerts:80/';
  const foreign = 'http://a.example/ http://8.8.8.8/ https://a:b@a.example/ ftp://a.example/';

  test.each(open.split(' '))('may be %s', (address) => expect(read(address)).toBe(address));

  test.each([...foreign.split(' '), 'a.example', 'https://a.example/#x'])(
    'may not be %s, which is not repeated',
    (address) => {
      expect(() => read(address)).toThrow(/^ALERT_URL: нужен адрес/);
      expect(() => read(address)).not.toThrow(address);
    },
  );

  test.each(['short', ''])('needs a secret that cannot be guessed as «%s»', (secret) =>
    expect(() => read('https://a.example/', secret)).toThrow(/^ALERT_SECRET/),
  );
});

describe('the certificate in front', () => {
  const listening = async (server: Server) => `https://127.0.0.1:${await listen(server)}`;
  const seen = (days: number) => ({ host: 'a.example', at: at(), expiresAt: new Date(days * DAY).toISOString() });
  test.each([
    [15, false, 'действует ещё 15 дней'],
    [13.5, true, 'действует ещё 13 дней'],
    [0.5, true, 'меньше суток'],
    [-1, true, 'истёк'],
  ])('with %d days left', (days, isBad, message) => {
    const [found] = certificateCondition(seen(days), 'https://a.example', 0);
    expect(found).toMatchObject({ isBad, message: expect.stringContaining(message) });
    expect(certificateCondition(seen(days), 'https://b.example', 0)).toEqual([]);
  });

  test('is read from a real connection, also one that nobody trusts, and told; what is not reached, or silent, says nothing', async () => {
    const tls = createTlsServer({ key: PEM, cert: PEM });
    const publicUrl = await listening(tls);
    const found = await fetchCertificate(publicUrl);
    expect(found).toMatchObject({ host: new URL(publicUrl).host, expiresAt: '2051-07-13T22:19:47.000Z' });
    const config = { ...site.config, publicUrl };
    const until = Date.parse(found?.expiresAt ?? '');
    await sendDueAlerts(site.store.db, config, NEVER, until - 15 * DAY);
    expect(told()).toEqual([]);
    await sendDueAlerts(site.store.db, config, NEVER, until - 13 * DAY);
    expect(told()).toMatchObject([{ event: 'raised', code: 'certificate_expiring', site: publicUrl }]);
    tls.close();
    await once(tls, 'close');
    const away = (await fetchCertificate(publicUrl)) ?? null;
    expect([away?.expiresAt, certificateCondition(away, publicUrl, 0)]).toEqual([null, []]);
    expect(await fetchCertificate('http://a.example')).toBeUndefined();
    const silent = createTcpServer();
    expect(await fetchCertificate(await listening(silent), 50)).toMatchObject({ expiresAt: null });
    silent.close();
  });
});
