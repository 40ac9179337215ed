import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { accentStyle } from '../../model/colour/accent.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
afterEach(() => set({ accent_color: '', logo_image: '' }));

const get = (url: string, headers?: Record<string, string>) => t.visitor('GET', url, undefined, headers);
const set = (texts: object) => t.editor('PUT', '/api/site-content', texts);
const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/nothing', '/player'];

test('the accent stands in every page as one style that its policy allows, and in none when there is none', async () => {
  for (const page of PAGES) expect([page, (await get(page)).payload.includes('<style>')]).toEqual([page, false]);
  expect((await set({ accent_color: '#0044FF' })).json()).toMatchObject({ accent_color: '#0044ff' });
  for (const page of PAGES) {
    const { payload, headers } = await get(page);
    const [, style = ''] = /<head>[\s\S]*<style>([\s\S]*?)<\/style>[\s\S]*<\/head>/.exec(payload) ?? [];
    expect([page, style]).toEqual([page, accentStyle('#0044ff')]);
    // What is said later wins: the tokens come first.
    expect(payload.lastIndexOf('rel="stylesheet"')).toBeLessThan(payload.indexOf('<style>'));
    const hash = createHash('sha256').update(style).digest('base64');
    const [policy] = /style-src [^;]*/.exec(String(headers['content-security-policy'])) ?? [];
    expect(policy).toBe(`style-src 'self' 'sha256-${hash}'`);
    expect(payload).not.toMatch(/<[a-z][^>]* style="/);
  }
});

test('the accent is one answer for all visitors, and seen at once', async () => {
  const { headers } = await get('/');
  await set({ accent_color: '#00a86b' });
  const { statusCode, payload } = await get('/', { 'if-none-match': String(headers.etag), cookie: 'theme=dark' });
  expect([statusCode, payload.includes(accentStyle('#00a86b'))]).toEqual([200, true]);
  expect((await get('/')).payload).toBe(payload);
});

const logoIn = (html: string) => /<header[\s\S]*?<a[^>]* href="\/"[^>]*>([\s\S]*?)<\/a>/.exec(html)?.[1] ?? '';

test('the logo is a picture with its size and the site’s name; without it, and when its file is gone, words stand there', async () => {
  expect(logoIn((await get('/')).payload)).toMatch(/<svg[\s\S]*<span>Рампа<\/span>/);
  const create = { width: 900, height: 240, channels: 4, background: { r: 255, g: 200, b: 0, alpha: 0.5 } } as const;
  const { url: logo_image, name } = await uploadPicture(t.editor, await sharp({ create }).png().toBuffer(), 'logo.png');
  await set({ logo_image });
  for (const page of ['/', '/news', '/nothing']) {
    const logo = logoIn((await get(page)).payload);
    expect(logo).toContain(` src="${logo_image}"`);
    const copies = [480, 640].map((width) => `${logo_image.replace('.png', `-${width}.webp`)} ${width}w`);
    expect(logo).toContain(` srcSet="${copies.join(', ')}, ${logo_image} 900w" sizes="135px"`);
    expect(logo).toContain(' width="900" height="240" alt="Рампа"');
    expect(logo).not.toContain('<span>');
  }
  await t.store.db.deleteFrom('images').where('name', '=', name).execute();
  await set({ news_title: 'Вести' });
  expect(logoIn((await get('/')).payload)).toContain('<span>Рампа</span>');
});

const COLOURS = ['red', '#fff', '#12345g', 'ff5a2b', '#ff5a2b;}', 'rgb(1 2 3)', '</style>'];
const NOBODYS = ['svg', 'png'].map((ending) => `/uploads/${'0'.repeat(32)}.${ending}`);
const LOGOS = ['logo.png', 'https://x.example/logo.png', '/uploads/logo.png', 'javascript:1', ...NOBODYS];
test.each([
  ...COLOURS.map((value) => ({ key: 'accent_color', value, label: 'Акцентный цвет' })),
  ...LOGOS.map((value) => ({ key: 'logo_image', value, label: 'Логотип' })),
])('$label is not $value', async ({ key, value, label }) => {
  const { statusCode, json } = await set({ [key]: value });
  expect([statusCode, json()]).toMatchObject([400, { fields: { [key]: json().message } }]);
  expect(json().message).toMatch(new RegExp(`^${label}: .*\\.$`));
  expect((await get('/api/site-content')).json()[key]).toBe('');
});

test.each([
  ['/favicon.ico', 32],
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable.png', 512],
])('icons %s has %i pixels and no metadata', async (address, size) => {
  const { statusCode, headers, rawPayload } = await get(address);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
  const isIco = address.endsWith('.ico');
  expect(headers['content-type']).toBe(isIco ? 'image/x-icon' : 'image/png');
  if (isIco) {
    const [reserved, type, count] = [0, 2, 4].map((at) => rawPayload.readUInt16LE(at));
    expect([reserved, type, count, rawPayload[6], rawPayload[7]]).toEqual([0, 1, 1, 32, 32]);
    expect(rawPayload.readUInt32LE(14) + rawPayload.readUInt32LE(18)).toBe(rawPayload.length);
  }
  const png = isIco ? rawPayload.subarray(22) : rawPayload;
  const { format, width, height, exif, xmp, icc } = await sharp(png).metadata();
  expect({ format, width, height, exif, xmp, icc }).toEqual({ format: 'png', width: size, height: size });
});

test('icons of a home screen leave no corner clear, and a maskable one a fifth around the sign', async () => {
  for (const address of ['/apple-touch-icon.png', '/icon-maskable.png']) {
    const { data, info } = await sharp((await get(address)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const ground = data.subarray(0, 3);
    expect(data[3]).toBe(255);
    const outside = Math.round(info.width * (address.includes('maskable') ? 0.18 : 0.1));
    for (let x = 0; x < info.width; x++) {
      const at = (Math.floor(info.height / 2) * info.width + x) * info.channels;
      if (x < outside || x > info.width - outside) expect(data.subarray(at, at + 3).equals(ground)).toBe(true);
    }
  }
});

test('icons follow the accent, and come from memory until something changes', async () => {
  const [before, svg] = [await get('/icon-192.png'), await get('/icon.svg')];
  expect(svg.payload).toContain('#ff5a2b');
  expect(svg.payload).toContain('prefers-color-scheme:dark');
  await set({ accent_color: '#00a86b' });
  expect((await get('/icon.svg')).payload).toContain('#00a86b');
  const after = await get('/icon-192.png', { 'if-none-match': String(before.headers.etag) });
  expect([after.statusCode, after.rawPayload.equals(before.rawPayload)]).toEqual([200, false]);
  const reading = vi.spyOn(t.store.db, 'selectFrom');
  expect((await get('/icon-192.png')).statusCode).toBe(200);
  expect((await get('/icon-192.png', { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304);
  expect(reading.mock.calls.flat()).not.toContain('settings');
  reading.mockRestore();
});

test('icons are named by every page and by the manifest, and all of them are there', async () => {
  const html = (await get('/')).payload;
  const named = [...html.matchAll(/<link [^>]*rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g)];
  const linked = named.map(([, href = '']) => href).filter((href) => !href.startsWith('data:'));
  expect(linked.sort()).toEqual(['/apple-touch-icon.png', '/favicon.ico', '/manifest.webmanifest']);
  expect(named.map(([, href = '']) => href.replaceAll('%23', '#').replaceAll('&#x27;', "'"))).toContain(
    `data:image/svg+xml,${(await get('/icon.svg')).payload.replaceAll('"', "'").replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`,
  );
  await set({ site_name: 'Песня <года>', header_logo: 'Песня' });
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const words = { name: 'Песня <года>', short_name: 'Песня', lang: 'ru', start_url: '/', scope: '/' };
  const manifest = answer.json();
  expect(manifest).toMatchObject(words);
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  const kinds = ['192x192 any', '512x512 any', '512x512 maskable'];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(expect.arrayContaining(kinds));
  for (const address of [...linked, ...icons.map(({ src }) => src)])
    expect([address, (await get(address)).statusCode]).toEqual([address, 200]);
  expect((await get('/')).headers['content-security-policy']).toContain("manifest-src 'self'");
  await set({ site_name: 'Рампа', header_logo: 'Рампа' });
});
