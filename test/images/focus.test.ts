import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { brightness, postersOf } from '../drawings/posters.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
const { get, posterOf } = postersOf(t);
// Black, with a white band at the top.
const white = { create: { width: 800, height: 600, channels: 3, background: '#fff' } } as const;
const bytes = await sharp({ create: { width: 800, height: 2400, channels: 3, background: '#000' } })
  .composite([{ input: await sharp(white).png().toBuffer(), top: 0, left: 0 }])
  .png()
  .toBuffer();
const picture = await uploadPicture(t.editor, bytes, 'tall.png');
const name = picture.name;
await t.editor('POST', '/api/admin/news', { title: 'Портрет', slug: 'tall', coverImageUrl: picture.url });

const put = (focus: unknown) => t.editor('PUT', `/api/admin/images/${name}`, { focus });

async function placeOn(page: string): Promise<string | undefined> {
  const { payload } = await t.visitor('GET', page);
  const [cover] = payload.match(new RegExp(`<img [^>]*${name.slice(0, 32)}[^>]*>`)) ?? [];
  return cover?.match(/ data-x="\d+" data-y="\d+"/)?.[0] ?? (cover && '');
}

async function poster(): Promise<{ address: string; brightness: number }> {
  const address = await posterOf('/news/tall');
  return { address, brightness: await brightness((await get(address)).rawPayload) };
}

test('what is important on a cover places it on cards, in the article and on its poster, at once', async () => {
  const PAGES = ['/', '/news', '/news/tall'];
  for (const page of PAGES) expect([page, await placeOn(page)]).toEqual([page, '']);
  const centred = await poster();
  expect(centred.brightness).toBeLessThan(80);
  const announce = vi.spyOn(t.store, 'announce');
  const saved = await put({ x: 32, y: 0 });
  expect([saved.statusCode, saved.json().focus]).toEqual([200, { x: 30, y: 0 }]);
  expect(announce).toHaveBeenCalledWith({ topic: 'news' }, expect.anything());
  for (const page of PAGES) expect([page, await placeOn(page)]).toEqual([page, ' data-x="30" data-y="0"']);
  const moved = await poster();
  expect(moved.address).not.toBe(centred.address);
  expect(moved.brightness).toBeGreaterThan(130);
  await put({ x: 0, y: 100 });
  // The policy would refuse an attribute of style.
  expect((await t.visitor('GET', '/news')).payload).not.toMatch(/<img [^>]*style=/);
  await put({ x: 50, y: 50 });
  expect(await placeOn('/news/tall')).toBe('');
  expect((await poster()).address).toBe(centred.address);
});

const FOCUSES = [{ x: 101, y: 0 }, { x: -1, y: 0 }, { x: 0.5, y: 0 }, { x: 50 }, { x: '5', y: 5 }, null, 7];
test.each(FOCUSES)('%j is 400 and changes nothing', async (focus) => {
  await put({ x: 10, y: 20 });
  expect((await put(focus)).statusCode).toBe(400);
  const [image] = (await t.editor('GET', `/api/admin/images?q=${name}`)).json();
  expect(image.focus).toEqual({ x: 10, y: 20 });
});
