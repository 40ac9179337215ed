import { renameSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  click,
  eventually,
  expectFits,
  expectNoComplaints,
  fillIn,
  findBarriers,
  follow,
  hasFocus,
  heading,
  PHONE,
  readStored,
  undoBar,
} from '../rig/browser/panel.ts';
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

test('the texts of the site are one field for a key, long ones with several lines, found by word, label and key, and saved with an alert that stays', async () => {
  await panel.call('PUT', '/site-content', { 'promo.line': 'Добавлено программой', ten_lines: 'а\nб' });
  const page = await panel.open('/admin');
  await follow(page, 'Изменить тексты', heading(page, 'Тексты сайта'));
  await field(page, 'hero_title').waitFor();
  const before = await texts();
  const shapes: Record<string, string> = { legal_age: 'SELECT', legal_details: 'TEXTAREA', legal_marks: 'TEXTAREA' };
  const shown = await page
    .locator('form [name]')
    .evaluateAll((all) => all.map((each) => [each.getAttribute('name'), each.tagName]));
  const expected = Object.entries(before).map(([key, text]) => {
    const isLong = String(text).length > 50 || String(text).includes('\n');
    return [key, shapes[key] ?? (isLong ? 'TEXTAREA' : 'INPUT')];
  });
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  const changed = { hero_title: 'Рампа: финал', about_text: 'Первый абзац.\n\nВторой абзац.' };
  await fillIn(page, changed);
  await save(page, TEXTS_SAVED);
  await expect.poll(texts).toEqual({ ...before, ...changed });
  await page.reload();
  await expect.poll(() => field(page, 'hero_title').inputValue()).toBe('Рампа: финал');

  const search = page.getByRole('searchbox');
  await field(page, 'vote_closed_title').fill('Голосование завершено');
  await search.fill('social_rutube');
  await expect.poll(() => page.locator('form [name]').count()).toBe(1);
  await search.fill('завершено');
  await expect.poll(() => field(page, 'vote_closed_title').inputValue()).toBe('Голосование завершено');
  await search.fill('');
  await save(page, TEXTS_SAVED);
  await expect.poll(texts).toMatchObject({ vote_closed_title: 'Голосование завершено' });
  await search.fill('такого нет');
  await page.getByText('Такого текста нет').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Сохранить' }).count()).toBe(0);
  expectNoComplaints(page);
});

