import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drawCover } from '../../model/drawings/cover.ts';
import { contestantSubject, readResultsFacts } from '../../model/drawings/posters.ts';
import { addShow, arm, askOf, FINAL, jury, removeShows, reveal } from '../programme/show.ts';
import { overheard } from '../rig/database/overheard.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { brightness, postersOf } from './posters.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });

const { get, create, posterOf, upload } = postersOf(t);
const change = (slug: string, article: object) => t.editor('PUT', `/api/admin/news/${slug}`, article);

test('the poster of an article is named with its title, changes its address with what is on it, and leads to where that moved', async () => {
  await create({ title: 'Финал «Рампы»', slug: 'final', date: '2025-07-20' });
  const before = await posterOf('/news/final');
  expect(before).toMatch(/^\/og\/news\/final-[0-9a-f]{12}\.jpg$/);
  expect((await get('/news/final')).payload).toContain('<meta property="og:image:alt" content="Финал «Рампы»"/>');
  await change('final', { content: '<p>Только текст</p>' });
  expect(await posterOf('/news/final')).toBe(before);
  const addresses = new Set([before]);
  for (const edit of [{ title: 'Финал' }, { date: '2025-07-21' }]) {
    await change('final', edit);
    addresses.add(await posterOf('/news/final'));
  }
  await t.editor('PUT', '/api/site-content', { accent_color: '#00a86b' });
  addresses.add(await posterOf('/news/final'));
  expect(addresses.size).toBe(4);
  await t.editor('PUT', '/api/site-content', { accent_color: '' });
  for (const old of addresses) {
    const { statusCode, headers } = await get(old);
    const present = await posterOf('/news/final');
    if (old !== present)
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, present, 'no-cache']);
  }
  await change('final', { slug: 'grand-final' });
  const moved = await get(before);
  expect(moved.statusCode).toBe(302);
  expect(moved.headers.location).toMatch(/^\/og\/news\/grand-final-[0-9a-f]{12}\.jpg$/);
});

