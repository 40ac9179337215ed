import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
let name: string;
beforeAll(async () => {
  // Black, with a white band at the top.
  const white = { create: { width: 800, height: 600, channels: 3, background: '#fff' } } as const;
  const bytes = await sharp({ create: { width: 800, height: 2400, channels: 3, background: '#000' } })
    .composite([{ input: await sharp(white).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer();
  const payload = form({ filename: 'tall.png', type: 'image/png', bytes });
  const { url } = (await t.editor('POST', '/api/upload', payload, { 'content-type': FORM })).json();
  name = url.replace('/uploads/', '');
  await t.editor('POST', '/api/admin/news', { title: 'Портрет', slug: 'tall', coverImageUrl: url });
});

const put = (focus: unknown) => t.editor('PUT', `/api/admin/images/${name}`, { focus });

/** Attributes of the focal point on the cover. */
async function placeOn(page: string): Promise<string | undefined> {
  const { payload } = await t.visitor('GET', page);
  const [cover] = payload.match(new RegExp(`<img [^>]*${name.slice(0, 32)}[^>]*>`)) ?? [];
  return cover?.match(/ data-x="\d+" data-y="\d+"/)?.[0] ?? (cover && '');
}

async function poster(): Promise<{ address: string; brightness: number }> {
  const { payload } = await t.visitor('GET', '/news/tall');
  const [, address = ''] = /<meta property="og:image" content="https:\/\/festival\.example([^"]+)"/.exec(payload) ?? [];
  const { rawPayload } = await t.visitor('GET', address);
  const corner = await sharp(rawPayload).extract({ left: 800, top: 150, width: 380, height: 120 }).toBuffer();
  const { channels } = await sharp(corner).stats();
  return { address, brightness: channels[0]?.mean ?? 0 };
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
  await put({ x: 50, y: 50 });
  expect(await placeOn('/news/tall')).toBe('');
  expect((await poster()).address).toBe(centred.address);
});

test('a page has no style attribute for it: the policy would refuse it', async () => {
  await put({ x: 0, y: 100 });
  expect((await t.visitor('GET', '/news')).payload).not.toMatch(/<img [^>]*style=/);
});

test.each([{ x: 101, y: 0 }, { x: -1, y: 0 }, { x: 0.5, y: 0 }, { x: 50 }, { x: '5', y: 5 }, null, 7])(
  '%j is 400 and changes nothing',
  async (focus) => {
    await put({ x: 10, y: 20 });
    expect((await put(focus)).statusCode).toBe(400);
    const [image] = (await t.editor('GET', `/api/admin/images?q=${name}`)).json();
    expect(image.focus).toEqual({ x: 10, y: 20 });
  },
);
