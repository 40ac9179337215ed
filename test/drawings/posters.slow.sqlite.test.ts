import sharp from 'sharp';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { brightness, postersOf } from './posters.ts';

const { get, create, posterOf, upload } = postersOf(await needSite({ PUBLIC_URL: 'https://festival.example' }));

const PAGES = ['/', '/news', '/watch', '/vote', '/about'];
test.each(PAGES)('the poster of %s is a JPEG of 1200 × 630 without metadata', async (page) => {
  const { payload } = await get(page);
  for (const [property, value] of Object.entries({ width: '1200', height: '630', alt: '[^"]+' }))
    expect(payload).toMatch(new RegExp(`<meta property="og:image:${property}" content="${value}"/>`));
  expect(payload).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  const answer = await get(await posterOf(page));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  const { format, width, height, exif, icc, xmp, iptc } = await sharp(answer.rawPayload).metadata();
  expect({ format, width, height, exif, icc, xmp, iptc }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  expect(answer.rawPayload.length).toBeLessThan(150_000);
});

test('a poster stays small over the most restless photo', async () => {
  await create({ title: 'Шум', slug: 'noise', coverImageUrl: await upload(await noise(1200, 630).jpeg().toBuffer()) });
  const { rawPayload } = await get(await posterOf('/news/noise'));
  expect(await brightness(rawPayload)).toBeGreaterThan(60);
  expect(rawPayload.length).toBeLessThanOrEqual(150_000);
});

test.each([
  ['the longest', 'Щ'.repeat(300)],
  ['one of many words', 'и не оставить никого в стороне '.repeat(9)],
  ['one of emoji', '🎤🎶🎉'],
  ['one of another script', '日本語のタイトル'],
  ['one that looks like markup', '</svg><script>alert(1)</script>&amp;"'],
  ['one with marks and controls', 'а\u0301бв\u200bг\u00ad\u202eд'],
])('a poster takes %s as a title', async (_what, title) => {
  const { slug } = (await create({ title })).json();
  const { statusCode, rawPayload } = await get(await posterOf(`/news/${slug}`));
  expect([statusCode, (await sharp(rawPayload).metadata()).height]).toEqual([200, 630]);
});
test('drawing for too many at once tells the last of them when to come again', async () => {
  for (let at = 0; at < 20; at++) await create({ title: `Новость ${at}`, slug: `many-${at}` });
  const addresses: string[] = [];
  // One after another: at once, some pages would be refused on a slow machine.
  for (let at = 0; at < 20; at++) addresses.push(await posterOf(`/news/many-${at}`));
  const answers = await Promise.all(addresses.map((address) => get(address)));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(16);
  expect(refused).toHaveLength(4);
  for (const answer of refused) {
    expect(answer.json()).toMatchObject({ code: 'drawings_busy', message: expect.stringMatching(/^[А-ЯЁ].*\.$/) });
    expect([answer.headers['retry-after'], answer.headers['cache-control']]).toEqual(['5', 'no-store']);
  }
  expect((await get(addresses[19] ?? '')).statusCode).toBe(200);
});
