import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints, findBarriers, heading, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { save } from './forms.ts';

const panel = await needBrowser();

const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const itemAt = (page: Page, at: number) => page.getByRole('main').getByRole('listitem').nth(at);
const watch = () => panel.read('/watch-settings');
const vote = () => panel.read('/vote-settings');
const putWatch = (change: object) => panel.call('PUT', '/watch-settings', { ...WORDS, ...change });

test('the sources of the stream begin with the one there is, and a spare one is shown to all by one click while other changes wait', async () => {
  await putWatch({ is_stream_enabled: true, sources: [], stream_url: 'https://a.example.org/1.m3u8' });
  const page = await panel.open('/admin/watch-settings', { viewport: PHONE });
  await page.getByRole('button', { name: 'Добавить запасной источник' }).click();
  const spare = itemAt(page, 1);
  await spare.getByLabel('Название').fill('VK Видео');
  await spare.getByLabel('Адрес плеера').fill('https://vk.com/video_ext.php?oid=1&id=2');
  await spare.getByLabel('Вид эфира').selectOption('Жестовый язык');
  await spare.getByLabel('Язык', { exact: true }).selectOption('русский');
  await save(page);
  await eventually(watch).toMatchObject({
    sources: [
      { title: 'Основной', stream_url: 'https://a.example.org/1.m3u8' },
      { title: 'VK Видео', player_url: 'https://vk.com/video_ext.php?oid=1&id=2', kind: 'sign', language: 'ru' },
    ],
    active_source: null,
  });
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByLabel('Описание').first().fill('Ещё не сохранено');
  await click(page, 'Показать всем', spare.getByText('Сейчас у зрителей'));
  await eventually(watch).toMatchObject({ active_source: 'source-2', description: 'Прямой эфир' });
  await eventually(() => page.getByLabel('Описание').first().inputValue()).toBe('Ещё не сохранено');
  await save(page);
  await eventually(watch).toMatchObject({ active_source: 'source-2', description: 'Ещё не сохранено' });
  expectNoComplaints(page);
});

test('the sources of the stream are changed for all without undoing what another editor has saved meanwhile', async () => {
  const sources = [
    { id: 'one', title: 'Один' },
    { id: 'two', title: 'Два' },
  ];
  await putWatch({ sources, active_source: null });
  const page = await panel.open('/admin/watch-settings');
  await itemAt(page, 1).getByLabel('Название').fill('Второй');
  const theirs = { title: 'Финал начался', description: 'Слова другого редактора' };
  await panel.call('PUT', '/watch-settings', theirs);
  await click(page, 'Показать всем', itemAt(page, 1).getByText('Сейчас у зрителей'));
  await eventually(watch).toMatchObject({ ...theirs, active_source: 'two' });
  await save(page, 'Слова другого редактора');
  await eventually(watch).toMatchObject({ ...theirs, active_source: 'two', sources });
});

test('the sources of the stream change their order, go, and are refused with the reason beside them', async () => {
  const sources = ['Один', 'Два', 'Три'].map((title) => ({ title, stream_url: 'https://a.example.org/x.m3u8' }));
  await putWatch({ sources });
  const page = await panel.open('/admin/watch-settings');
  await itemAt(page, 2).getByRole('button', { name: 'Выше' }).click();
  await itemAt(page, 0).getByRole('button', { name: 'Убрать' }).click();
  await itemAt(page, 0).getByLabel('Адрес плеера').fill('https://rutube.ru/video/0123456789abcdef0123456789abcdef/');
  await itemAt(page, 0).getByText('Вставим: https://rutube.ru/play/embed/0123456789abcdef0123456789abcdef').waitFor();
  const frame = itemAt(page, 0).getByTitle('Так увидят зрители');
  await frame.waitFor();
  // A host that is not allowed is refused before the save, and not framed.
  await itemAt(page, 0).getByLabel('Адрес плеера').fill('evil.example.org/video');
  await itemAt(page, 0).getByText('Адрес плеера: нужен /player или адрес https://').waitFor();
  await frame.waitFor({ state: 'detached' });
  await save(page, /^Ошибка при сохранении: Адрес плеера: нужен \/player/);
  await itemAt(page, 0).getByLabel('Адрес плеера').fill('');
  await save(page);
  const titles = ((await watch()).sources as { title: string }[]).map(({ title }) => title);
  expect(titles).toEqual(['Три', 'Два']);
});

