import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints, fillIn, holdRequests } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { noise, pngFile } from '../rig/world/pictures.ts';
import { give } from './editor/desk.ts';

const panel = await needBrowser();
const stored = () => panel.read<{ url: string; title: string }[]>('/admin/images');
const pictures = (page: Page) => page.locator('main ul img');
const upload = async (page: Page, ...files: ReturnType<typeof pngFile>[]) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));

test('the library of pictures is empty at first, takes several files at once or dropped, and shows the refusal of one that is none', async () => {
  const page = await panel.open('/admin/images');
  await page.getByText('Картинок пока нет').waitFor();
  const input = page.locator('input[type=file]');
  await eventually(() => input.getAttribute('accept')).toBe('image/*');
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('просто текст') };
  const [one, other] = [await pngFile('1.png', noise(600, 400, 1)), await pngFile('2.png', noise(600, 400, 2))];
  await input.setInputFiles([one, other, text]);
  const refusal = page.getByText(/^Ошибка загрузки изображения: /);
  await refusal.waitFor();
  await page.getByRole('button', { name: 'Убрать сообщение: notes.png' }).click();
  await refusal.waitFor({ state: 'detached' });
  const widths = () => pictures(page).evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
  await eventually(widths).toEqual([480, 480]);

  const bytes = await noise(600, 400, 3).png().toBuffer();
  const place = page.getByRole('heading', { name: 'Картинки' });
  await give(page, 'drop', [{ name: 'dropped.png', type: 'image/png', bytes }], { place });
  await eventually(() => pictures(page).count()).toBe(3);
  // The browser reports the refusal.
  expect(page.complaints.filter((line) => !line.includes('415'))).toEqual([]);
});

test('the library of pictures says where a picture stands, keeps its description, finds it by that, puts another file in its place, after a question, and takes it back', async () => {
  const [image] = await stored();
  await panel.call('POST', '/admin/news', { title: 'С обложкой', coverImageUrl: image?.url });
  const page = await panel.open('/admin/images');
  await page.getByRole('button', { name: /dropped\.png в 1 новости/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Картинка' });
  const use = dialog.getByRole('link', { name: 'С обложкой' });
  await eventually(() => use.getAttribute('href')).toBe('/admin/news/edit/s-oblozhkoy');
  await dialog.getByText('Удалить её нельзя, пока она нужна').waitFor();
  await eventually(() => dialog.getByRole('button', { name: 'Удалить' }).count()).toBe(0);
  await fillIn(dialog, { alt: 'Зал перед концертом', title: 'Зал, общий план' });
  const save = dialog.getByRole('button', { name: 'Сохранить' });
  const point = dialog.getByRole('button', { name: 'Главное на картинке' });
  const { width = 0, height = 0 } = (await point.boundingBox()) ?? {};
  await point.click({ position: { x: width * 0.2, y: height * 0.9 } });
  await point.press('ArrowRight');
  await point.press('ArrowUp');
  await dialog.getByText('Сейчас: 25 % слева, 85 % сверху.').waitFor();
  await click(dialog, 'Сохранить', page.getByText('Картинка сохранена.'));
  await eventually(() => save.isDisabled()).toBe(true);
  const saved = { title: 'Зал, общий план', alt: 'Зал перед концертом', focus: { x: 25, y: 85 } };
  await eventually(stored).toContainEqual(expect.objectContaining(saved));
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  const described = () => pictures(page).evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
  await page.getByRole('searchbox').fill('перед концертом');
  await eventually(described).toEqual(['Зал перед концертом']);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('switch', { name: 'Только неиспользуемые' }).check();
  await eventually(described).toEqual(['', '']);
  await page.getByRole('switch', { name: 'Только неиспользуемые' }).uncheck();
  await page.goto(`${panel.server.origin}/news/s-oblozhkoy`);
  const cover = page.locator('article img').first();
  await eventually(() => cover.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('25% 85%');
  const coverOf = async () => (await panel.read('/admin/news/s-oblozhkoy')).coverImageUrl;
  const before = await coverOf();
  await page.goto(`${panel.server.origin}/admin/images`);
  await page.getByRole('button', { name: /Зал перед концертом/ }).click();
  await page.locator('[name=replacement]').setInputFiles(await pngFile('новый зал.png', noise(500, 500, 8)));
  const question = page.getByRole('alertdialog', { name: 'Заменить картинку везде, где она стоит?' });
  await question.getByRole('link', { name: 'С обложкой' }).waitFor();
  await question.getByText('Станет: новый зал.png').waitFor();
  await eventually(coverOf).toBe(before);
  await click(question, 'Заменить', page.getByText('Картинка заменена: 1 место.'));
  await page.getByRole('button', { name: /новый зал\.png в 1 новости/ }).waitFor();
  await eventually(coverOf).not.toBe(before);
  await page.getByRole('button', { name: /Зал, общий план только в истории новостей/ }).waitFor();
  await click(page, 'Отменить', page.getByRole('button', { name: /Зал, общий план в 1 новости/ }));
  await eventually(coverOf).toBe(before);
  expectNoComplaints(page);
});

test('the library of pictures stops an upload, and asks before it is left in the midst of one', async () => {
  const page = await panel.open('/admin/images');
  const before = (await stored()).length;
  const letThrough = await holdRequests(page, '**/api/upload');
  await upload(page, pngFile('раз.png', noise(70, 50, 31)), pngFile('два.png', noise(70, 50, 32)));
  await page.getByRole('link', { name: 'Обзор', exact: true }).click();
  await page.getByRole('button', { name: 'Остаться' }).click();
  await page.getByRole('button', { name: 'Не загружать: раз.png' }).click();
  letThrough();
  await eventually(() => page.getByRole('button', { name: 'Не загружать' }).count()).toBe(0);
  const titles = (await stored()).map(({ title }) => title);
  expect(titles.slice(0, titles.length - before)).toEqual(['два.png']);
  expectNoComplaints(page);
});

test('the library of pictures deletes several at once, when the undo has gone or the page does, and not after an undo', async () => {
  const page = await panel.open('/admin/images');
  await upload(page, ...[11, 12, 13, 14, 15].map((seed) => pngFile(`лишняя ${seed}.png`, noise(300, 200, seed))));
  const choice = (seed: number) => page.getByRole('checkbox', { name: `Выбрать: лишняя ${seed}.png` });
  const left = async () => (await stored()).flatMap(({ title }) => /^лишняя (\d+)/.exec(title)?.[1] ?? []).toSorted();
  const removal = page.getByRole('region', { name: 'Выбранные картинки' }).getByRole('button', { name: 'Удалить' });
  const remove = async (...chosen: number[]) => {
    for (const seed of chosen) await choice(seed).check();
    await removal.click();
    await choice(chosen[0] ?? 0).waitFor({ state: 'detached' });
  };
  await eventually(left).toHaveLength(5);
  await remove(11, 12);
  await page.getByText('Удалено: 2 картинки.').waitFor();
  await click(page, 'Отменить', choice(11));
  expect(await left()).toHaveLength(5);
  await removal.click();
  await page.getByRole('region', { name: 'Отмена' }).getByRole('button', { name: 'Закрыть' }).click();
  await eventually(left).toEqual(['13', '14', '15']);
  await remove(13, 14);
  await page.reload();
  await eventually(left).toEqual(['15']);
  await page.getByRole('button', { name: /лишняя 15/ }).click();
  await click(page.getByRole('dialog'), 'Удалить', page.getByText('Картинка удалена.'));
  await click(page, 'Выйти', page.getByRole('heading', { name: 'Вход' }));
  await eventually(left).toEqual([]);
  expectNoComplaints(page);
});
