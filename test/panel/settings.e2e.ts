import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually, expectNoComplaints, findBarriers, heading, readStored } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить', exact: true }).click();
const saved = 'Настройки успешно сохранены!';
const stored = async (address: string) => (await (await panel.call('GET', address)).json()) as Record<string, unknown>;

describe('voting', () => {
  test('is saved, said for three seconds, and there after a reload', async () => {
    const page = await panel.open('/admin/voting');
    await field(page, 'title').fill('Выбираем песню года');
    await field(page, 'description').fill('Один голос\nна человека.');
    await field(page, 'voting_url').fill('vote.example.org/final');
    await field(page, 'is_voting_enabled').check();
    await page.getByText('кнопку, которая ведёт на vote.example.org').waitFor();
    await save(page);
    const success = page.getByText(saved);
    await success.waitFor();
    const since = Date.now();
    await success.waitFor({ state: 'detached' });
    expect(Date.now() - since).toBeGreaterThan(2000);
    await page.reload();
    await eventually(() => field(page, 'title').inputValue()).toBe('Выбираем песню года');
    await eventually(() => field(page, 'description').inputValue()).toBe('Один голос\nна человека.');
    await eventually(() => field(page, 'voting_url').inputValue()).toBe('https://vote.example.org/final');
    await eventually(() => field(page, 'is_voting_enabled').isChecked()).toBe(true);
    await eventually(() => field(page, 'voting_url').getAttribute('type')).toBe('url');
    expectNoComplaints(page);
  });

  test('shows the refusal of the server beside the field and keeps what was typed', async () => {
    const page = await panel.open('/admin/voting');
    await field(page, 'voting_url').fill('не адрес');
    await save(page);
    await page.getByRole('alert').getByText('нужен полный адрес').waitFor();
    await eventually(() => field(page, 'voting_url').getAttribute('aria-invalid')).toBe('true');
    await eventually(() => field(page, 'voting_url').inputValue()).toBe('не адрес');
  });
});

