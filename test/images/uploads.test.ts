import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import { needImages } from '../rig/needs.ts';
import { openSocket } from '../rig/sockets.ts';
import { keepLarge } from '../rig/world/kept-pictures.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);

async function stored(): Promise<{ url: string; etag: string; bytes: Buffer }> {
  const { url } = (await t.upload(await noise().png().toBuffer())).json();
  const picture = await t.storage.open([path.basename(url)]);
  const bytes = picture ? await buffer(picture.read()) : Buffer.alloc(0);
  return { url, bytes, etag: `"${path.basename(url, '.png')}"` };
}

test('a stored picture is served for ever, can neither run nor load anything, and is not sent again to a client that has it', async () => {
  const { url, bytes, etag } = await stored();
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await t.app.inject({ method, url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag,
    });
    expect(answer.rawPayload.length).toBe(method === 'GET' ? bytes.length : 0);
  }
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await t.app.inject({ url, headers: { 'if-none-match': known, range: 'bytes=99999999-' } });
    expect([answer.statusCode, answer.rawPayload.length, answer.headers.etag]).toEqual([304, 0, etag]);
  }
  expect((await t.app.inject({ url, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
});

test('a stored picture is sent in ranges, and whole to those that mean nothing, are several or of another picture', async () => {
  const { url, bytes, etag } = await stored();
  const size = bytes.length;
  const asked = {
    ...{ '0-9': [0, 9], '5-5': [5, 5], '10-': [10, size - 1], '-10': [size - 10, size - 1] },
    ...{ [`0-${size * 2}`]: [0, size - 1], [`-${size * 2}`]: [0, size - 1] },
  };
  for (const [range, [start = 0, end = 0]] of Object.entries(asked)) {
    const answer = await t.app.inject({ url, headers: { range: `bytes=${range}`, 'if-range': etag } });
    const { statusCode, headers } = answer;
    expect([range, statusCode, headers['content-range']]).toEqual([range, 206, `bytes ${start}-${end}/${size}`]);
    expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  for (const range of [`${size}-`, '99999999-', '-0']) {
    const answer = await t.app.inject({ url, headers: { range: `bytes=${range}` } });
    const told = [answer.statusCode, answer.headers['content-range'], answer.json().code];
    expect(told).toEqual([416, `bytes */${size}`, 'out_of_range']);
  }
  for (const range of ['bytes=9-5', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-1', 'of another']) {
    const headers = range === 'of another' ? { range: 'bytes=0-1', 'if-range': '"x"' } : { range };
    const answer = await t.app.inject({ url, headers });
    expect([range, answer.statusCode, answer.rawPayload.length]).toEqual([range, 200, size]);
  }
});

test('a stored picture whose bytes cannot be read is refused in our words and kept by nobody', async () => {
  const { url } = await stored();
  const read = () => new Readable({ construct: (done) => done(new Error('EACCES')) });
  using _open = vi.spyOn(t.storage, 'open').mockResolvedValue({ name: path.basename(url), size: 9, read });
  const { statusCode, headers, ...answer } = await t.app.inject({ url, headers: { range: 'bytes=0-1' } });
  expect([statusCode, answer.json().code]).toEqual([500, 'internal']);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const name of ['etag', 'content-range']) expect(headers).not.toHaveProperty(name);
});

test('a stored picture is held open by no answer that is over', async () => {
  const { url, etag } = await stored();
  const before = (await openFiles()).length;
  for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-9' }, { range: 'bytes=99999999-' }])
    for (const method of ['GET', 'HEAD'] as const)
      for (let count = 0; count < 20; count += 1) await t.app.inject({ method, url, headers });
  await expect.poll(async () => (await openFiles()).length).toBeLessThan(before + 20);
});

test('a stored picture is held open for no client that does not read', async () => {
  const name = `${'a'.repeat(32)}.png`;
  await keepLarge(t.db, t.directory, name);
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () => openSocket(origin, `GET /uploads/${name} HTTP/1.1\r\nHost: x\r\n\r\n`).pause();
  for (const client of Array.from({ length: 40 }, ask)) await once(client, 'readable');
  await expect.poll(async () => (await openFiles()).includes(name)).toBe(false);
  expect((await t.app.inject(`/uploads/${name}`)).statusCode).toBe(200);
});

test('a stored picture is found under its exact name only', async () => {
  const { url } = await stored();
  await mkdir(t.directory, { recursive: true });
  await writeFile(path.join(t.directory, '.tmp-1234'), 'x');
  await writeFile(path.join(t.directory, 'a.html'), 'x');
  await writeFile(path.join(path.dirname(t.directory), 'secret.png'), 'x');
  await mkdir(path.join(t.directory, `${'0'.repeat(32)}.gif`));
  const name = path.basename(url);
  const unknown = [
    ...['', '.', '..', '.tmp-1234', 'a.html', '..%2fsecret.png', '%2e%2e/secret.png', '..\\secret.png'],
    ...[`${name}/`, `${name}%00`, `${name}.png`, `/${name}`, name.toUpperCase()],
    ...[name.replace('.png', '.jpg'), name.replace('.png', ''), `${'f'.repeat(32)}.png`, `${'0'.repeat(32)}.gif`],
  ];
  for (const wrong of unknown) {
    const answer = await t.app.inject(`/uploads/${wrong}`);
    expect([wrong, answer.statusCode]).toEqual([wrong, 404]);
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  }
  expect((await t.app.inject(`${url}?x=1`)).statusCode).toBe(200);
});

/** The names of the files that this process holds open. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const links = descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => ''));
  return (await Promise.all(links)).map((link) => path.basename(link));
}
