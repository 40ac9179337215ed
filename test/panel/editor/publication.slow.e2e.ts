import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import {
  bodyOf,
  button,
  makeArticle,
  openArticle,
  outcome,
  press,
  saveByKeys,
  state,
  stored,
  titleOf,
  write,
} from './desk.ts';

const panel = await needBrowser();

const openDraft = (title: string, fields = {}) => openArticle(panel, { title, ...fields });

const undoBar = (page: Page) => page.getByRole('region', { name: 'Отмена последних действий' });

/** What stands below a field. */
const note = (page: Page, name: string) =>
  page
    .locator(`[name=${name}]`)
    .evaluate((field) => field.getAttribute('aria-describedby') ?? '')
    .then((id) => page.locator(`[id="${id}"]`).textContent());

async function makeGroup(name: string): Promise<number> {
  const { id }: { id: number } = await (await panel.call('POST', '/admin/groups', { name })).json();
  return id;
}

describe('publication', () => {
  test('takes the text along, and is taken back for a while', async () => {
    const { page, article } = await openDraft('В эфир');
    await write(page, ' Последняя правка.');
    await button(page, 'Опубликовать').click();
    await undoBar(page).getByText('Новость «В эфир» опубликована.').waitFor();
    expect(await article()).toMatchObject({ status: 'published', content: '<p>Начало. Последняя правка.</p>' });
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await eventually(async () => (await article()).status).toBe('draft');
    await button(page, 'Опубликовать').waitFor();
    await state(page, 'Сохранено');
  });

  test('is withdrawn, and that is taken back to the former moment', async () => {
    const { page, article } = await openDraft('Снять', { status: 'published' });
    const { publishAt } = await article();
    await button(page, 'Снять с публикации').click();
    await undoBar(page).getByText('Новость «Снять» снята с публикации.').waitFor();
    await eventually(async () => (await article()).status).toBe('draft');
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await eventually(async () => (await article()).publishAt).toBe(publishAt);
  });

  test('that has no moment yet says when it will be, and an empty name for social networks what it is', async () => {
    const page = await panel.open('/admin/news/new');
    await eventually(() => note(page, 'socialTitle')).toBe('Пусто — такое же, как у новости');
    await eventually(() => note(page, 'publishAt')).toBe('Пусто — новость выйдет, как только вы нажмёте «Создать»');
    await eventually(() => outcome(page)).toBe('текст пуст');
    await write(page, 'Текст.');
    await eventually(() => outcome(page)).toBe('выйдет сразу');
    const { page: draft } = await openDraft('Без времени');
    await eventually(() => note(draft, 'publishAt')).toBe(
      'Пусто — новость выйдет, как только вы нажмёте «Опубликовать»',
    );
    await draft.locator('[name=publishAt]').fill('2125-07-20T18:00');
    await draft.getByText('как только вы нажмёте').waitFor({ state: 'detached' });
    await eventually(() => outcome(draft)).toBe('выйдет 20 июля 2125 в\u00a018:00');
  });

  test('of a new article without a text is asked about', async () => {
    const page = await panel.open('/admin/news/new');
    await button(page, 'Создать').click();
    await page.getByText('Не удалось сохранить новость: Заголовок: заполните это поле.').waitFor();
    await titleOf(page).fill('Без единого слова');
    await button(page, 'Создать').click();
    const question = page.getByRole('alertdialog', { name: 'Опубликовать новость без текста?' });
    await question.getByRole('button', { name: 'Вернуться' }).click();
    expect((await fetch(`${panel.server.origin}/news/bez-edinogo-slova`)).status).toBe(404);
    await button(page, 'Создать').click();
    await question.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByText('Новость успешно создана!').waitFor();
    await eventually(async () => (await stored(panel, 'bez-edinogo-slova')).status).toBe('published');
  });

  test('that is planned moves with any save, is not saved without a time, and is called off', async () => {
    const { page, article } = await openDraft('Переносится', {
      status: 'scheduled',
      publishAt: '2125-07-20T15:00:00Z',
    });
    await page.locator('[name=publishAt]').fill('2125-07-21T19:30');
    await state(page, 'Не сохранено');
    await button(page, 'Сохранить и остаться').click();
    await undoBar(page).getByText('Публикация новости «Переносится» запланирована.').waitFor();
    await state(page, 'Сохранено');
    await eventually(async () => (await article()).publishAt).toBe('2125-07-21T16:30:00.000Z');
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(async () => (await article()).publishAt).toBe('2125-07-20T15:00:00.000Z');
    // What is typed before the editor knows of it is a conflict.
    await eventually(() => page.locator('[name=publishAt]').inputValue()).toBe('2125-07-20T18:00');
    await page.locator('[name=publishAt]').fill('');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Не удалось сохранить новость: Укажите, когда опубликовать.').waitFor();
    await eventually(async () => (await article()).status).toBe('scheduled');
    await button(page, 'Отменить выход').click();
    await undoBar(page).getByText('Выход новости «Переносится» отменён.').waitFor();
    await eventually(async () => (await article()).status).toBe('draft');
  });

  test('is refused with the reason beside the field', async () => {
    const { page } = await openDraft('Задом наперёд', { status: 'published' });
    await page.locator('[name=expiresAt]').fill('2001-01-01T00:00');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Время снятия: должно быть позже времени публикации.', { exact: true }).first().waitFor();
    await state(page, 'Не сохранено');
  });
});

