import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSameDocument, needNight } from '../live/night.ts';
import { click, eventually, expectFits, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { addShow, arm, FINAL, jury, putOnStage, reveal } from './show.ts';

const night = await needNight();

test('the programme grows from nothing on a phone to a page of the site', async () => {
  const page = await night.open('/admin/programme', { viewport: PHONE });
  await page.getByText('Программы пока нет').waitFor();
  await page.getByRole('button', { name: 'Добавить первый концерт' }).click();
  const show = page.getByRole('alertdialog', { name: 'Новый концерт' });
  await show.getByRole('button', { name: 'Добавить' }).click();
  await eventually(() => show.getByText('Заполните это поле.').count()).toBe(2);
  await eventually(() => show.locator('[aria-required=true]').count()).toBe(2);
  await show.getByLabel('Название').fill('Финал');
  await show.getByLabel('Зал').fill('Эллинг');
  await show.getByLabel('Начало').fill('2030-07-20T20:00');
  expect(await findBarriers(page)).toEqual([]);
  await click(show, 'Добавить', page.getByText('В этом концерте пока нет участников'));
  const shows = [{ title: 'Финал', hall: 'Эллинг', starts_at: '2030-07-20T17:00:00.000Z' }];
  await eventually(() => night.ask('GET', '/programme')).toMatchObject({ shows });

  await page.getByRole('button', { name: 'Добавить участника' }).click();
  const form = page.getByRole('alertdialog', { name: 'Новый участник' });
  await form.getByLabel('Имя').fill('Мира');
  await form.getByLabel('Песня').fill('Тёплый снег');
  expect(await findBarriers(page)).toEqual([]);
  await click(form, 'Добавить', page.getByRole('button', { name: 'Изменить: Мира' }));
  await expectFits(page);
  expectNoComplaints(page);

  const site = await night.open('/', { token: null });
  await site.locator('main').getByRole('link', { name: 'Программа' }).click();
  await site.getByRole('link', { name: 'Мира' }).click();
  await site.getByRole('heading', { level: 1, name: 'Мира' }).waitFor();
  await eventually(() => site.locator('main').textContent()).toContain('«Тёплый снег»');
  expectNoComplaints(site);
});

test('open pages follow the stage without a reload, say each change once, and never go back', async () => {
  await night.putWatch({ is_stream_enabled: true });
  const { id: show, ids } = await addShow(night.ask, ['Анна', 'Борис', 'Вера']);
  const { contestants } = await night.read<{ contestants: { id: number; slug: string }[] }>('/programme');
  const { slug } = contestants.find(({ id }) => id === ids[1]) ?? {};
  const press = (on: number | 'break') => putOnStage(night.ask, show, on === 'break' ? on : (ids[on] ?? 0));
  const pages = await Promise.all(['/watch', '/', '/programme', `/programme/${slug}`].map((path) => night.visit(path)));
  const [watch, home, programme] = pages as [Page, Page, Page];
  const said = () => Promise.all(pages.map((page) => page.locator('main [role="status"]').first().textContent()));

  await press(1);
  await watch.getByText('Сейчас на сцене: Борис — «Песня Борис»').waitFor();
  await watch.getByText('Далее: Вера').waitFor();
  const row = programme.locator('li[aria-current]');
  await row.getByText('На сцене').waitFor();
  await expect.poll(() => row.getByRole('heading').textContent()).toBe('Борис');
  const onHome = 'На сцене: Борис';
  await eventually(said).toEqual([
    'Сейчас на сцене: Борис\u00a0— «Песня Борис»',
    onHome,
    onHome,
    'Сейчас на сценеСмотреть эфир',
  ]);

  // A stale state from another tab is ignored.
  const old = { seq: 0, show: null, state: 'none', contestant: null, next: null, since: null };
  await watch.evaluate((stage) => new BroadcastChannel('rampa.live').postMessage({ state: { stage } }), old);
  await night.putWatch({ title: 'Эфир идёт' });
  await watch.getByRole('heading', { name: 'Эфир идёт' }).waitFor();
  await expect.poll(() => watch.getByText('Сейчас на сцене: Борис').count()).toBe(1);

  await press('break');
  await expect.poll(said).toEqual(['Перерыв', 'Перерыв', 'Перерыв', '']);
  await watch.getByText('Далее: Вера').waitFor();
  await expect.poll(() => programme.getByText('Выступление прошло').count()).toBe(2);

  await arm(night.ask, show, jury({ Псков: [[ids[0], 12]], Тверь: [[ids[1], 12]] }));
  await reveal(night.ask, show);
  await expect.poll(said).toEqual(['Перерыв', expect.stringMatching(/^Табло/), 'Перерыв', '']);
  await home
    .getByRole('status')
    .filter({ hasText: /^Перерыв$/ })
    .waitFor();
  await press(2);
  await watch.getByText('Сейчас на сцене: Вера').waitFor();
  await night.put(`/admin/shows/${show}`, { ...FINAL, is_public: false });
  await watch.getByText('Сейчас на сцене').waitFor({ state: 'detached' });
  await pages[3]?.getByText('Страница не найдена').first().waitFor();
  for (const page of pages) expect(await isSameDocument(page)).toBe(true);
});

test('who asked for a site without spoilers gets no word of the outcome, until «Показать всё»', async () => {
  await night.putWatch({ title: 'Эфир', stream_url: 'https://stream.example.org/live.m3u8', is_stream_enabled: true });
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
  expect((await Promise.all(bodies)).join('')).not.toMatch(/Мира|mira/);

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
