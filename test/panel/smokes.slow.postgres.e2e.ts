import { expect, test } from 'vitest';
import { eventually, expectNoComplaints, fillIn } from '../rig/browser/panel.ts';
import { needBrowserOn, needPostgres, needProcess } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';
import { bodyOf, button, makeArticle, state, stored, submit, titleOf, write } from './editor/desk.ts';

// The other tests in a browser are on SQLite. These show that browser, server and PostgreSQL work together.
const postgres = await needPostgres();
const env = { DATABASE_URL: postgres.url };
const panel = await needBrowserOn(await needProcess({ env }));
const another = await needProcess({ env });

test('a picture that is uploaded in the panel is shown in the public article, by every server', async () => {
  const page = await panel.open('/admin/news/new');
  await titleOf(page).fill('С картинкой');
  await write(page, 'Текст.');
  const buffer = await noise().png().toBuffer();
  await page.locator('input[name=coverImage]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByText('Обложка успешно загружена.').waitFor();
  await submit(page, 'Создать');
  for (const { origin } of [panel.server, another]) {
    const reader = await panel.visit(`${origin}/news/s-kartinkoy`);
    const picture = reader.locator('main img[src^="/uploads/"]').first();
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);
    expectNoComplaints(reader);
  }
});

test('the live switch reaches open pages without a reload, also those of another server', async () => {
  const viewers = await Promise.all([panel.server, another].map(({ origin }) => panel.visit(`${origin}/watch`)));
  for (const viewer of viewers) {
    await viewer.getByRole('heading', { level: 1 }).waitFor();
    await viewer.evaluate(() => Object.assign(window, { sameDocument: true }));
  }
  const page = await panel.open('/admin/watch-settings');
  const live = page.locator('[name=is_stream_enabled]');
  const save = button(page, 'Сохранить');
  await fillIn(page, { title: 'Финал', description: 'Прямой эфир' });
  await live.check();
  await save.click();
  for (const viewer of viewers) await viewer.locator('iframe[src^="/player"]').waitFor();
  await live.uncheck();
  await save.click();
  for (const viewer of viewers) {
    await viewer.locator('iframe').waitFor({ state: 'detached' });
    expect(await viewer.evaluate(() => 'sameDocument' in window)).toBe(true);
  }
});

test('while the database is away pages show the last good copy, the panel says what failed, and it saves after that', async () => {
  const { slug } = await makeArticle(panel, { title: 'Последняя копия' });
  const reader = await panel.visit(`${panel.server.origin}/news/${slug}`);
  const page = await panel.open(`/admin/news/edit/${slug}`);
  await write(page, ' Правка.');
  const words = reader.locator('.article-body');
  // Nothing cached is fresh any more.
  await makeArticle(panel, { title: 'Самая новая' });
  await postgres.gate.whileClosed(async () => {
    await eventually(() => words.textContent()).toBe('Начало.');
    const answer = await reader.reload();
    expect([answer?.status(), answer?.headers()['x-stale']]).toEqual([200, '1']);
    await eventually(() => words.textContent()).toBe('Начало.');
    await button(page, 'Сохранить').click();
    await page.getByText('Не удалось сохранить новость: База данных сейчас недоступна.').first().waitFor();
    await state(page, 'Не сохранено');
    await eventually(() => bodyOf(page).textContent()).toBe('Начало. Правка.');
  });
  await eventually(async () => (await fetch(`${panel.server.origin}/readyz`)).status).toBe(200);
  await submit(page, 'Сохранить');
  await eventually(async () => (await stored(panel, slug)).content).toBe('<p>Начало. Правка.</p>');
  const answer = await reader.reload();
  expect([answer?.headers()['x-stale'], await words.textContent()]).toEqual([undefined, 'Начало. Правка.']);
});