describe('a group of variants', () => {
  test('is made here, shows its articles, and a published one locks the others', async () => {
    const openInGroup = async (title: string, group: string) => {
      const opened = await openDraft(title);
      await opened.page.getByText('Выйдет только одна из…').click();
      await opened.page.getByLabel('Группа').selectOption(group);
      return opened;
    };
    const { page } = await openInGroup('Победила Анна', 'Новая группа…');
    await page.getByLabel('Название группы').fill('Победитель');
    await button(page, 'Создать группу').click();
    await eventually(() => page.getByLabel('Группа').locator('option:checked').textContent()).toBe('Победитель');
    await button(page, 'Опубликовать').click();
    await undoBar(page).getByText('опубликована').waitFor();

    const { page: other, article } = await openInGroup('Победил Борис', 'Победитель');
    await other.getByText('Из группы «Победитель» уже опубликована новость «Победила Анна»').waitFor();
    await eventually(() => button(other, 'Опубликовать').isDisabled()).toBe(true);
    await saveByKeys(other);
    expect((await article()).status).toBe('draft');
  });

  test('refuses with the server’s sentence when another was faster', async () => {
    const group = await makeGroup('Кто быстрее');
    const { page } = await openDraft('Медленная', { group });
    // The groups are read once: before the other article is there, or the button would already be locked.
    await page
      .getByLabel('Группа')
      .locator('option:checked', { hasText: 'Кто быстрее' })
      .waitFor({ state: 'attached' });
    await makeArticle(panel, { title: 'Быстрая', group });
    await button(page, 'Опубликовать').click();
    await page
      .getByText('Не удалось сохранить новость: Из группы «Кто быстрее» уже опубликована новость «Быстрая»')
      .first()
      .waitFor();
  });

  test('has exactly one public article when two administrators press at once', async () => {
    const group = await makeGroup('Вместе');
    for (let round = 0; round < 3; round += 1) {
      const pair = await Promise.all(['Анна', 'Борис'].map((name) => openDraft(`${name} ${round}`, { group })));
      await Promise.all(pair.map(({ page }) => button(page, 'Опубликовать').click()));
      const told = /опубликована\.$|^Не удалось сохранить новость: Из группы/;
      await Promise.all(pair.map(({ page }) => page.getByText(told).first().waitFor()));
      const statuses = await Promise.all(pair.map(async ({ article }) => (await article()).status));
      expect(statuses.toSorted()).toEqual(['draft', 'published']);
      const seen = await Promise.all(pair.map(({ slug }) => fetch(`${panel.server.origin}/news/${slug}`)));
      expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      for (const { slug } of pair) await panel.call('PUT', `/admin/news/${slug}`, { status: 'draft' });
      for (const { page } of pair) await page.leave();
    }
  });
});