describe('the stream', () => {
  test('is saved and there after a reload', async () => {
    const page = await panel.open('/admin/watch-settings');
    await page.route('https://rutube.ru/**', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: 'плеер' }),
    );
    await field(page, 'title').fill('Финал в прямом эфире');
    await field(page, 'stream_url').fill('https://cdn.example.org/live.m3u8');
    await field(page, 'player_url').fill('https://rutube.ru/play/embed/1');
    await field(page, 'is_stream_enabled').check();
    await save(page);
    await page.getByText(saved).waitFor();
    await page.reload();
    await eventually(() => field(page, 'title').inputValue()).toBe('Финал в прямом эфире');
    await eventually(() => field(page, 'stream_url').inputValue()).toBe('https://cdn.example.org/live.m3u8');
    await page.getByText('эфир в плеере rutube.ru').waitFor();
    await eventually(() => stored('/watch-settings')).toMatchObject({
      is_stream_enabled: true,
      player_url: 'https://rutube.ru/play/embed/1',
    });
    expectNoComplaints(page);
  });

  test('takes the address of a video or an <iframe> code, and shows what becomes of it before it is saved', async () => {
    const page = await panel.open('/admin/watch-settings');
    const embed = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
    await page.route('https://www.youtube.com/**', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: 'плеер' }),
    );
    await field(page, 'player_url').fill('https://youtu.be/dQw4w9WgXcQ?si=1');
    await page.getByText(`Вставим: ${embed}`).waitFor();
    await page.frameLocator(`iframe[src="${embed}"]`).getByText('плеер').waitFor();
    await save(page);
    await page.getByText(saved).waitFor();
    await eventually(() => field(page, 'player_url').inputValue()).toBe(embed);
    await eventually(() => stored('/watch-settings')).toMatchObject({ player_url: embed });
    await field(page, 'player_url').fill('https://www.youtube.com/@festival');
    await page.getByText('эту страницу (YouTube) нельзя показать внутри сайта').first().waitFor();
    await page.locator('figure iframe').waitFor({ state: 'detached' });
    await field(page, 'player_url').fill('<iframe width="8" src="https://ok.ru/videoembed/7"></iframe>');
    await page.getByText('Вставим: https://ok.ru/videoembed/7').waitFor();
    expectNoComplaints(page);
  });

  test('has its start typed on the site’s clock and kept in UTC, and forgets it when the field is emptied', async () => {
    const page = await panel.open('/admin/watch-settings');
    await field(page, 'starts_at').fill('2031-07-20T20:00');
    await save(page);
    await page.getByText(saved).waitFor();
    await eventually(() => stored('/watch-settings')).toMatchObject({ starts_at: '2031-07-20T17:00:00.000Z' });
    await page.reload();
    await eventually(() => field(page, 'starts_at').inputValue()).toBe('2031-07-20T20:00');
    await field(page, 'starts_at').fill('2031-07-21T20:00');
    await page.getByRole('button', { name: 'Отменить изменения' }).click();
    await eventually(() => field(page, 'starts_at').inputValue()).toBe('2031-07-20T20:00');
    await field(page, 'starts_at').fill('');
    await save(page);
    await page.getByText(saved).waitFor();
    await eventually(() => stored('/watch-settings')).toMatchObject({ starts_at: null });
    expectNoComplaints(page);
  });

  test('needs a title and a description', async () => {
    const page = await panel.open('/admin/watch-settings');
    await field(page, 'title').fill('  ');
    await save(page);
    await page.getByText('Ошибка при сохранении: Заголовок: заполните это поле.').waitFor();
    await eventually(() => field(page, 'title').evaluate((input) => input === document.activeElement)).toBe(true);
    await eventually(() => stored('/watch-settings')).not.toMatchObject({ title: '  ' });
  });

  test('says why it was not saved', async () => {
    const page = await panel.open('/admin/watch-settings');
    await field(page, 'player_url').fill('https://evil.example.org/player');
    await save(page);
    await page
      .getByRole('alert')
      .getByText(/^Ошибка при сохранении: Адрес плеера/)
      .waitFor();
  });

  test('says so when the settings cannot be read, and tries again', async () => {
    const page = await panel.open('/admin');
    await page.route('**/api/watch-settings', (route) => route.abort());
    await page.getByRole('link', { name: 'Трансляция' }).click();
    await page.getByText('Ошибка при загрузке настроек.').waitFor();
    await page.unroute('**/api/watch-settings');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await field(page, 'title').waitFor();
  });
});

