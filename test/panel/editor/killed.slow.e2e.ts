import { afterAll, expect, test } from 'vitest';
import { needBrowserOn, needProcess } from '../../rig/needs.ts';
import { startServer } from '../../rig/server.ts';
import { all, chip, makeArticle, openArticle, openNew, order, state, submit, unsaved, write } from './desk.ts';

let latest = await needProcess();
const panel = await needBrowserOn(latest);
afterAll(() => latest.stop());

async function restart(): Promise<void> {
  latest = await startServer({ dataDir: panel.server.dataDir, port: Number(new URL(panel.server.origin).port) });
}

test('nothing typed is lost when the server is killed, however soon after a save has begun', async () => {
  const { page, article } = await openArticle(panel, {});
  let text = 'Начало.';
  for (const pause of [0, 4, 8, 12, 16, 20]) {
    text += ` Через ${pause} мс.`;
    await write(page, ` Через ${pause} мс.`);
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForTimeout(pause);
    await latest.kill();
    await restart();
    await expect
      .poll(async () => {
        if ((await chip(page, 'Сохранено').count()) === 0) await page.keyboard.press('ControlOrMeta+s');
        return (await article()).content;
      })
      .toBe(`<p>${text}</p>`);
    await state(page, 'Сохранено');
  }
});

test('nothing typed is lost when the server dies after it stored a new article and before it said so: there is one article, not two', async () => {
  await makeArticle(panel, { title: 'Ответ пропал' });
  await panel.call('DELETE', '/admin/news/otvet-propal');
  const page = await openNew(panel, 'Ответ  пропал', 'Один раз.');
  await page.route('**/api/admin/news', async (route) => {
    await route.fetch();
    await latest.kill();
    await route.abort();
  });
  await order(page, 'Создать', chip(page, 'Нет связи'));
  await page.unroute('**/api/admin/news');
  await restart();
  await state(page, 'Не сохранено');
  await write(page, ' И ещё.');
  await page.reload();
  await unsaved(page).getByRole('button', { name: 'Открыть' }).click();
  await submit(page, 'Создать');
  const made = (await all(panel)).filter(({ title }) => title === 'Ответ пропал');
  expect(made.map(({ content }) => content)).toEqual(['<p>Один раз. И ещё.</p>']);
});
