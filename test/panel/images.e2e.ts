import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, expectNoComplaints, openPanel, type Panel } from '../rig/browser/panel.ts';
import { noise } from '../rig/world/pictures.ts';

interface Stored {
  name: string;
  url: string;
  alt: string;
}

let panel: Panel;
const files: { name: string; mimeType: string; buffer: Buffer }[] = [];
beforeAll(async () => {
  panel = await openPanel();
  for (const seed of [1, 2, 3]) {
    files.push({
      name: `photo-${seed}.png`,
      mimeType: 'image/png',
      buffer: await noise(600, 400, seed).png().toBuffer(),
    });
  }
});
afterAll(() => panel.close());

const stored = async () => (await (await panel.call('GET', '/admin/images')).json()) as Stored[];

describe('the library of pictures', () => {
  test('is empty at first, takes several files at once and shows the refusal of one that is none', async () => {
    const page = await panel.open('/admin/images');
    await page.getByText('Картинок пока нет').waitFor();
    const input = page.locator('input[type=file]');
    expect(await input.getAttribute('accept')).toBe('image/*');
    const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('просто текст') };
    await input.setInputFiles([...files.slice(0, 2), text]);
    await eventually(() => page.locator('main ul img').count()).toBe(2);
    await page.getByText(/^Ошибка загрузки изображения: /).waitFor();
    await page.getByRole('button', { name: 'Убрать сообщение: notes.png' }).click();
    expect(await page.getByText(/^Ошибка загрузки изображения: /).count()).toBe(0);
    expect(await stored()).toHaveLength(2);
    expect(
      await page
        .locator('main ul img')
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth === 480)),
    ).toBe(true);
  });

  test('takes a file that is dropped on the screen', async () => {
    const page = await panel.open('/admin/images');
    await page.locator('main ul img').first().waitFor();
    const bytes = (files[2]?.buffer ?? Buffer.alloc(0)).toString('base64');
    const transfer = await page.evaluateHandle((base64) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'dropped.png', { type: 'image/png' }));
      return data;
    }, bytes);
    await page.getByRole('heading', { name: 'Картинки' }).dispatchEvent('drop', { dataTransfer: transfer });
    await eventually(() => page.locator('main ul img').count()).toBe(3);
    expectNoComplaints(page);
  });

  test('says where a picture stands, keeps its description, and finds it by that', async () => {
    const [image] = await stored();
    await panel.call('POST', '/admin/news', { title: 'С обложкой', coverImageUrl: image?.url });
    const page = await panel.open('/admin/images');
    await page.getByRole('button', { name: /в 1 новости/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Картинка' });
    expect(await dialog.getByRole('link', { name: 'С обложкой' }).getAttribute('href')).toBe(
      '/admin/news/edit/s-oblozhkoy',
    );
    await dialog.locator('[name=alt]').fill('Зал перед концертом');
    await dialog.getByRole('button', { name: 'Сохранить описание' }).click();
    await page.getByText('Описание сохранено.').waitFor();
    // Nothing that may be in use, or was uploaded a moment ago, can be deleted.
    expect(await dialog.getByRole('button', { name: 'Удалить' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await page.getByRole('searchbox').fill('перед концертом');
    await eventually(() => page.locator('main ul img').count()).toBe(1);
    expect(await page.getByRole('img', { name: 'Зал перед концертом' }).count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('switch', { name: 'Только неиспользуемые' }).check();
    await eventually(() => page.locator('main ul img').count()).toBe(2);
    expect((await stored()).map(({ alt }) => alt)).toContain('Зал перед концертом');
    expectNoComplaints(page);
  });

  test('deletes a picture that may go, after a question', async () => {
    const page = await panel.open('/admin');
    let isThere = true;
    await page.route('**/api/admin/images**', async (route) => {
      if (route.request().method() === 'DELETE') {
        isThere = false;
        return route.fulfill({ status: 204 });
      }
      const [image] = await stored();
      return route.fulfill({ json: isThere ? [{ ...image, usedIn: [], deletable: true }] : [] });
    });
    await page.goto(`${panel.server.origin}/admin/images`);
    await page.getByRole('button', { name: /не используется/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Картинка удалена.').waitFor();
    await page.getByText('Картинок пока нет').waitFor();
    expect(isThere).toBe(false);
    expectNoComplaints(page);
  });

  test('takes a picture in a form of its own time, as this browser can open it', async () => {
    const page = await panel.open('/admin/images');
    const before = (await stored()).length;
    const buffer = await noise(120, 80, 9).avif().toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'a.avif', mimeType: 'image/avif', buffer });
    await eventually(async () => (await stored()).length).toBe(before + 1);
  });
});
