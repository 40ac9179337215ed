import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';

const t = await needSite();

/** Of any size, as an upload lies there: an archive does not care what is in its pictures. */
async function putPicture(letter: string, size: number): Promise<{ url: string; bytes: Buffer }> {
  const name = `${letter.repeat(32)}.jpg`;
  const bytes = Buffer.alloc(size, letter);
  await t.store.uploads.put(name, [bytes]);
  const row = { name, width: 30, height: 20, bytes: size, created_at: new Date().toISOString() };
  await t.store.db.insertInto('images').values(row).execute();
  return { url: `/uploads/${name}`, bytes };
}

const figure = (src: string, words = '') => `<figure class="image"><img src="${src}" alt="">${words}</figure>`;

const publish = async (title: string, content: string, fields = {}, kind = 'news'): Promise<string> =>
  (await t.editor('POST', `/api/admin/${kind}`, { title, content, ...fields })).json().slug;

const statusOf = async (path: string) => (await t.visitor('GET', path)).statusCode;

async function expectMissing(...paths: string[]): Promise<void> {
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
}

/** By the central directory; sums and sizes are compared with what is there. */
function unzip(archive: Buffer): { name: string; bytes: Buffer }[] {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [sum, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)];
    const [length, local] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    at += 46 + length;
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const from = local + 30 + archive.readUInt16LE(local + 26);
    const bytes = archive.subarray(from, from + size);
    expect(crc32(bytes)).toBe(sum);
    expect(archive.readUInt32LE(from + size + 4)).toBe(sum);
    return { name, bytes };
  });
}

test('the archive of a gallery holds its pictures in their order, with captions and credits beside them', async () => {
  const [one, two] = [await putPicture('a', 1_500_001), await putPicture('b', 7)];
  const gallery =
    figure(one.url, '<figcaption>Хор<br>поёт<cite>Анна Ли</cite></figcaption>') +
    figure('https://example.org/c.jpg', '<figcaption>Чужая</figcaption>') +
    figure(two.url);
  const content = `<p>а</p><figure class="gallery downloadable">${gallery}</figure>`;
  const slug = await publish('Финал: «Как это было»?', content);
  expect((await t.visitor('GET', `/news/${slug}`)).payload).toContain(`href="/news/${slug}/gallery-1.zip"`);
  const answer = await t.visitor('GET', `/news/${slug}/gallery-1.zip`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-cache',
    'content-length': String(answer.rawPayload.length),
  });
  const known = { 'if-none-match': String(answer.headers.etag) };
  const again = await t.visitor('GET', `/news/${slug}/gallery-1.zip`, undefined, known);
  expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', answer.headers.etag]);
  const [, name = ''] = /filename\*=UTF-8''(\S+)$/.exec(String(answer.headers['content-disposition'])) ?? [];
  expect(decodeURIComponent(name)).toBe('Финал «Как это было» — фото.zip');
  const [first, second, words, ...others] = unzip(answer.rawPayload);
  expect([others, first?.name, second?.name, words?.name]).toEqual([[], '01.jpg', '03.jpg', 'Подписи.txt']);
  expect(first?.bytes.equals(one.bytes) && second?.bytes.equals(two.bytes)).toBe(true);
  expect(words?.bytes.toString()).toBe(
    '\ufeffФинал: «Как это было»?\r\n\r\n01.jpg\r\nХор поёт\r\nАнна Ли\r\n\r\nhttps://example.org/c.jpg\r\nЧужая\r\n\r\n03.jpg\r\n',
  );
  const head = await t.visitor('HEAD', `/news/${slug}/gallery-1.zip`);
  expect([head.headers['content-length'], head.payload]).toEqual([answer.headers['content-length'], '']);
  await t.editor('PUT', `/api/admin/news/${slug}`, { title: 'Финал' });
  const changed = await t.visitor('GET', `/news/${slug}/gallery-1.zip`, undefined, known);
  expect([changed.statusCode, changed.headers.etag === answer.headers.etag]).toEqual([200, false]);
});

