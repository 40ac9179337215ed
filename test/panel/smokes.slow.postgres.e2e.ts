import { test } from 'vitest';
import { eventually, expectNoComplaints } from '../rig/browser/panel.ts';
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

test('while the database is away the panel says what failed, and it saves after that', async () => {
  const { slug } = await makeArticle(panel, { title: 'Последняя копия' });
  const page = await panel.open(`/admin/news/edit/${slug}`);
  await write(page, ' Правка.');
  await postgres.gate.whileClosed(async () => {
    await button(page, 'Сохранить').click();
    await page.getByText('Не удалось сохранить новость: База данных сейчас недоступна.').first().waitFor();
    await state(page, 'Не сохранено');
    await eventually(() => bodyOf(page).textContent()).toBe('Начало. Правка.');
  });
  await eventually(async () => (await fetch(`${panel.server.origin}/readyz`)).status).toBe(200);
  await submit(page, 'Сохранить');
  await eventually(async () => (await stored(panel, slug)).content).toBe('<p>Начало. Правка.</p>');
});
