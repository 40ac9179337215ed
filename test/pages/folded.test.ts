import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const site = await needSite();
const page = async (path: string) => (await site.visitor('GET', path)).payload;
const DAY = 24 * 3_600_000;

test('the news show twelve cards and their tags; the others wait in the document, folded', async () => {
  for (let number = 1; number <= 15; number += 1)
    await site.editor('POST', '/api/admin/news', { title: `Новость ${number}`, slug: `n-${number}`, tags: ['Финал'] });
  const partsOf = async (path: string) => {
    const html = await page(path);
    const [shown = '', folded = ''] = html.slice(html.indexOf('<h1')).split('<details');
    const cards = (part: string) => new Set(part.match(/href="\/news\/n-\d+"/g)).size;
    expect([path, cards(shown), cards(folded.slice(0, folded.indexOf('</details>')))]).toEqual([path, 12, 3]);
    expect(folded).toMatch(/^[^>]*><summary[^>]*>Показать ещё/);
    return shown;
  };
  await partsOf('/news/tag/final');
  const shown = await partsOf('/news');
  expect(shown).toMatch(/<nav aria-label="Темы"[^>]*>.*href="\/news\/tag\/final"[^>]*>Финал<\/a>/);
});

test('the programme begins with the show that is on or next and folds those that are over, without their calendar', async () => {
  const add = (title: string, at: number) =>
    site.editor('POST', '/api/admin/shows', { title, starts_at: new Date(Date.now() + at).toISOString() });
  await add('Первый полуфинал', -3 * DAY);
  expect(await page('/programme')).not.toContain('Уже прошли');
  await add('Второй полуфинал', -2 * DAY);
  await add('Гранд-финал', DAY);
  const html = await page('/programme');
  const order = [...html.matchAll(/<h2 id="show-\d+-title">([^<]*)/g)].map(([, title]) =>
    title?.replace('\u00a0', ' '),
  );
  expect(order).toEqual(['Гранд-финал', 'Первый полуфинал', 'Второй полуфинал']);
  const folded = html.slice(html.indexOf('Уже прошли')).split('</details>')[0];
  expect(folded).toContain('Второй');
  expect(folded).not.toContain('.ics');
  expect(folded).not.toContain('Гранд');
});

test('the footer names every part of the site', async () => {
  const html = await page('/about');
  const footer = html.slice(html.indexOf('<footer'));
  for (const path of ['/', '/news', '/watch', '/vote', '/programme', '/about'])
    expect(footer).toMatch(new RegExp(`href="${path}"`));
});