test('the window of the vote is typed on the site’s clock, told in words, kept, and emptied; the vote can be none at all, or over, and the broadcast with its recording too', async () => {
  const page = await panel.open('/admin/voting', { timezoneId: 'Asia/Vladivostok' });
  await heading(page, 'Голосование').waitFor();
  await page.getByLabel('Адрес голосования').fill('https://vote.example.org/');
  await page.getByLabel('Голосование открыто').check();
  await page.locator('[name=opens_at]').fill('2030-07-20T20:00');
  await page.locator('[name=closes_at]').fill('2030-07-20T21:30');
  await page.locator('[name=spread_seconds]').fill('20');
  await page.getByText('отсчёт до начала голосования').waitFor();
  await page.getByText(/У вас это 21 июля 2030, 03:00/).waitFor();
  await save(page);
  await eventually(vote).toMatchObject({
    opens_at: '2030-07-20T17:00:00.000Z',
    closes_at: '2030-07-20T18:30:00.000Z',
    spread_seconds: 20,
    vote_state: 'upcoming',
  });
  await page.locator('[name=closes_at]').fill('2030-07-20T19:00');
  await save(page, 'Конец голосования: должен быть позже начала.');
  await page.getByRole('button', { name: 'Отменить изменения' }).click();
  await eventually(() => page.locator('[name=closes_at]').inputValue()).toBe('2030-07-20T21:30');

  for (const name of ['opens_at', 'closes_at']) await page.locator(`[name=${name}]`).fill('');
  await page.getByLabel('Голосование открыто').uncheck();
  await save(page);
  await eventually(vote).toMatchObject({ opens_at: null, closes_at: null });
  await page.getByText('сообщение, что голосование ещё не открыто.').waitFor();
  await page.getByLabel('не проводится').check();
  await page.getByText('сообщение, что голосование не проводится').waitFor();
  await save(page);
  await eventually(vote).toMatchObject({ vote_state: 'not_held' });
  await page.getByLabel('не проводится').uncheck();
  await page.getByLabel('Голосование завершено').check();
  await page.getByText('сообщение, что голосование завершено.').waitFor();
  await save(page);
  await eventually(vote).toMatchObject({ is_voting_over: true, vote_state: 'closed' });
  await page.getByLabel('Голосование открыто').check();
  await eventually(() => page.getByLabel('Голосование завершено').count()).toBe(0);
  await page.getByRole('button', { name: 'Отменить изменения' }).click();

  const starts_at = new Date(Date.now() - 3_600_000).toISOString();
  await putWatch({ is_stream_enabled: true, starts_at });
  await page.getByRole('link', { name: 'Трансляция' }).click();
  await page.getByLabel('Трансляция включена').uncheck();
  await page.getByText('сообщение, что трансляция завершена.').waitFor();
  await page.locator('[name=starts_at]').fill('2025-07-20T20:00');
  await page.getByLabel('Адрес записи').fill('rutube.ru/video/1');
  await page.getByLabel('Начало записи').fill('2026-07-20T20:00:07');
  await save(page);
  await eventually(watch).toMatchObject({
    is_stream_over: true,
    starts_at: '2025-07-20T17:00:00.000Z',
    recording_url: 'https://rutube.ru/video/1',
    recording_starts_at: '2026-07-20T17:00:07.000Z',
  });
  expect(await findBarriers(page)).toEqual([]);
});
