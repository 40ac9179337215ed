import { beforeEach, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const DAY = 24 * 3_600_000;

const t = await needSite();
beforeEach(async () => {
  for (const { slug } of (await t.editor('GET', '/api/admin/news?fields=card')).json<{ slug: string }[]>())
    await t.editor('DELETE', `/api/admin/news/${slug}`);
});
const page = async (address: string) => (await t.visitor('GET', address)).payload;
const write = (title: string, fields: object = {}) => t.editor('POST', '/api/admin/news', { title, ...fields });

test('the news show twelve cards and their tags; the others wait in the document, folded', async () => {
  for (let number = 1; number <= 15; number += 1)
    await write(`Новость ${number}`, { slug: `n-${number}`, tags: ['Финал'] });
  const partsOf = async (address: string) => {
    const html = await page(address);
    const [shown = '', folded = ''] = html.slice(html.indexOf('<h1')).split('<details');
    const cards = (part: string) => new Set(part.match(/href="\/news\/n-\d+"/g)).size;
    expect([address, cards(shown), cards(folded.slice(0, folded.indexOf('</details>')))]).toEqual([address, 12, 3]);
    expect(folded).toMatch(/^[^>]*><summary[^>]*>Показать ещё/);
    return shown;
  };
  await partsOf('/news/tag/final');
  expect(await partsOf('/news')).toMatch(/<nav aria-label="Темы"[^>]*>.*href="\/news\/tag\/final"[^>]*>Финал<\/a>/);
});

test('the programme begins with the show that is on or next and folds those that are over, without their calendar', async () => {
  const add = (title: string, at: number) =>
    t.editor('POST', '/api/admin/shows', { title, starts_at: new Date(Date.now() + at).toISOString() });
  await add('Первый полуфинал', -3 * DAY);
  const past = await page('/programme');
  expect(past).toContain('Все концерты прошли');
  expect(past).not.toContain('Прошедшие концерты');
  const stream = (is_stream_enabled: boolean) =>
    t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled });
  await stream(true);
  expect(await page('/programme')).not.toContain('Все концерты прошли');
  await stream(false);
  await add('Второй полуфинал', -2 * DAY);
  const titlesIn = (html: string) =>
    [...html.matchAll(/<h2 id="show-\d+-title">([^<]*)/g)].map(([, name]) => name?.replace('\u00a0', ' '));
  expect(titlesIn(await page('/programme'))).toEqual(['Второй полуфинал', 'Первый полуфинал']);
  await add('Гранд-финал', DAY);
  const html = await page('/programme');
  expect(html).not.toContain('Все концерты прошли');
  expect(titlesIn(html)).toEqual(['Гранд-финал', 'Первый полуфинал', 'Второй полуфинал']);
  const folded = html.slice(html.indexOf('Прошедшие концерты')).split('</details>')[0];
  expect(folded).toContain('Второй');
  expect(folded).not.toContain('.ics');
  expect(folded).not.toContain('Гранд');
});

async function linked(slug: string) {
  const payload = await page(`/news/${slug}`);
  const [, older] = /<a [^>]*rel="prev"[^>]*href="\/news\/([\w-]+)"/.exec(payload) ?? [];
  const [, newer] = /<a [^>]*rel="next"[^>]*href="\/news\/([\w-]+)"/.exec(payload) ?? [];
  const [, also = ''] = payload.split('Читайте также');
  const others = Array.from(also.matchAll(/<article.*?href="\/news\/([\w-]+)".*?<\/article>/gs), ([, other]) => other);
  return { older, newer, others };
}

test('an article leads to its neighbours in the list, also of one day, and to the newest others; it leaves and enters their pages at once', async () => {
  for (let day = 1; day <= 7; day += 1) await write(`День ${day}`, { slug: `day-${day}`, date: `2025-07-0${day}` });
  await write('Тайна', { slug: 'secret', date: '2025-07-06', status: 'draft' });
  expect(await linked('day-2')).toEqual({ older: 'day-1', newer: 'day-3', others: ['day-7', 'day-6', 'day-5'] });
  expect(await linked('day-7')).toEqual({ older: 'day-6', newer: undefined, others: ['day-5', 'day-4', 'day-3'] });
  expect(await linked('day-1')).toEqual({ older: undefined, newer: 'day-2', others: ['day-7', 'day-6', 'day-5'] });
  await write('Вечер', { slug: 'evening', date: '2025-07-04' });
  expect(await linked('evening')).toMatchObject({ older: 'day-4', newer: 'day-5' });
  expect(await linked('day-4')).toMatchObject({ older: 'day-3', newer: 'evening' });
  await t.editor('PUT', '/api/admin/news/day-7', { status: 'draft' });
  await t.editor('PUT', '/api/admin/news/day-3', { status: 'draft' });
  expect(await linked('day-2')).toEqual({ older: 'day-1', newer: 'day-4', others: ['day-6', 'day-5', 'evening'] });
  await t.editor('PUT', '/api/admin/news/secret', { status: 'published' });
  expect((await linked('day-2')).others).toEqual(['secret', 'day-6', 'day-5']);
});
