import { expect, test } from 'vitest';
import { needNight } from '../live/night.ts';

const night = await needNight();
const WINNER = /Мира|mira/;

test('who asked for a site without spoilers gets no word of the outcome, until «Показать всё»', async () => {
  const stream_url = 'https://stream.example.org/live.m3u8';
  await night.putWatch({ title: 'Эфир', stream_url, is_stream_enabled: true });
  const starts_at = new Date(Date.now() - 3_600_000).toISOString();
  await night.ask('POST', '/admin/shows', { title: 'Финал', starts_at });
  await night.ask('POST', '/admin/news', { title: 'Победила Мира', slug: 'mira' });

  const page = await night.visit('/about');
  const bodies: Promise<string>[] = [];
  await page.getByRole('link', { name: 'Без спойлеров' }).click();
  await page.waitForURL('**/about?spoilers=hide');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.locator('[data-consent-does="decline"]').click();
  await expect.poll(() => page.evaluate(() => document.cookie)).toBe('rampa.spoilers=hide');

  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  for (const path of ['/', '/news', '/watch']) {
    await page.goto(new URL(path, page.url()).href);
    expect(new URL(page.url()).search, path).toBe('?spoilers=hide');
  }
  await page.locator('iframe[title="Эфир"]').waitFor();
  await night.ask('POST', '/admin/news', { title: 'Мира: интервью', slug: 'mira-2' });
  await page.getByRole('link', { name: 'Новости' }).first().click();
  await page.waitForURL('**/news?spoilers=hide');
  expect((await Promise.all(bodies)).join('')).not.toMatch(WINNER);

  await page.getByRole('link', { name: 'Показать всё' }).click();
  await page.waitForURL('**/news');
  await page.getByRole('link', { name: 'Победила Мира' }).waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a page that the server has finished is not sent to one who asked for none with spoilers', async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${night.server.origin}/news`, { headers, redirect: 'manual' });
    await answer.text();
    return [answer.status, answer.headers.get('location')];
  };
  expect(await ask({})).toEqual([200, null]);
  expect(await ask({ cookie: 'a=b' })).toEqual([200, null]);
  expect(await ask({ cookie: 'a=b; rampa.spoilers=hide' })).toEqual([302, '/news?spoilers=hide']);
});