test('the poster of a contestant bears the name and the song, and is there as long as a public show is', async () => {
  const { id, ids } = await addShow(askOf(t), ['Мира']);
  const before = await posterOf('/programme/mira');
  expect(before).toMatch(/^\/og\/programme\/mira-[0-9a-f]{12}\.jpg$/);
  expect(await sharp((await get(before)).rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  await t.editor('PUT', `/api/admin/contestants/${ids[0]}`, { name: 'Мира', song: 'Первый снег' });
  const after = await posterOf('/programme/mira');
  const { statusCode, headers } = await get(before);
  expect([statusCode, headers.location, after === before]).toEqual([302, after, false]);
  await t.editor('PUT', `/api/admin/shows/${id}`, { ...FINAL, is_public: false });
  expect((await get(after)).statusCode).toBe(404);
});

test('after the last step the posters of the board and of its contestants say places and points, and not before', async () => {
  const { id, ids } = await addShow(askOf(t), ['Анна', 'Борис'], FINAL);
  await arm(askOf(t), id, jury({ Псков: [[ids[1], 12]], Тверь: [[ids[0], 31]] }));
  const stored = async () => {
    const current = t.store.db.selectFrom('editions').select('id').where('is_current', '=', 1);
    const { id } = await current.executeTakeFirstOrThrow();
    return { slug: 'anna', name: 'Анна', song: '', image: null, edition_id: id };
  };
  const [own, board] = [await posterOf('/programme/anna'), () => posterOf('/results')];
  await reveal(askOf(t), id);
  expect([await posterOf('/programme/anna'), await board()]).toEqual([own, expect.stringMatching(/^\/og\/home-/)]);
  expect(await readResultsFacts(t.store.db)).toBeUndefined();
  await reveal(askOf(t), id);
  expect(await readResultsFacts(t.store.db)).toMatchObject({
    rows: [
      ['1. Анна', '31'],
      ['2. Борис', '12'],
    ],
    line: 'Итоги · Финал',
  });
  expect(await contestantSubject(t.store.db, await stored())).toMatchObject({ line: '1-е место, 31\u00a0балл' });
  expect(await posterOf('/programme/anna')).not.toBe(own);
  expect((await get(own)).headers.location).toBe(await posterOf('/programme/anna'));
  expect(await board()).toMatch(/^\/og\/results-[0-9a-f]{12}\.jpg$/);
  expect(await sharp((await get(await board())).rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
  expect((await get('/og/results-000000000000.jpg')).headers.location).toBe(await board());
  await removeShows(t);
  expect((await get('/og/results-000000000000.jpg')).statusCode).toBe(404);
});

test('the poster shows an uploaded cover, darkened; what is not an upload is never fetched', async () => {
  const white = sharp({ create: { width: 1700, height: 956, channels: 3, background: '#fff' } });
  await create({ title: 'С обложкой', slug: 'covered', coverImageUrl: await upload(await white.jpeg().toBuffer()) });
  await create({ title: 'С чужой', slug: 'foreign', coverImageUrl: 'http://127.0.0.1:1/a.png' });
  const [own, foreign] = [await get(await posterOf('/news/covered')), await get(await posterOf('/news/foreign'))];
  expect(await brightness(own.rawPayload)).toBeGreaterThan(130);
  expect(await brightness(foreign.rawPayload)).toBeLessThan(110);
  // White words on a white photo: there is night between them.
  const words = sharp(own.rawPayload).extract({ left: 700, top: 420, width: 400, height: 80 });
  const { dominant } = await sharp(await words.toBuffer()).stats();
  expect(Math.max(dominant.r, dominant.g, dominant.b)).toBeLessThan(112);
});

test('the poster stands without its cover when the file is gone or damaged', async () => {
  for (const [slug, left] of [
    ['gone', undefined],
    ['damaged', 'nothing'],
  ] as const) {
    const cover = await upload(await noise(300, 200, slug.length).jpeg().toBuffer());
    await create({ title: 'Пропажа', slug, coverImageUrl: cover });
    const name = cover.slice('/uploads/'.length);
    const { uploads } = t.store;
    await (left ? uploads.put(name, [Buffer.from(left)]) : uploads.remove([name], (write) => write(t.store.db)));
    const { statusCode, rawPayload } = await get(await posterOf(`/news/${slug}`));
    expect([slug, statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([slug, 200, 1200]);
  }
});

test('there is no poster of a draft, of one to come, of one withdrawn or deleted', async () => {
  const never = async (slug: string) => {
    for (const version of ['0'.repeat(12), 'abcdefabcdef']) {
      const { statusCode, payload } = await get(`/og/news/${slug}-${version}.jpg`);
      expect([slug, statusCode, payload.includes('Тайна')]).toEqual([slug, 404, false]);
    }
  };
  await create({ title: 'Тайна', slug: 'draft', status: 'draft' });
  await create({ title: 'Тайна', slug: 'to-come', status: 'scheduled', publishAt: '2999-01-01T00:00:00Z' });
  for (const slug of ['draft', 'to-come', 'unknown']) await never(slug);
  await create({ title: 'Тайна', slug: 'taken-back' });
  const address = await posterOf('/news/taken-back');
  expect((await get(address)).statusCode).toBe(200);
  await change('taken-back', { status: 'draft' });
  expect((await get(address)).statusCode).toBe(404);
  await change('taken-back', { status: 'published' });
  await t.editor('DELETE', '/api/admin/news/taken-back');
  expect((await get(address)).statusCode).toBe(404);
});

test.each([
  ...['/og/', '/og/x.jpg', '/og/home.jpg', '/og/home-123.jpg', '/og/none-0123456789ab.jpg', '/og/news/'],
  ...['/og/news/final.jpg', '/og/news/Final-0123456789ab.jpg', '/og/news/a/b-0123456789ab.jpg'],
  ...['/og/news/..%2f-0123456789ab.jpg', '/og/programme/', '/og/programme/nobody-0123456789ab.jpg'],
])('there is no poster at %s', async (address) => expect((await get(address)).statusCode).toBe(404));

test('there is no poster drawn for an address that nobody gave out', async () => {
  await create({ title: 'Без спроса', slug: 'unasked' });
  const drawing = vi.spyOn(t.store.images, 'draw');
  for (let at = 0; at < 50; at++) await get(`/og/news/unasked-${String(at).padStart(12, '0')}.jpg`);
  for (let at = 0; at < 50; at++) await get(`/og/home-${String(at).padStart(12, '0')}.jpg`);
  expect(drawing).not.toHaveBeenCalled();
  drawing.mockRestore();
});

test('what is on posters is read for four at once; the last of too many are told when to come again', async () => {
  const { db } = t.store;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const question = vi.fn();
  t.store.db = overheard(db, () => answered, question);
  onTestFinished(() => {
    t.store.db = db;
    answer();
  });
  const statuses: number[] = [];
  const asked = Array.from({ length: 60 }, async (_, at) => {
    const { statusCode, headers } = await get(`/og/programme/nobody-${String(at).padStart(12, '0')}.jpg`);
    statuses.push(statusCode);
    return headers['retry-after'];
  });
  await expect.poll(() => statuses).toEqual(Array(24).fill(503));
  expect(question).toHaveBeenCalledTimes(4);
  answer();
  expect((await Promise.all(asked)).filter((retry) => retry === '5')).toHaveLength(24);
  expect(statuses.slice(24)).toEqual(Array(36).fill(404));
});

test('drawing is done once for all who ask at once, and not again for those who come later', async () => {
  await create({ title: 'Один раз', slug: 'once' });
  const address = await posterOf('/news/once');
  const drawing = vi.spyOn(t.store.images, 'draw');
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { headers } = await get(address);
  expect((await get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect(drawing).toHaveBeenCalledTimes(1);
  drawing.mockRestore();
});

test('drawing that fails is tried again by the next who asks', async () => {
  await create({ title: 'Со второго раза', slug: 'second-try' });
  const address = await posterOf('/news/second-try');
  const drawing = vi.spyOn(t.store.images, 'draw').mockRejectedValueOnce(new Error('no child'));
  const { statusCode, json, headers } = await get(address);
  expect([statusCode, json().code, headers['cache-control']]).toEqual([503, 'not_drawn', 'no-store']);
  drawing.mockRestore();
  expect((await get(address)).statusCode).toBe(200);
});

const coverIn = (html: string, slug: string) => new RegExp(`/covers/[^"]*/${slug}\\.svg`).exec(html)?.[0] ?? '';

test('an article without a cover has the same drawing of its own in the list, at home and above its text, in the accent of the festival', async () => {
  await create({ title: 'Без обложки', slug: 'plain' });
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
  await create({ title: 'Тайна', slug: 'drawn-secret', status: 'draft' });
  // What open pages are told of the change is read by then.
  await get('/api/live?poll');
  const reading = vi.spyOn(t.store.db, 'selectFrom');
  const [draft, unknown] = [await get('/covers/2/ff5a2b/drawn-secret.svg'), await get('/covers/2/ff5a2b/nothing.svg')];
  expect([draft.statusCode, unknown.statusCode, reading.mock.calls.length]).toEqual([200, 200, 0]);
  reading.mockRestore();
  const known = (answer: typeof draft) => ({ ...answer.headers, etag: '', date: '', 'content-length': '' });
  expect(known(draft)).toEqual(known(unknown));
});

test.each([
  ...['/covers/', '/covers/2/ff5a2b/.svg', '/covers/2/ff5a2b/Abc.svg', '/covers/2/ff5a2b/a%20b.svg'],
  ...['/covers/2/ff5a2b/%D1%8F.svg', '/covers/2/ff5a2b/a/b.svg', '/covers/2/ff5a2b/a.png', '/covers/2/ff5a2/a.svg'],
  ...['/covers/2/red/a.svg', `/covers/2/ff5a2b/${'a'.repeat(121)}.svg`],
])('a drawn cover has no address like %s', async (address) => expect((await get(address)).statusCode).toBe(404));

test('a drawn cover of an older edition leads to the present one, which is not sent again, and takes only reading', async () => {
  const present = '/covers/2/ff5a2b/plain.svg';
  const { statusCode, headers } = await get('/covers/1/ff5a2b/plain.svg');
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