describe('the texts of the site', () => {
  test('are one field for a key, long ones with several lines, saved with an alert that stays', async () => {
    await panel.call('PUT', '/site-content', { 'promo.line': 'Добавлено программой', ten_lines: 'а\nб' });
    const page = await panel.open('/admin');
    await page.getByRole('link', { name: 'Изменить тексты' }).click();
    await heading(page, 'Тексты сайта').waitFor();
    await field(page, 'hero_title').waitFor();
    const texts = await stored('/site-content');
    const shapes: Record<string, string> = { legal_age: 'SELECT', legal_details: 'TEXTAREA', legal_marks: 'TEXTAREA' };
    for (const [key, text] of Object.entries(texts)) {
      const shape = await field(page, key).evaluate((input) => input.tagName);
      const isLong = String(text).length > 50 || String(text).includes('\n');
      expect([key, shape]).toEqual([key, shapes[key] ?? (isLong ? 'TEXTAREA' : 'INPUT')]);
    }
    await field(page, 'hero_title').fill('Рампа: финал');
    await field(page, 'about_text').fill('Первый абзац.\n\nВторой абзац.');
    await save(page);
    const success = page.getByRole('alert').getByText('Контент сайта успешно обновлен!');
    await success.waitFor();
    await eventually(() => success.evaluate((text) => text.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await eventually(() => stored('/site-content')).toEqual({
      ...texts,
      hero_title: 'Рампа: финал',
      about_text: 'Первый абзац.\n\nВторой абзац.',
    });
    await page.reload();
    await eventually(() => field(page, 'hero_title').inputValue()).toBe('Рампа: финал');
    expectNoComplaints(page);
  });

  test('stand on their page beside the form as they are typed, outlined, with a word on what is long', async () => {
    const page = await panel.open('/admin/site-content', { viewport: { width: 1366, height: 768 } });
    await field(page, 'hero_title').fill('Ночь песен');
    const shown = page.getByRole('complementary', { name: 'Текст на странице' }).frameLocator('iframe');
    const outlined = shown.locator('[style*="outline"]');
    await eventually(() => outlined.allTextContents()).toEqual(['Ночь песен']);
    await field(page, 'hero_title').fill('Очень длинный заголовок. '.repeat(4));
    await page.getByText('Для телефона длинно: 99 из 60 знаков').waitFor();
    await field(page, 'site_description').focus();
    await page.getByText('На страницах этого текста нет: его показывают поисковики').waitFor();
    await field(page, 'social_telegram').focus();
    await eventually(() => outlined.allTextContents()).toEqual(['Telegram']);
    await eventually(() => page.getByText('hero_title').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Показать на странице: Кнопка голосования' }).click();
    await page.getByRole('dialog').locator('iframe').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expectNoComplaints(page);
  });

  test('are found by word, label and key, and a search loses nothing that was typed', async () => {
    const page = await panel.open('/admin/site-content');
    await field(page, 'vote_closed_title').fill('Голосование завершено');
    await page.getByRole('searchbox').fill('social_rutube');
    await eventually(() => page.locator('form [name]').count()).toBe(1);
    await page.getByRole('searchbox').fill('завершено');
    await eventually(() => field(page, 'vote_closed_title').inputValue()).toBe('Голосование завершено');
    await page.getByRole('searchbox').fill('такого нет');
    await page.getByText('Такого текста нет').waitFor();
    await page.getByRole('searchbox').fill('');
    await save(page);
    await page.getByText('Контент сайта успешно обновлен!').waitFor();
    await eventually(() => stored('/site-content')).toMatchObject({ vote_closed_title: 'Голосование завершено' });
  });

  test('get https:// for a link that was typed without it, and refuse what is no address beside its field', async () => {
    const page = await panel.open('/admin/site-content');
    await page.getByText('Пусто — ссылки в подвале не будет').first().waitFor();
    await field(page, 'social_telegram').fill(' t.me/rampa ');
    await field(page, 'social_youtube').fill('');
    await field(page, 'social_telegram').press('Enter');
    await page.getByText('Контент сайта успешно обновлен!').waitFor();
    await eventually(() => field(page, 'social_telegram').inputValue()).toBe('https://t.me/rampa');
    await eventually(() => stored('/site-content')).toMatchObject({
      social_telegram: 'https://t.me/rampa',
      social_youtube: '',
    });
    const footer = async () => (await (await fetch(`${panel.server.origin}/about`)).text()).split('<footer')[1];
    await eventually(footer).toContain('href="https://t.me/rampa"');
    await eventually(() => footer()).not.toContain('youtube.com');
    await field(page, 'social_rutube').fill('@rampa');
    await save(page);
    const refused =
      'Ссылка на Rutube: нужен полный адрес, который начинается с https:// или http://, или оставьте поле пустым.';
    await page.getByRole('alert').getByText('Не удалось обновить контент сайта.').waitFor();
    // In the alert, beside the field, and above the page with the text.
    await eventually(() => page.getByText(refused).count()).toBe(3);
    await eventually(() => field(page, 'social_rutube').getAttribute('aria-invalid')).toBe('true');
    await eventually(async () => (await stored('/site-content')).social_rutube).toBe('https://rutube.ru/');
    await page.getByRole('button', { name: 'Отменить изменения' }).click();
  });

  test('say what failed, reading and saving', async () => {
    const page = await panel.open('/admin');
    await page.route('**/api/site-content', (route) =>
      route.fulfill({ status: 500, json: { message: 'Диск переполнен.' } }),
    );
    await page.goto(`${panel.server.origin}/admin/site-content`);
    await page.getByText('Ошибка загрузки контента сайта: Диск переполнен.').waitFor();
    await page.unroute('**/api/site-content');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await field(page, 'hero_title').fill('Не сохранится');
    await page.route('**/api/site-content', (route) => route.abort());
    await save(page);
    const failure = page.getByRole('alert').getByText('Не удалось обновить контент сайта.');
    await failure.waitFor();
    // The form is long: what came of a save is seen wherever in it somebody is.
    await eventually(() => failure.evaluate((text) => text.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await eventually(() => field(page, 'hero_title').inputValue()).toBe('Не сохранится');
  });
});

describe('two administrators in one form', () => {
  test('who changed different fields are both kept', async () => {
    const [mine, theirs] = await Promise.all([panel.open('/admin/voting'), panel.open('/admin/voting')]);
    await field(mine, 'description').fill('Описание первого');
    await field(theirs, 'title').fill('Заголовок второго');
    await save(theirs);
    await theirs.getByText(saved).waitFor();
    await save(mine);
    await mine.getByRole('alertdialog').getByText('Вы изменили разные поля').waitFor();
    await mine.getByRole('button', { name: 'Сохранить оба изменения' }).click();
    await mine.getByText(saved).waitFor();
    await eventually(() => stored('/vote-settings')).toMatchObject({
      title: 'Заголовок второго',
      description: 'Описание первого',
    });
    await eventually(() => field(mine, 'title').inputValue()).toBe('Заголовок второго');
  });

  test('who changed the same field see both texts and choose', async () => {
    const [mine, theirs] = await Promise.all([panel.open('/admin/voting'), panel.open('/admin/voting')]);
    await field(mine, 'title').fill('Мой заголовок');
    await field(theirs, 'title').fill('Чужой заголовок');
    await save(theirs);
    await theirs.getByText(saved).waitFor();
    await save(mine);
    const dialog = mine.getByRole('alertdialog');
    await dialog.getByRole('cell', { name: 'Мой заголовок' }).waitFor();
    await dialog.getByRole('cell', { name: 'Чужой заголовок' }).waitFor();
    await dialog.getByRole('button', { name: 'Вернуться к форме' }).click();
    await eventually(() => field(mine, 'title').inputValue()).toBe('Мой заголовок');
    await save(mine);
    await dialog.getByRole('button', { name: 'Взять сохранённое' }).click();
    await eventually(() => field(mine, 'title').inputValue()).toBe('Чужой заголовок');
    await field(mine, 'title').fill('Мой заголовок');
    await save(mine);
    await mine.getByText(saved).waitFor();
    await eventually(() => stored('/vote-settings')).toMatchObject({ title: 'Мой заголовок' });
  });
});

describe('unsaved changes', () => {
  test('are asked about before a link, and before signing out', async () => {
    const page = await panel.open('/admin/voting');
    await field(page, 'title').fill('Ещё не сохранено');
    for (const leave of [page.getByRole('link', { name: 'Новости' }), page.getByRole('button', { name: 'Выйти' })]) {
      await leave.click();
      const dialog = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' });
      await dialog.getByRole('button', { name: 'Остаться' }).click();
      await eventually(() => field(page, 'title').inputValue()).toBe('Ещё не сохранено');
      await eventually(() => readStored(page)).not.toBeNull();
    }
    await page.getByRole('button', { name: 'Отменить изменения' }).click();
    await page.getByRole('link', { name: 'Новости' }).click();
    await heading(page, 'Новости').waitFor();
  });

  test('go when that is what was answered', async () => {
    const page = await panel.open('/admin/voting');
    await field(page, 'title').fill('Ещё не сохранено');
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Уйти' }).click();
    await heading(page, 'Вход в панель').waitFor();
  });
});