describe('history', () => {
  test('says who saved what, shows what differs and brings a version back', async () => {
    const { page, article } = await openDraft('Версии');
    await titleOf(page).fill('Версии, вторая');
    await write(page, ' Добавлено.');
    await saveByKeys(page);
    await button(page, 'Показать версии').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button').filter({ hasText: 'admin' }).last().click();
    await expect
      .poll(() => dialog.locator('del').allTextContents())
      .toEqual(['Версии, вторая', expect.stringContaining('Добавлено.')]);
    await dialog.getByRole('button', { name: 'Восстановить' }).click();
    await undoBar(page).getByText('Версия восстановлена: «Версии».').waitFor();
    expect([await titleOf(page).inputValue(), await bodyOf(page).textContent()]).toEqual(['Версии', 'Начало.']);
    await state(page, 'Сохранено');
    await eventually(() => article()).toMatchObject({ title: 'Версии', version: 3 });
  });

  test('says what changed and how, and asks before a version goes public at once, which can be undone', async () => {
    const { page, slug, article } = await openDraft('На сайте', { status: 'published' });
    await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Начало.</p><p>Раз.</p><p>Два.</p>' });
    await page.reload();
    await button(page, 'Показать версии').click();
    const line = page.getByRole('dialog').locator('ol button');
    await line.nth(1).waitFor();
    await eventually(async () => (await line.allTextContents()).map((text) => text.replace(/^.*admin/, ''))).toEqual([
      'опубликованасейчас сохранена+2 абзаца',
      'опубликовананачало новости',
    ]);
    await line.nth(1).click();
    await button(page, 'Восстановить').click();
    const question = page.getByRole('alertdialog', { name: 'Восстановить версию прямо на сайте?' });
    await question.waitFor();
    await eventually(async () => (await article()).version).toBe(2);
    await question.getByRole('button', { name: 'Восстановить' }).click();
    await undoBar(page).getByText('Версия восстановлена: «На сайте».').waitFor();
    await eventually(async () => (await article()).content).toBe('<p>Начало.</p>');
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(() => bodyOf(page).locator('p').allTextContents()).toEqual(['Начало.', 'Раз.', 'Два.']);
    await state(page, 'Сохранено');
  });
});

describe('a preview', () => {
  test('is an address without a login that can be taken away', async () => {
    const { page } = await openDraft('Глазами читателя');
    await button(page, 'Получить ссылку').click();
    const address = await page.getByLabel('Ссылка для просмотра').inputValue();
    const html = await (await fetch(address)).text();
    expect(html).toContain('Глазами читателя');
    await button(page, 'Отозвать').click();
    await page.getByText('Ссылки больше не открываются.').waitFor();
    expect((await fetch(address)).status).toBe(404);
  });
});

describe('the typograf', () => {
  test('shows what it changes, leaves code and links alone, and one step takes it back', async () => {
    const content =
      '<p>Песня "<strong>Рассвет</strong>" - это <em>хит</em> в Москве</p><pre data-language="plain">a - "b"</pre><p><a href="https://example.ru/a-b" rel="noopener noreferrer">сайт "тут"</a> и <code>"код"</code></p>';
    const { page, article } = await openDraft('Типограф', { content });
    await press(page, 'Типограф');
    await page.getByRole('dialog').getByText('«').first().waitFor();
    await button(page, 'Применить').click();
    await saveByKeys(page);
    await eventually(async () => (await article()).content).toBe(
      '<p>Песня «<strong>Рассвет</strong>»\u00a0— это <em>хит</em> в\u00a0Москве</p><pre data-language="plain">a - "b"</pre><p><a href="https://example.ru/a-b" rel="noopener noreferrer">сайт "тут"</a> и\u00a0<code>"код"</code></p>',
    );
    await bodyOf(page).click();
    await page.keyboard.press('ControlOrMeta+z');
    await saveByKeys(page);
    await eventually(async () => (await article()).content).toBe(content);
  });
});
