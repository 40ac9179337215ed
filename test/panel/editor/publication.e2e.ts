import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually, type WatchedPage } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, makeArticle, outcome, press, state, stored, titleOf, write } from './desk.ts';

const panel = await needBrowser();

async function openDraft(
  title: string,
  fields: object = {},
  options: object = {},
): Promise<{ page: WatchedPage; slug: string }> {
  const { slug } = await makeArticle(panel, { title, status: 'draft', ...fields });
  const page = await panel.open(`/admin/news/edit/${slug}`, options);
  await bodyOf(page).waitFor();
  return { page, slug };
}

const undoBar = (page: Page) => page.getByRole('region', { name: 'Отмена последних действий' });

/** What stands below a field. */
const note = (page: Page, name: string) =>
  page
    .locator(`[name=${name}]`)
    .evaluate((field) => field.getAttribute('aria-describedby') ?? '')
    .then((id) => page.locator(`[id="${id}"]`).textContent());

const openGroup = (page: Page) => page.getByText('Выйдет только одна из…').click();

describe('publication', () => {
  test('takes the text along, and is taken back for a while', async () => {
    const { page, slug } = await openDraft('В эфир');
    await write(page, ' Последняя правка.');
    await button(page, 'Опубликовать').click();
    await undoBar(page).getByText('Новость «В эфир» опубликована.').waitFor();
    await eventually(() => stored(panel, slug)).toMatchObject({
      status: 'published',
      content: '<p>Начало. Последняя правка.</p>',
    });
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(async () => (await stored(panel, slug)).status).toBe('draft');
    await button(page, 'Опубликовать').waitFor();
    await state(page, 'Сохранено');
  });

  test('is withdrawn, and that is taken back to the former moment', async () => {
    const { page, slug } = await openDraft('Снять', { status: 'published' });
    const { publishAt } = await stored(panel, slug);
    await button(page, 'Снять с публикации').click();
    await undoBar(page).getByText('Новость «Снять» снята с публикации.').waitFor();
    await eventually(async () => (await stored(panel, slug)).status).toBe('draft');
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(async () => (await stored(panel, slug)).publishAt).toBe(publishAt);
  });

  test('is planned on the site’s clock, with the own one beside it, and stays in the editor', async () => {
    const { page, slug } = await openDraft('По расписанию', {}, { timezoneId: 'Asia/Vladivostok' });
    await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
    await page.getByText('У вас это 21 июля 2125, 01:00').waitFor();
    await button(page, 'Запланировать').click();
    await undoBar(page).getByText('Публикация новости «По расписанию» запланирована.').waitFor();
    await eventually(() => stored(panel, slug)).toMatchObject({
      status: 'scheduled',
      publishAt: '2125-07-20T15:00:00.000Z',
    });
    await page.locator('[name=expiresAt]').fill('2125-07-21T00:00');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await eventually(async () => (await stored(panel, slug)).expiresAt).toBe('2125-07-20T21:00:00.000Z');
    expect(new URL(page.url()).pathname).toBe(`/admin/news/edit/${slug}`);
  });

  test('of a new article at a moment to come makes it wait', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Сразу по расписанию');
    await write(page, 'Текст.');
    await page.locator('[name=publishAt]').fill('2125-07-20T18:00');
    await button(page, 'Создать').click();
    await undoBar(page)
      .getByText('Новость успешно создана! Публикация новости «Сразу по расписанию» запланирована.')
      .waitFor();
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
    await eventually(async () => (await stored(panel, 'srazu-po-raspisaniyu')).status).toBe('scheduled');
  });

  test('that has no moment yet says when it will be', async () => {
    const page = await panel.open('/admin/news/new');
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
    const { page, slug } = await openDraft('Переносится', { status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' });
    await page.locator('[name=publishAt]').fill('2125-07-21T19:30');
    await state(page, 'Не сохранено');
    await button(page, 'Сохранить и остаться').click();
    await undoBar(page).getByText('Публикация новости «Переносится» запланирована.').waitFor();
    await state(page, 'Сохранено');
    await eventually(async () => (await stored(panel, slug)).publishAt).toBe('2125-07-21T16:30:00.000Z');
    await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(async () => (await stored(panel, slug)).publishAt).toBe('2125-07-20T15:00:00.000Z');
    // What is typed before the editor knows of it is a conflict.
    await eventually(() => page.locator('[name=publishAt]').inputValue()).toBe('2125-07-20T18:00');
    await page.locator('[name=publishAt]').fill('');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Не удалось сохранить новость: Укажите, когда опубликовать.').waitFor();
    await eventually(async () => (await stored(panel, slug)).status).toBe('scheduled');
    await button(page, 'Отменить выход').click();
    await undoBar(page).getByText('Выход новости «Переносится» отменён.').waitFor();
    await eventually(async () => (await stored(panel, slug)).status).toBe('draft');
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
    const first = await openDraft('Победила Анна');
    await openGroup(first.page);
    await first.page.getByLabel('Группа').selectOption('Новая группа…');
    await first.page.getByLabel('Название группы').fill('Победитель');
    await button(first.page, 'Создать группу').click();
    await expect.poll(() => first.page.getByLabel('Группа').locator('option:checked').textContent()).toBe('Победитель');
    await button(first.page, 'Опубликовать').click();
    await undoBar(first.page).getByText('опубликована').waitFor();

    const second = await openDraft('Победил Борис');
    await openGroup(second.page);
    await second.page.getByLabel('Группа').selectOption('Победитель');
    await second.page.getByText('Из группы «Победитель» уже опубликована новость «Победила Анна»').waitFor();
    await eventually(() => button(second.page, 'Опубликовать').isDisabled()).toBe(true);
    await second.page.keyboard.press('ControlOrMeta+s');
    await state(second.page, 'Сохранено');
    await eventually(async () => (await stored(panel, second.slug)).status).toBe('draft');
  });

  test('refuses with the server’s sentence when another was faster', async () => {
    const group = (await (await panel.call('POST', '/admin/groups', { name: 'Кто быстрее' })).json()) as { id: number };
    const { page } = await openDraft('Медленная', { group: group.id });
    // The groups are read once: before the other article is there, or the button would already be locked.
    await page
      .getByLabel('Группа')
      .locator('option:checked', { hasText: 'Кто быстрее' })
      .waitFor({ state: 'attached' });
    await makeArticle(panel, { title: 'Быстрая', group: group.id });
    await button(page, 'Опубликовать').click();
    await page
      .getByText('Не удалось сохранить новость: Из группы «Кто быстрее» уже опубликована новость «Быстрая»')
      .first()
      .waitFor();
  });

  test('has exactly one public article when two administrators press at once', async () => {
    const group = (await (await panel.call('POST', '/admin/groups', { name: 'Вместе' })).json()) as { id: number };
    for (let round = 0; round < 3; round += 1) {
      const pair = await Promise.all(
        ['Анна', 'Борис'].map((name) => openDraft(`${name} ${round}`, { group: group.id })),
      );
      await Promise.all(pair.map(({ page }) => button(page, 'Опубликовать').click()));
      await Promise.all(
        pair.map(({ page }) =>
          page
            .getByText(/опубликована\.$|^Не удалось сохранить новость: Из группы/)
            .first()
            .waitFor(),
        ),
      );
      const statuses = await Promise.all(pair.map(async ({ slug }) => (await stored(panel, slug)).status));
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
    const { page, slug } = await openDraft('Версии');
    await titleOf(page).fill('Версии, вторая');
    await write(page, ' Добавлено.');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
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
    await eventually(() => stored(panel, slug)).toMatchObject({ title: 'Версии', version: 3 });
  });

  test('says what changed and how, and asks before a version goes public at once, which can be undone', async () => {
    const { page, slug } = await openDraft('На сайте', { status: 'published' });
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
    await eventually(async () => (await stored(panel, slug)).version).toBe(2);
    await question.getByRole('button', { name: 'Восстановить' }).click();
    await undoBar(page).getByText('Версия восстановлена: «На сайте».').waitFor();
    await eventually(async () => (await stored(panel, slug)).content).toBe('<p>Начало.</p>');
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
    const { page, slug } = await openDraft('Типограф', { content });
    await press(page, 'Типограф');
    await page.getByRole('dialog').getByText('«').first().waitFor();
    await button(page, 'Применить').click();
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await eventually(async () => (await stored(panel, slug)).content).toBe(
      '<p>Песня «<strong>Рассвет</strong>»\u00a0— это <em>хит</em> в\u00a0Москве</p><pre data-language="plain">a - "b"</pre><p><a href="https://example.ru/a-b" rel="noopener noreferrer">сайт "тут"</a> и\u00a0<code>"код"</code></p>',
    );
    await bodyOf(page).click();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await eventually(async () => (await stored(panel, slug)).content).toBe(content);
  });
});

test('a name for social networks that is left empty is that of the article, and the field says so', async () => {
  const page = await panel.open('/admin/news/new');
  await eventually(() => note(page, 'socialTitle')).toBe('Пусто — такое же, как у новости');
});
