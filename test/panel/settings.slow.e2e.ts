import { renameSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, expectNoComplaints, findBarriers, hasFocus, heading, readStored } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { field, save, TEXTS_SAVED } from './forms.ts';

const panel = await needBrowser();
const stored = () => panel.read('/watch-settings');
const texts = () => panel.read('/site-content');

test('the stream takes the address of a video or an <iframe> code, and shows what becomes of it before it is saved', async () => {
  const page = await panel.open('/admin/watch-settings');
  const embed = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
  await page.route('https://www.youtube.com/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: 'плеер' }),
  );
  await field(page, 'is_stream_enabled').check();
  await field(page, 'stream_url').fill('https://cdn.example.org/live.m3u8');
  await field(page, 'player_url').fill('https://youtu.be/dQw4w9WgXcQ?si=1');
  await page.getByText(`Вставим: ${embed}`).waitFor();
  await page.frameLocator(`iframe[src="${embed}"]`).getByText('плеер').waitFor();
  await save(page);
  await expect.poll(() => field(page, 'player_url').inputValue()).toBe(embed);
  await page.getByText('эфир в плеере www.youtube.com').waitFor();
  const stream = { is_stream_enabled: true, stream_url: 'https://cdn.example.org/live.m3u8', player_url: embed };
  await expect.poll(stored).toMatchObject(stream);
  await field(page, 'player_url').fill('https://www.youtube.com/@festival');
  await page.getByText('эту страницу (YouTube) нельзя показать внутри сайта').first().waitFor();
  await page.locator('figure iframe').waitFor({ state: 'detached' });
  await field(page, 'player_url').fill('<iframe width="8" src="https://ok.ru/videoembed/7"></iframe>');
  await page.getByText('Вставим: https://ok.ru/videoembed/7').waitFor();
});

/** The outcome of a save is visible at every scroll position of the long form. */
const isInSight = (page: Page, words: string) =>
  expect
    .poll(() =>
      page
        .getByRole('alert')
        .getByText(words)
        .evaluate((text) => text.getBoundingClientRect().bottom < innerHeight),
    )
    .toBe(true);

test('the texts of the site are one field for a key, long ones with several lines, found by word, label and key, and saved with an alert that stays', async () => {
  await panel.call('PUT', '/site-content', { 'promo.line': 'Добавлено программой', ten_lines: 'а\nб' });
  const page = await panel.open('/admin');
  await page.getByRole('link', { name: 'Изменить тексты' }).click();
  await heading(page, 'Тексты сайта').waitFor();
  await field(page, 'hero_title').waitFor();
  const before = await texts();
  const shapes: Record<string, string> = { legal_age: 'SELECT', legal_details: 'TEXTAREA', legal_marks: 'TEXTAREA' };
  for (const [key, text] of Object.entries(before)) {
    const shape = await field(page, key).evaluate((input) => input.tagName);
    const isLong = String(text).length > 50 || String(text).includes('\n');
    expect([key, shape]).toEqual([key, shapes[key] ?? (isLong ? 'TEXTAREA' : 'INPUT')]);
  }
  const changed = { hero_title: 'Рампа: финал', about_text: 'Первый абзац.\n\nВторой абзац.' };
  for (const [key, text] of Object.entries(changed)) await field(page, key).fill(text);
  await save(page, TEXTS_SAVED);
  await isInSight(page, TEXTS_SAVED);
  await expect.poll(texts).toEqual({ ...before, ...changed });
  await page.reload();
  await expect.poll(() => field(page, 'hero_title').inputValue()).toBe('Рампа: финал');

  const search = page.getByRole('searchbox');
  await field(page, 'vote_closed_title').fill('Голосование завершено');
  await search.fill('social_rutube');
  await expect.poll(() => page.locator('form [name]').count()).toBe(1);
  await search.fill('завершено');
  await expect.poll(() => field(page, 'vote_closed_title').inputValue()).toBe('Голосование завершено');
  await search.fill('такого нет');
  await page.getByText('Такого текста нет').waitFor();
  await search.fill('');
  await save(page, TEXTS_SAVED);
  await expect.poll(texts).toMatchObject({ vote_closed_title: 'Голосование завершено' });
  expectNoComplaints(page);
});

