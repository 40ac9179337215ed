import { readFile } from 'node:fs/promises';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { exportSite, fillForMoving, freePlace, ORIGIN } from './world.ts';

const site = await needSite();
const urls = await fillForMoving(site);
const file = await freePlace('site.xml');
const done = await exportSite(site, '--format', 'wxr', file);
const document = parseDocument(await readFile(file, 'utf8'), { xmlMode: true });
type Element = ReturnType<typeof items>[number];

function items() {
  return DomUtils.getElementsByTagName('item', document, true);
}

function textIn(element: Element, name: string): string {
  return DomUtils.getElementsByTagName(name, element, true).map(DomUtils.textContent).join('|');
}

function named(slug: string): Element {
  const found = items().find((each) => textIn(each, 'wp:post_name') === slug);
  if (!found) throw new Error(`There is no item ${slug}.`);
  return found;
}

function metaOf(element: Element): Record<string, string> {
  const metas = DomUtils.getElementsByTagName('wp:postmeta', element, true);
  return Object.fromEntries(metas.map((each) => [textIn(each, 'wp:meta_key'), textIn(each, 'wp:meta_value')]));
}

test('the channel says its version, the site, its authors and tags', () => {
  expect(done.code).toBe(0);
  const [channel] = DomUtils.getElementsByTagName('channel', document, true);
  const value = (name: string) => channel && textIn(channel, name);
  expect([value('wp:wxr_version'), value('wp:base_site_url')]).toEqual(['1.2', ORIGIN]);
  expect([value('wp:author_login'), value('wp:author_display_name')]).toEqual(['admin', 'admin']);
  expect([value('wp:tag_slug'), value('wp:tag_name')]).toEqual(['za-stsenoy', 'За сценой']);
});

test.each([
  ['results', 'post', 'publish', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ['draft', 'post', 'draft', /^0000-00-00 00:00:00$/],
  ['later', 'post', 'future', /^2040-01-02 03:04:05$/],
  ['rules', 'page', 'publish', /^\d{4}/],
])('%s is a %s of the status %s', (slug, type, status, gmt) => {
  const item = named(slug);
  expect([textIn(item, 'wp:post_type'), textIn(item, 'wp:status')]).toEqual([type, status]);
  expect(textIn(item, 'wp:post_date_gmt')).toMatch(gmt);
});

test('a text keeps title, excerpt, tag, former slug and cover, and its addresses are full', () => {
  const item = named('results');
  expect([textIn(item, 'title'), textIn(item, 'excerpt:encoded')]).toEqual([
    'Итоги «a]]>b» & <b>',
    'Победитель назван',
  ]);
  expect(textIn(item, 'category')).toBe('За сценой');
  const cover = items().find((each) => textIn(each, 'wp:attachment_url') === ORIGIN + urls[0]);
  expect(metaOf(item)).toMatchObject({
    ...{ _thumbnail_id: cover && textIn(cover, 'wp:post_id'), _wp_old_slug: 'first', subtitle: 'Кто & где' },
  });
  const body = textIn(item, 'content:encoded');
  expect(body).toContain(`<a href="${ORIGIN}/news/draft">`);
  expect(body).toMatch(/<p><a href="https:\/\/rutube.ru\/[^>]*>Финал<\/a><\/p>/);
  expect(textIn(named('later'), 'wp:post_date')).toBe('2040-01-02 06:04:05');
});

test('pictures and files are attachments with ids of their own, and the trash stays away', () => {
  const attachments = items().filter((each) => textIn(each, 'wp:post_type') === 'attachment');
  expect(attachments).toHaveLength(4);
  expect(attachments.map((each) => metaOf(each)._wp_attachment_image_alt).filter(Boolean)).toEqual(['Сцена', 'Сцена']);
  const ids = items().map((each) => textIn(each, 'wp:post_id'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(items().map((each) => textIn(each, 'title'))).not.toContain('Корзина');
});
