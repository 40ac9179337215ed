import { spawn } from 'node:child_process';
import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readFirstPages } from '../../seeds/pages.ts';
import { createEditor } from '../crash/editor.ts';
import { rampa, refusalOf } from '../rig/command.ts';
import { canMount, mountDisk, resizeDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { lineOf } from '../rig/doctor.ts';
import { needFolder, needProcess } from '../rig/needs.ts';
import { send, signIn, startRefusal, type TestServer } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await needFolder();
  dataDir = path.join(folder, 'data');
  if (canMount()) mountDisk(folder, '4m');
  onTestFinished(() => unmountDisk(folder));
});

describe.runIf(canMount())('on a full disk', () => {
  test.each<[string, (server: TestServer) => Promise<unknown>, boolean]>([
    ['stopped', (server) => server.terminate(), false],
    ['killed', (server) => server.kill(), true],
  ])('a site whose server was %s can be read, and changed again once there is room', async (_how, end, hasLog) => {
    const first = await needProcess({ dataDir });
    const token = await signIn(first.origin);
    const call = (server: TestServer, method: string, address: string, body?: object) =>
      send(server.origin, method, address, token, body);
    expect((await call(first, 'POST', '/admin/news', { title: 'Первая', slug: 'first' })).status).toBe(201);
    await end(first);
    expect((await stat(file('-wal')).catch(() => undefined)) !== undefined).toBe(hasLog);
    // After a reboot there is no index of the log in memory.
    await rm(file('-shm'), { force: true });
    await fill();

    const server = await needProcess({ dataDir });
    for (const address of ['/', '/news/first', '/api/news/first', '/readyz'])
      expect([address, (await fetch(server.origin + address)).status]).toEqual([address, 200]);
    const refused = await call(server, 'POST', '/admin/news', { title: 'Вторая', slug: 'second' });
    const message = expect.stringContaining('не осталось места');
    expect([refused.status, await refused.json()]).toEqual([507, { code: 'disk_full', message }]);
    // Another program tries to make the WAL index, again and again.
    const open = `d = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file(''))})`;
    const looking = `try { d.prepare('select * from admins').get() } catch {} d.close()`;
    const other = spawn(process.execPath, ['-e', `for (let n = 0; n < 3000; n += 1) { ${open}; ${looking} }`]);
    while (other.exitCode === null) await (await call(server, 'GET', '/auth/verify')).text();
    expect((await call(server, 'GET', '/auth/verify')).status).toBe(200);
    await expect.poll(server.log).toContain('no room is left on the disk');
    const report = await (await call(server, 'GET', '/admin/doctor?fresh')).json();
    expect(lineOf(report, 'disk')).toMatchObject({ state: 'bad', text: expect.stringContaining('места не осталось') });

    await rm(path.join(folder, 'ballast'));
    // The doctor's check may still be closing its connection, which holds the WAL index read-only.
    const third = { title: 'Третья', slug: 'third' };
    await expect.poll(async () => (await call(server, 'POST', '/admin/news', third)).status).toBe(201);
    await expect.poll(server.log).toContain('there is room on the disk again');
    await server.kill();
    const last = await needProcess({ dataDir });
    const slugs = ['first', 'second', 'third'].map((slug) => fetch(`${last.origin}/api/news/${slug}`));
    expect((await Promise.all(slugs)).map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('what was acknowledged while a disk filled up under the server is there, and nothing by half; it goes on with room', async () => {
    resizeDisk(folder, '32m');
    const server = await needProcess({ dataDir });
    const token = await signIn(server.origin);
    const editor = createEditor(token);
    const expectWhole = async ({ origin }: TestServer) => {
      expect([await editor.missing(origin), await editor.damage(dataDir)]).toEqual([[], []]);
    };
    await editor.work(server.origin, AbortSignal.timeout(1000));
    await fill();
    await editor.work(server.origin, AbortSignal.timeout(3000));
    const long = { title: 'Длинная', slug: 'long', content: `<p>${'Текст. '.repeat(100_000)}</p>` };
    for (const [address, body] of Object.entries({ '/admin/news': long, '/upload': await pictureForm(200, 200) })) {
      const refused = await send(server.origin, 'POST', address, token, body);
      expect([503, 507]).toContain(refused.status);
      expect(await refused.json()).toMatchObject({ code: 'disk_full', message: expect.stringMatching(/[а-яё]/) });
    }
    await expect.poll(server.log).toContain('no room is left on the disk');
    expect(server.log()).not.toContain('there is room on the disk again');
    await expectReadable(server, ['/', '/news', '/about', '/api/news', '/readyz']);
    await expectWhole(server);
    expect((await readdir(path.join(dataDir, 'uploads'))).filter((name) => name.startsWith('.tmp-'))).toEqual([]);

    await rm(path.join(folder, 'ballast'));
    expect((await send(server.origin, 'POST', '/admin/news', token, long)).status).toBe(201);
    await expect.poll(server.log).toContain('there is room on the disk again');
    await editor.work(server.origin, AbortSignal.timeout(1000));
    await expectWhole(server);

    await fill();
    await server.kill();
    const started = await needProcess({ dataDir });
    await rm(path.join(folder, 'ballast'));
    await expectWhole(started);
  });

  test('the commands read beside the server, and a copy is made on another disk', async () => {
    await (await needProcess({ dataDir })).kill();
    await rm(file('-shm'), { force: true });
    await fill();
    await needProcess({ dataDir });
    const env = { DATA_DIR: dataDir, BACKUP_DIR: await needFolder(), PORT: '1' };
    expect((await rampa(['admin', 'list'], env)).out).toContain('admin');
    const refusal = await refusalOf(['admin', 'add', 'Анна', '--generate'], env);
    expect(refusal).toBe('На диске не хватило места. Освободите его и повторите команду.\n');
    const copy = path.join(env.BACKUP_DIR, 'site.tar');
    const made = await rampa(['backup', '--to', copy], env);
    expect([made.code, made.out], made.err).toEqual([0, expect.stringContaining(copy)]);
    expect((await rampa(['backup', '--check', copy], env)).code).toBe(0);
  });

  test('a site that is still to be made is refused in one line, wherever the room ends, and made once there is room', async () => {
    await fill();
    for (const room of [0, 60_000, 300_000, 400_000]) {
      await truncate(path.join(folder, 'ballast'), (await stat(path.join(folder, 'ballast'))).size - room);
      expect(await startRefusal({ DATA_DIR: dataDir })).toMatch(/^DATA_DIR.*на диске не осталось места/);
    }
    await rm(path.join(folder, 'ballast'));
    const server = await needProcess({ dataDir });
    const pages = await (await send(server.origin, 'GET', '/admin/pages', await signIn(server.origin))).json();
    expect(pages).toHaveLength(readFirstPages().length);
  });
});

const file = (ending: string): string => path.join(dataDir, `rampa.sqlite${ending}`);

/** The first page of a start can make a slow machine late, which then sheds the second for some seconds. */
async function expectReadable(server: TestServer, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    let answer = await fetch(server.origin + address);
    let text = await answer.text();
    while (text.includes('слишком много посетителей')) {
      await sleep(1000);
      answer = await fetch(server.origin + address);
      text = await answer.text();
    }
    expect(answer.status, `${address} ${text}\n${server.log()}`).toBe(200);
  }
}

/** To the last byte; the empty files that come with an opened database still fit. */
async function fill(): Promise<void> {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    for (;;) {
      const refusal = await writeFile(path.join(folder, 'ballast'), Buffer.alloc(size), { flag: 'a' }).catch(String);
      if (refusal) break;
    }
}
