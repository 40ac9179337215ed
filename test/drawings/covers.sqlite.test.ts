import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { drawCover } from '../../model/drawings/cover.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const get = (url: string, headers?: Record<string, string>) => t.visitor('GET', url, undefined, headers);
const coverIn = (html: string, slug: string) => new RegExp(`/covers/[^"]*/${slug}\\.svg`).exec(html)?.[0] ?? '';

test('an article without a cover has the same drawing of its own in the list, at home and above its text, in the accent of the festival', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Без обложки', slug: 'plain' });
  const pages = await Promise.all(['/', '/news', '/news/plain'].map((path) => get(path)));
  const addresses = pages.map(({ payload }) => coverIn(payload, 'plain'));
  expect(addresses[0]).toMatch(/^\/covers\/\d+\/ff5a2b\/plain\.svg$/);
  expect(new Set(addresses).size).toBe(1);
  const drawing = await get(addresses[0] ?? '');
  expect([drawing.statusCode, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(drawing.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(drawing.headers['content-security-policy']).toContain('sandbox');
  const { width, height, format } = await sharp(drawing.rawPayload).metadata();
  expect([format, (width ?? 0) / (height ?? 1)]).toEqual(['svg', 16 / 9]);
  await t.editor('PUT', '/api/site-content', { accent_color: '#0044FF' });
  const address = coverIn((await get('/news/plain')).payload, 'plain');
  expect(address).toMatch(/^\/covers\/\d+\/0044ff\/plain\.svg$/);
  expect((await get(address)).payload).toBe(drawCover('plain', '#0044ff'));
  await t.editor('PUT', '/api/site-content', { accent_color: '' });
});

test('a drawn cover is there for every slug alike, without a look at the database', async () => {
  await t.editor('POST', '/api/admin/news', { title: 'Тайна', slug: 'secret', status: 'draft' });
  // What open pages are told of the change is read by then.
  await get('/api/live?poll');
  const reading = vi.spyOn(t.store.db, 'selectFrom');
  const [draft, unknown] = [await get('/covers/1/ff5a2b/secret.svg'), await get('/covers/1/ff5a2b/nothing.svg')];
  expect([draft.statusCode, unknown.statusCode, reading.mock.calls.length]).toEqual([200, 200, 0]);
  reading.mockRestore();
  const known = (answer: typeof draft) => ({ ...answer.headers, etag: '', date: '', 'content-length': '' });
  expect(known(draft)).toEqual(known(unknown));
});

test.each([
  ...['/covers/', '/covers/1/ff5a2b/.svg', '/covers/1/ff5a2b/Abc.svg', '/covers/1/ff5a2b/a%20b.svg'],
  ...['/covers/1/ff5a2b/%D1%8F.svg', '/covers/1/ff5a2b/a/b.svg', '/covers/1/ff5a2b/a.png', '/covers/1/ff5a2/a.svg'],
  ...['/covers/1/red/a.svg', `/covers/1/ff5a2b/${'a'.repeat(121)}.svg`],
])('a drawn cover has no address like %s', async (address) => {
  const { statusCode, headers } = await get(address);
  const { location } = headers;
  expect(statusCode === 404 || (statusCode === 308 && location === '/covers')).toBe(true);
});

test('a drawn cover of an older edition leads to the present one, which is not sent again, and takes only reading', async () => {
  const present = '/covers/1/ff5a2b/plain.svg';
  const { statusCode, headers } = await get('/covers/0/ff5a2b/plain.svg');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, present, 'no-cache']);
  const { etag } = (await get(present)).headers;
  expect((await get(present, { 'if-none-match': String(etag) })).statusCode).toBe(304);
  expect((await t.visitor('HEAD', present)).statusCode).toBe(200);
  expect((await t.visitor('POST', present, {})).statusCode).toBe(405);
});

test('a drawn cover is always the same for one slug, and another for most others', () => {
  const slugs = Array.from({ length: 500 }, (_, at) => `novost-${at}`);
  const drawings = slugs.map((slug) => drawCover(slug, '#ff5a2b'));
  expect(slugs.map((slug) => drawCover(slug, '#ff5a2b'))).toEqual(drawings);
  expect(new Set(drawings).size).toBe(500);
});

const ACCENTS = ['#ff5a2b', '#ffffff', '#000000', '#ffee00', '#0000ff'];
test.each(ACCENTS)('a drawn cover in %s is small, closed in itself and whole', async (accent) => {
  for (let at = 0; at < 60; at++) {
    const svg = drawCover(`${at}-${accent.slice(1)}`, accent);
    expect(svg.length).toBeLessThanOrEqual(3072);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|<image|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
    // Every paint that is used is there.
    for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg).toContain(`id="${id}"`);
  }
  const { data, info } = await sharp(Buffer.from(drawCover('shade', accent)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width * info.height * info.channels).toBe(data.length);
});