test('the texts of the site are shown on their page as they are typed, the last one that had the focus outlined', async () => {
  const page = await panel.open('/admin/site-content', { viewport: { width: 1366, height: 768 } });
  const dialog = page.getByRole('dialog');
  const outlined = dialog.frameLocator('iframe').locator('[style*="outline"]');
  const show = async (group: string, label: string) => {
    await click(page, `Показать на странице: ${group}`, dialog.getByText(label, { exact: true }));
    await dialog.locator('iframe').waitFor();
  };
  const close = async () => {
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await field(page, 'hero_title').fill('Ночь песен');
  await show('Главная страница', 'Крупный заголовок');
  await expect.poll(() => outlined.allTextContents()).toEqual(['Ночь песен']);
  expect(await findBarriers(page)).toEqual([]);
  await close();
  await field(page, 'site_description').focus();
  await show('Сайт целиком', 'Описание сайта для поисковиков');
  await dialog.getByText('Сейчас этого текста на странице нет.').waitFor();
  await close();
  await show('Главная страница', 'Строка над заголовком: что это и где');
  await close();
  await field(page, 'social_telegram').focus();
  await show('Подвал и соцсети', 'Ссылка на Telegram');
  await expect.poll(() => outlined.allTextContents()).toEqual(['Telegram']);
  await close();
  await expect.poll(() => page.getByText('hero_title').count()).toBe(0);
  await page.setViewportSize(PHONE);
  await field(page, 'vote_closed_title').focus();
  await show('Голосование', 'Заголовок до голосования');
  expect(await findBarriers(page)).toEqual([]);
  await close();
  expectNoComplaints(page);
});

test('the texts of the site get https:// for a link that was typed without it, refuse what is no address beside its field, and say what failed, reading and saving', async () => {
  const page = await panel.open('/admin/site-content');
  await page.getByText('Пусто — ссылки в подвале не будет').first().waitFor();
  await fillIn(page, { social_telegram: ' t.me/rampa ', social_youtube: '' });
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
  // In the alert, and beside the field.
  await expect.poll(() => page.getByText(refused).count()).toBe(2);
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
  await follow(page, 'Новости', heading(page, 'Новости'));
  await page.getByRole('link', { name: 'Голосование' }).click();
  await field(page, 'title').fill('Ещё не сохранено');
  await leave.click();
  await click(question, 'Уйти', heading(page, 'Вход в панель'));
});

test('discarded changes come back by an undo, over what was typed since, which is offered on that screen alone', async () => {
  const page = await panel.open('/admin/voting');
  await fillIn(page, { title: 'Набранный заголовок', description: 'Набранное описание' });
  const discard = page.getByRole('button', { name: 'Отменить изменения' });
  await discard.click();
  await eventually(() => field(page, 'title').inputValue()).not.toBe('Набранный заголовок');
  await field(page, 'description').fill('Набрано после');
  await click(undoBar(page), 'Вернуть', page.getByText('Изменения возвращены.'));
  await eventually(() => field(page, 'title').inputValue()).toBe('Набранный заголовок');
  expect(await field(page, 'description').inputValue()).toBe('Набрано после');
  await discard.click();
  await undoBar(page).getByText('Изменения отменены.').waitFor();
  await follow(page, 'Новости', heading(page, 'Новости'));
  await eventually(() => undoBar(page).getByRole('status').count()).toBe(0);
  expectNoComplaints(page);
});

test('while nothing can be saved the panel says so, and the text is saved once the database is back', async () => {
  const file = path.join(panel.server.dataDir, 'rampa.sqlite');
  const page = await panel.open('/admin/voting');
  await field(page, 'title').fill('Голосование зрителей');
  renameSync(file, `${file}.aside`);
  await save(page, 'Сейчас можно только читать.');
  const notice = page.getByText('Сейчас можно только читать.');
  renameSync(`${file}.aside`, file);
  await notice.waitFor({ state: 'detached' });
  await save(page);
  expect(await panel.read('/vote-settings')).toMatchObject({ title: 'Голосование зрителей' });
});

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const itemAt = (page: Page, at: number) => page.getByRole('main').getByRole('listitem').nth(at);
const vote = () => panel.read('/vote-settings');
const putWatch = (change: object) => panel.call('PUT', '/watch-settings', { ...WORDS, ...change });

test('the sources of the stream begin with the one there is, get a spare one, and say which one is shown', async () => {
  await putWatch({ is_stream_enabled: true, sources: [], stream_url: 'https://a.example.org/1.m3u8' });
  const page = await panel.open('/admin/watch-settings', { viewport: PHONE });
  await page.getByRole('button', { name: 'Добавить запасной источник' }).click();
  const spare = itemAt(page, 1);
  const player_url = 'https://vk.com/video_ext.php?oid=1&id=2';
  await spare.getByLabel('Название').fill('VK Видео');
  await spare.getByLabel('Адрес плеера').fill(player_url);
  await spare.getByLabel('Вид эфира').selectOption('Жестовый язык');
  await spare.getByLabel('Язык', { exact: true }).selectOption('русский');
  await save(page);
  const main = { title: 'Основной', stream_url: 'https://a.example.org/1.m3u8' };
  const sources = [main, { title: 'VK Видео', player_url, kind: 'sign', language: 'ru' }];
  await expect.poll(stored).toMatchObject({ sources, active_source: null });
  await expectFits(page);
  await itemAt(page, 0).getByText('Сейчас у зрителей').waitFor();
  expect(await spare.getByText('Сейчас у зрителей').count()).toBe(0);
  expectNoComplaints(page);
});

test('the sources of the stream change their order, go, and are refused with the reason beside them', async () => {
  const stream_url = 'https://a.example.org/x.m3u8';
  const sources = ['Один', 'Два', 'Три'].map((title, at) => ({ id: `source-${at}`, title, stream_url }));
  await putWatch({ sources, active_source: 'source-0' });
  const page = await panel.open('/admin/watch-settings');
  const first = itemAt(page, 0);
  const address = first.getByLabel('Адрес плеера');
  await itemAt(page, 2).getByRole('button', { name: 'Выше: Три' }).click();
  await first.getByRole('button', { name: 'Убрать: Один' }).click();
  await address.fill('https://rutube.ru/video/0123456789abcdef0123456789abcdef/');
  await first.getByText('Вставим: https://rutube.ru/play/embed/0123456789abcdef0123456789abcdef').waitFor();
  // A host that is not allowed is refused before the save, and not framed.
  await address.fill('evil.example.org/video');
  await first.getByText('Адрес плеера: нужен /player или адрес https://').waitFor();
  await save(page, /^Ошибка при сохранении: Адрес плеера: нужен \/player/);
  await address.fill('');
  await save(page);
  expect(await stored()).toMatchObject({ sources: [{ title: 'Три' }, { title: 'Два' }], active_source: null });
});

test('the window of the vote is typed on the site’s clock, told in words, kept, and emptied; the vote can be none at all, or over, and the broadcast with its recording too', async () => {
  const page = await panel.open('/admin/voting', { timezoneId: 'Asia/Vladivostok' });
  await heading(page, 'Голосование').waitFor();
  await page.getByLabel('Адрес голосования').fill('https://vote.example.org/');
  await page.getByLabel('Открыть голосование').check();
  await fillIn(page, { opens_at: '2030-07-20T20:00', closes_at: '2030-07-20T21:30', spread_seconds: '20' });
  await page.getByText('отсчёт до начала голосования').waitFor();
  await page.getByText(/У вас это 21 июля 2030, 03:00/).waitFor();
  await save(page);
  const window = { opens_at: '2030-07-20T17:00:00.000Z', closes_at: '2030-07-20T18:30:00.000Z' };
  await expect.poll(vote).toMatchObject({ ...window, spread_seconds: 20, vote_state: 'upcoming' });
  await fillIn(page, { closes_at: '2030-07-20T19:00' });
  await save(page, 'Конец голосования: должен быть позже начала.');
  await page.getByRole('button', { name: 'Отменить изменения' }).click();
  await expect.poll(() => page.locator('[name=closes_at]').inputValue()).toBe('2030-07-20T21:30');

  await fillIn(page, { opens_at: '', closes_at: '' });
  await page.getByLabel('Открыть голосование').uncheck();
  await save(page);
  await expect.poll(vote).toMatchObject({ opens_at: null, closes_at: null });
  await page.getByText('сообщение, что голосование ещё не открыто.').waitFor();
  await page.getByLabel('не проводится').check();
  await page.getByText('сообщение, что голосование не проводится').waitFor();
  await save(page);
  await expect.poll(vote).toMatchObject({ vote_state: 'not_held' });
  await page.getByLabel('не проводится').uncheck();
  await page.getByLabel('Голосование завершено').check();
  await page.getByText('сообщение, что голосование завершено.').waitFor();
  await save(page);
  await expect.poll(vote).toMatchObject({ is_voting_over: true, vote_state: 'closed' });
  await page.getByLabel('Открыть голосование').check();
  await expect.poll(() => page.getByLabel('Голосование завершено').count()).toBe(0);
  await page.getByRole('button', { name: 'Отменить изменения' }).click();

  await putWatch({ is_stream_enabled: true, starts_at: new Date(Date.now() - 3_600_000).toISOString() });
  await page.getByRole('link', { name: 'Трансляция' }).click();
  await page.getByLabel('Показывать трансляцию').uncheck();
  await page.getByText('сообщение, что трансляция завершена.').waitFor();
  await fillIn(page, { starts_at: '2025-07-20T20:00' });
  await page.getByLabel('Адрес записи').fill('rutube.ru/video/1');
  await page.getByLabel('Начало записи').fill('2026-07-20T20:00:07');
  await save(page);
  await expect.poll(stored).toMatchObject({
    is_stream_over: true,
    starts_at: '2025-07-20T17:00:00.000Z',
    recording_url: 'https://rutube.ru/video/1',
    recording_starts_at: '2026-07-20T17:00:07.000Z',
  });
  expect(await findBarriers(page)).toEqual([]);
});