test.each([
  ['an article', 'news', '/news'],
  ['a page', 'pages', ''],
])('the archive of a gallery of %s is there while that is public and offers it', async (_of, kind, root) => {
  const pictures = figure((await putPicture(kind === 'news' ? 'c' : '2', 10)).url).repeat(2);
  const open = `<figure class="gallery downloadable">${pictures}</figure>`;
  const slug = await publish('Две галереи', `<figure class="gallery">${pictures}</figure>${open}`, {}, kind);
  const draft = await publish('Черновик с галереей', open, { status: 'draft' }, kind);
  expect(await statusOf(`${root}/${slug}/gallery-2.zip`)).toBe(200);
  expect((await t.visitor('POST', `${root}/${slug}/gallery-2.zip`)).statusCode).toBe(405);
  await expectMissing(...['1', '3', '0', 'x'].map((number) => `${root}/${slug}/gallery-${number}.zip`));
  await expectMissing(`${root}/${draft}/gallery-1.zip`, `${root}/neizvestno/gallery-1.zip`);
  await t.editor('PUT', `/api/admin/${kind}/${slug}`, { slug: 'dve-galerei-novye' });
  const moved = await t.visitor('GET', `${root}/${slug}/gallery-2.zip`);
  expect([moved.statusCode, moved.headers.location]).toEqual([301, `${root}/dve-galerei-novye/gallery-2.zip`]);
  await t.editor('PUT', `/api/admin/${kind}/dve-galerei-novye`, { status: 'draft' });
  await expectMissing(`${root}/${slug}/gallery-2.zip`, `${root}/dve-galerei-novye/gallery-2.zip`);
});

test('the archive of a gallery of a page is offered below it and holds its pictures, until the editor takes it back; it is under no other address', async () => {
  const pictures = figure((await putPicture('1', 10)).url).repeat(2);
  const content = `<figure class="gallery downloadable">${pictures}</figure>`;
  const slug = await publish('Для прессы', content, {}, 'pages');
  const news = await publish('Новость с фото', content);
  expect((await t.visitor('GET', `/${slug}`)).payload).toContain(`href="/${slug}/gallery-1.zip" download`);
  expect((await t.visitor('GET', `/${slug}.data`)).payload).toContain(`/${slug}/gallery-1.zip`);
  const answer = await t.visitor('GET', `/${slug}/gallery-1.zip`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  expect(unzip(answer.rawPayload).map(({ name }) => name)).toEqual(['01.jpg', '02.jpg', 'Подписи.txt']);
  const others = [news, `news/${slug}`, slug.toUpperCase(), 'news', 'api'];
  await expectMissing(...others.map((other) => `/${other}/gallery-1.zip`));
  for (const path of [`/${'a'.repeat(2000)}`, '/gallery-1.zip', '/nobody/gallery.zip']) {
    const { statusCode, headers } = await t.visitor('GET', path);
    expect([path, statusCode, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
  }
  const starts_at = new Date(Date.now() - 3_600_000).toISOString();
  await t.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at });
  expect((await t.visitor('GET', `/${slug}?spoilers=hide`)).payload).not.toContain('.zip');
  await t.editor('PUT', `/api/admin/pages/${slug}`, { content: content.replace(' downloadable', '') });
  expect((await t.visitor('GET', `/${slug}`)).payload).not.toContain('.zip');
  expect(await statusOf(`/${slug}/gallery-1.zip`)).toBe(404);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that something still holds. */
function heldBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test('readers who do not read hold few places, give them back when they leave, and little memory', async () => {
  // More than the send buffers of a connection take.
  const { url } = await putPicture('d', 12 * 1024 * 1024);
  const slug = await publish('Большая', `<figure class="gallery downloadable">${figure(url).repeat(4)}</figure>`);
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const path = `/news/${slug}/gallery-1.zip`;
  const before = heldBuffers();
  const ask = () => openSocket(origin, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const sockets = Array.from({ length: 3 }, ask);
  for (const socket of sockets) await once(socket, 'readable');
  const refused = await fetch(origin + path);
  expect([refused.status, (await fetch(`${origin}/stranitsa/gallery-1.zip`)).status]).toEqual([503, 503]);
  expect(refused.headers.get('retry-after')).toBe('5');
  const { message } = (await refused.json()) as { message: string };
  expect(message).toBe('Сейчас скачивают слишком многие. Попробуйте через минуту.');
  // V8 frees collected buffers in a thread of its own.
  await expect.poll(() => heldBuffers() - before).toBeLessThan(24 * 1024 * 1024);
  for (const socket of sockets) socket.destroy();
  const statusNow = async () => (await fetch(origin + path, { method: 'HEAD' })).status;
  await expect.poll(statusNow).toBe(200);
});
