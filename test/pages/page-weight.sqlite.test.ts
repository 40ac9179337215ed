import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ASSETS_DIR } from '../../ops/build/build.ts';
import { demoArticles, demoContestants, demoPages, placeUploads } from '../../seeds/demo/content.ts';
import { demoPartners, demoSettings } from '../../seeds/demo/settings.ts';
import { addFirstPages } from '../../seeds/pages.ts';
import { addShow, arm, askOf, jury, reveal } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';
import budget from './page-weight.json' with { type: 'json' };

/** Ten segments, in bytes, and what a festival of the night has more: its stage, board, past and status line (measured: 449). */
const FIRST_FLIGHT = 14_600;
const MORE = 450;

const t = await needSite();
/** The demo festival; of its pictures only their sizes are known here, which is all that a page says of them. */
beforeAll(async () => {
  await addFirstPages(t.store, 'admin');
  for (const { slug, ...page } of demoPages)
    await t.editor('PUT', `/api/admin/pages/${slug}`, { ...page, status: 'published' });
  await t.editor('PUT', '/api/site-content', demoSettings.siteText);
  const created_at = new Date().toISOString();
  for (const [at, { cover, content, ...article }] of demoArticles.entries()) {
    const name = `${String(at).padStart(32, '0')}.webp`;
    await t.store.db.insertInto('images').values({ name, width: 1600, height: 900, bytes: 1, created_at }).execute();
    const body = { ...article, content: placeUploads(content, () => `/uploads/${name}`) };
    await t.editor('POST', '/api/admin/news', { ...body, ...(cover && { coverImageUrl: `/uploads/${name}` }) });
  }
  const at = { starts_at: '2025-07-20T17:00:00.000Z', ends_at: '2025-07-20T20:00:00.000Z' };
  const { id: show } = await addShow(askOf(t), [], { title: 'Гранд-финал', hall: 'Зал «Эллинг»', ...at });
  const points: [number, number][] = [];
  for (let number = 0; number < 30; number += 1) {
    const image = `/uploads/${String(number).padStart(32, '0')}.webp`;
    const { words } = demoContestants[number % demoContestants.length] ?? {};
    const contestant = { ...words, image, shows: [show], name: `${words?.name} ${number}` };
    points.push([(await askOf(t)('POST', '/admin/contestants', contestant)).id, number + 1]);
  }
  await arm(askOf(t), show, jury({ Томск: points }));
  await reveal(askOf(t), show);
});

test.each(Object.entries(budget))('%s stays within its budget', async (name, allowed) => {
  const cards = (await t.visitor('GET', '/api/news?limit=1&fields=card')).json();
  const page = await t.visitor('GET', name.replace(':slug', cards[0].slug));
  expect(page.statusCode).toBe(200);
  const weight = weigh(page.payload);
  const parts = Object.keys(weight) as (keyof typeof weight)[];
  const outgrown = parts.filter((part) => weight[part] > allowed[part]);
  expect(outgrown.map((part) => `${part}: ${weight[part]} of ${allowed[part]}`)).toEqual([]);
});

test('a page of the site and one of the panel share no styles but those of every document', async () => {
  const [site, panel] = await Promise.all([filesOf('/'), filesOf('/admin/login')]);
  const names = Array.from(site.intersection(panel), (file) =>
    file.replace(/^\/assets\/(.+)-[\w-]{8}\.(\w+)$/, '$1.$2'),
  );
  expect(names.filter((name) => name.endsWith('.css'))).toEqual(['root.css']);
  expect(names).not.toContain('site.js');
});

test('an unknown address of the panel is a page of the panel', async () => {
  const { statusCode, payload } = await t.visitor('GET', '/admin/nothing');
  expect([statusCode, payload]).toEqual([404, expect.stringContaining('<title>Нет такой страницы')]);
  expect([...(await filesOf('/admin/nothing'))].join(' ')).not.toMatch(/\/site-/);
});

test('the one sheet of the site has the styles of every document, but for those of its last resort', () => {
  const sheet = (name: string) => {
    const file = readdirSync(ASSETS_DIR).find((each) => new RegExp(`^${name}-[\\w-]{8}\\.css$`).test(each)) ?? '';
    return readFileSync(path.join(ASSETS_DIR, file), 'utf8');
  };
  const site = sheet('site');
  const missing = sheet('root')
    .split('}')
    .filter((rule) => rule.trim() !== '' && !site.includes(`${rule}}`));
  // What shows when not even the layout of a page can be made: one block of a heading, a paragraph and two links.
  const selectors = missing.map((rule) => rule.split('{')[0] ?? '');
  expect(new Set(selectors.map((selector) => selector.split('_')[1])).size).toBe(1);
  expect(selectors).toHaveLength(5);
});

test('the home page, compressed, comes with its headers in the first flight of a connection', async () => {
  for (const { logo, ...partner } of demoPartners) {
    const picture = logo && `/uploads/${'0'.repeat(32)}.webp`;
    await t.editor('POST', '/api/admin/partners', { ...partner, logo: picture });
  }
  await t.editor('PUT', '/api/watch-settings', demoSettings.watch);
  await t.editor('PUT', '/api/vote-settings', demoSettings.vote);
  const { headers, rawPayload } = await t.visitor('GET', '/', undefined, { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  const said = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  expect(rawPayload.length + said.join('').length).toBeLessThan(FIRST_FLIGHT - MORE);
});

/** What a first visit to a page takes besides its pictures, in bytes as they come over the wire (Brotli; fonts as they are). */
function weigh(html: string) {
  const css = found(html, /<link rel="stylesheet" href="\/assets\/([\w.-]+\.css)/g);
  const fonts = found(html, /href="\/assets\/([^"]+\.woff2)"/g);
  const js = withImports(found(html, /\/assets\/([\w.-]+\.js)/g));
  return {
    html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
    css: sum(css, '.br'),
    js: sum(js, '.br'),
    fonts: sum(fonts, ''),
    requests: 1 + css.size + fonts.size + js.size,
  };
}

function withImports(names: Set<string>, known = new Set<string>()): Set<string> {
  for (const name of names.difference(known)) {
    known.add(name);
    const source = readFileSync(path.join(ASSETS_DIR, name), 'utf8');
    withImports(found(source, /(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g), known);
  }
  return known;
}

const sum = (names: Set<string>, suffix: string): number =>
  [...names].reduce((total, name) => total + statSync(path.join(ASSETS_DIR, name + suffix)).size, 0);

const found = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

const filesOf = async (path: string) =>
  found((await t.visitor('GET', path)).payload, /"(\/assets\/[^"]+\.(?:css|js))"/g);