test('the texts of the site stand on their page beside the form as they are typed, outlined, with a word on what is long', async () => {
  const page = await panel.open('/admin/site-content', { viewport: { width: 1366, height: 768 } });
  await field(page, 'hero_title').fill('Ночь песен');
  const shown = page.getByRole('complementary', { name: 'Текст на странице' }).frameLocator('iframe');
  const outlined = shown.locator('[style*="outline"]');
  await expect.poll(() => outlined.allTextContents()).toEqual(['Ночь песен']);
  await field(page, 'hero_title').fill('Очень длинный заголовок. '.repeat(4));
  await page.getByText('Для телефона длинно: 99 из 60 знаков').waitFor();
  await field(page, 'site_description').focus();
  await page.getByText('На страницах этого текста нет: его показывают поисковики').waitFor();
  await field(page, 'social_telegram').focus();
  await expect.poll(() => outlined.allTextContents()).toEqual(['Telegram']);
  await expect.poll(() => page.getByText('hero_title').count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await click(page, 'Показать на странице: Кнопка голосования', page.getByRole('dialog').locator('iframe'));
  expect(await findBarriers(page)).toEqual([]);
  expectNoComplaints(page);
});

test('the texts of the site get https:// for a link that was typed without it, refuse what is no address beside its field, and say what failed, reading and saving', async () => {
  const page = await panel.open('/admin/site-content');
  await page.getByText('Пусто — ссылки в подвале не будет').first().waitFor();
  await field(page, 'social_telegram').fill(' t.me/rampa ');
  await field(page, 'social_youtube').fill('');
  await field(page, 'social_telegram').press('Enter');
  await page.getByText(TEXTS_SAVED).waitFor();
  await expect.poll(() => field(page, 'social_telegram').inputValue()).toBe('https://t.me/rampa');
  await expect.poll(texts).toMatchObject({ social_telegram: 'https://t.me/rampa', social_youtube: '' });
  const footer = async () => (await (await fetch(`${panel.server.origin}/about`)).text()).split('<footer')[1];
  await expect.poll(footer).toContain('href="https://t.me/rampa"');
  await expect.poll(footer).not.toContain('youtube.com');
  await field(page, 'social_rutube').fill('@rampa');
  await save(page, 'Не удалось обновить контент сайта.');
  const refused =
    'Ссылка на Rutube: нужен полный адрес, который начинается с https:// или http://, или оставьте поле пустым.';
  // In the alert, beside the field, and above the page with the text.
  await expect.poll(() => page.getByText(refused).count()).toBe(3);
  await expect.poll(() => field(page, 'social_rutube').getAttribute('aria-invalid')).toBe('true');
  await hasFocus(field(page, 'social_rutube'));
  await expect.poll(texts).toMatchObject({ social_rutube: 'https://rutube.ru/' });

  const json = { message: 'Диск переполнен.' };
  await page.route('**/api/site-content', (route) => route.fulfill({ status: 500, json }));
  await page.goto(`${panel.server.origin}/admin/site-content`);
  await page.getByText('Ошибка загрузки контента сайта: Диск переполнен.').waitFor();
  await page.unroute('**/api/site-content');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await field(page, 'hero_title').fill('Не сохранится');
  await page.route('**/api/site-content', (route) => route.abort());
  await save(page, 'Не удалось обновить контент сайта.');
  await isInSight(page, 'Не удалось обновить контент сайта.');
  await expect.poll(() => field(page, 'hero_title').inputValue()).toBe('Не сохранится');
});

test('unsaved changes are asked about before a link and before signing out, and go when that is answered', async () => {
  const page = await panel.open('/admin/voting');
  const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' });
  const leave = page.getByRole('button', { name: 'Выйти' });
  const news = page.getByRole('link', { name: 'Новости' });
  await field(page, 'title').fill('Ещё не сохранено');
  for (const way of [news, leave]) {
    await way.click();
    await question.getByRole('button', { name: 'Остаться' }).click();
    await expect.poll(() => field(page, 'title').inputValue()).toBe('Ещё не сохранено');
    await expect.poll(() => readStored(page)).not.toBeNull();
  }
  await page.getByRole('button', { name: 'Отменить изменения' }).click();
  await news.click();
  await heading(page, 'Новости').waitFor();
  await page.getByRole('link', { name: 'Голосование' }).click();
  await field(page, 'title').fill('Ещё не сохранено');
  await leave.click();
  await click(question, 'Уйти', heading(page, 'Вход в панель'));
});

test('while nothing can be saved the panel says so, and the text is saved once the database is back', async () => {
  const file = path.join(panel.server.dataDir, 'rampa.sqlite');
  const page = await panel.open('/admin/voting');
  await field(page, 'title').fill('Голосование зрителей');
  renameSync(file, `${file}.aside`);
  await save(page, 'Сейчас можно только читать.');
  const notice = page.getByText('Сейчас можно только читать.');
  // Whatever stays at the top of a screen leaves it in sight, also far down.
  for (const width of [768, 1920]) {
    await page.setViewportSize({ width, height: 500 });
    await page.mouse.wheel(0, 400);
    await expect.poll(() => notice.evaluate(isOnTop)).toBe(true);
  }
  renameSync(`${file}.aside`, file);
  await notice.waitFor({ state: 'detached' });
  await save(page);
  expect(await panel.read('/vote-settings')).toMatchObject({ title: 'Голосование зрителей' });
});

function isOnTop(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect();
  return document.elementFromPoint(left + 4, top + 4) === element;
}
