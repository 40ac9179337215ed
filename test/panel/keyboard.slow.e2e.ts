import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseFiles, eventually, expectNoComplaints, heading, PHONE, readStored } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { pngFile } from '../rig/world/pictures.ts';
import { all, cursorMoved } from './editor/desk.ts';

const ARTICLES = 120;

const panel = await needBrowser();
for (let number = 0; number < ARTICLES; number += 1) {
  const content = `<p>${number === 117 ? 'Оркестр играет вживую' : 'Репетиция'}</p>`;
  await panel.site.editor('POST', '/api/admin/news', { title: `Заметка ${number}`, slug: `n-${number}`, content });
}

/** Null when the focus is lost. */
function focusOf(page: Page): Promise<{ name: string; isSeen: boolean } | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
    const label = isField ? at.labels?.[0]?.textContent : null;
    const name = (at.ariaLabel || label || at.textContent || at.tagName).trim();
    const { top, bottom, width } = at.getBoundingClientRect();
    const isMarked = [at, at.closest('label'), at.closest('[class*=frame]'), at.parentElement].some(
      (part) =>
        part &&
        Number.parseFloat(getComputedStyle(part).outlineWidth) >= 2 &&
        getComputedStyle(part).outlineStyle !== 'none',
    );
    return { name, isSeen: isMarked && width > 0 && bottom > 0 && top < innerHeight };
  });
}

/** What is pressed is in braces: `играет{Enter}`. */
async function strike(page: Page, keys: string): Promise<void> {
  for (const [, key, words = ''] of keys.matchAll(/\{([^}]+)\}|([^{]+)/g)) {
    if (!key) {
      await page.keyboard.type(words);
      continue;
    }
    await page.keyboard.press(key);
    await eventually(() => focusOf(page)).not.toBeNull();
  }
}

const nameOf = async (page: Page) => (await focusOf(page))?.name;

async function goTo(page: Page, name: string, { key = 'Tab', within = 12 } = {}): Promise<void> {
  for (let times = 0; times <= within; times += 1) {
    const focus = await focusOf(page);
    if (focus?.name.startsWith(name)) return expect(focus).toEqual({ name: focus.name, isSeen: true });
    await strike(page, `{${key}}`);
  }
  throw new Error(`«${name}» is farther than ${within} times ${key}`);
}

async function enter(page: Page, name: string, options = {}): Promise<void> {
  await goTo(page, name, options);
  await strike(page, '{Enter}');
}

const FAR = { within: 60 };
const BACK = { key: 'Shift+Tab', ...FAR };

test('an article is found among 120, another written, illustrated and scheduled without a mouse', async () => {
  const page = await panel.open('/admin/news');
  const type = (keys: string) => strike(page, keys);
  await page.getByText(/^Всего 12\d/).waitFor();

  await type('{Tab}{Enter}');
  await goTo(page, 'Найти в заголовках');
  await type('играет оркестр');
  await page.getByText('Найдено 1').waitFor();
  await enter(page, 'Заметка 117', { within: 14 });
  await page.locator('[name=title]').waitFor();
  await eventually(() => nameOf(page)).toMatch(/^Редактирование/);
  await enter(page, 'К кнопкам', { within: 4 });
  await enter(page, 'К списку');
  await page.getByText('Найдено 1').waitFor();
  await eventually(() => page.getByRole('searchbox').inputValue()).toBe('играет оркестр');

  await enter(page, 'Добавить новость');
  await eventually(() => nameOf(page)).toMatch(/^Заголовок/);
  await type('Расписание финала{Tab}');
  // «+» beside the empty paragraph goes with the focus, and must not bring it back.
  await goTo(page, 'К кнопкам новости');
  await type('{Shift+Tab}/h2');
  await page.getByRole('listbox').waitFor();
  await type('{Enter}Вечер{Enter}Начало {Alt+F10}');
  await enter(page, 'Жирный', { key: 'ArrowRight' });
  await type('ровно{ControlOrMeta+b} в девять{Enter}/изоб');
  await page.getByRole('listbox').waitFor();
  await type('{Enter}');
  await goTo(page, 'Описание');
  await type('Сцена перед финалом');
  await goTo(page, 'Выбрать файл', { key: 'Shift+Tab' });
  await chooseFiles(page, () => type('{Enter}'), await pngFile('сцена.png'));
  await page.locator('.ProseMirror img[src^="/uploads/"]').waitFor();
  await cursorMoved(page);

  await goTo(page, 'Загрузить обложку');
  await chooseFiles(page, () => type('{Space}'), await pngFile('обложка.png'));
  await page.getByText('Обложка успешно загружена.').waitFor();
  await goTo(page, 'Описание обложки');
  await type('Афиша финала');
  await goTo(page, 'Когда опубликовать', { within: 20 });
  await type('10102131{Tab}1010a');
  await enter(page, 'Создать', { within: 30 });
  await page.getByText('Новость успешно создана!').waitFor();
  // It returns by itself.
  await eventually(() => nameOf(page)).toBe('Новости');
  // The list is filtered as it was left.
  await goTo(page, 'Найти в заголовках');
  await type('{ControlOrMeta+a}{Delete}');
  const publishAt = '2131-10-10T07:10:00.000Z';
  await page.locator(`time[datetime="${publishAt}"]`).waitFor();
  const article = (await all(panel)).find(({ title }) => title === 'Расписание финала');
  expect(article).toMatchObject({ status: 'scheduled', coverAlt: 'Афиша финала', publishAt });
  expect(article?.content).toMatch(
    /^<h2>Вечер<\/h2><p>Начало <strong>ровно<\/strong> в.девять<\/p><figure class="image"><img [^>]*alt="Сцена перед финалом"/,
  );
  expectNoComplaints(page);
});

test('an administrator signs in, opens voting, saves it and signs out without a mouse', async () => {
  const page = await panel.open('/admin/login', { token: null });
  await eventually(() => nameOf(page)).toBe('Имя пользователя');
  await page.keyboard.type(ADMIN.username);
  await goTo(page, 'Пароль');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await heading(page, 'Обзор').waitFor();
  await enter(page, 'Голосование', FAR);
  await page.locator('[name=title]').waitFor();
  await eventually(() => nameOf(page)).toBe('Голосование');
  await goTo(page, 'Открыть голосование', FAR);
  await strike(page, '{Space}');
  await eventually(() => page.locator('[name=is_voting_enabled]').isChecked()).toBe(true);
  await enter(page, 'Сохранить', FAR);
  await page.getByText('Настройки успешно сохранены!').waitFor();
  await enter(page, 'Выйти', BACK);
  await heading(page, 'Вход в панель').waitFor();
  await eventually(() => readStored(page)).toBeNull();
  expectNoComplaints(page);
});

test('a question takes the focus without a mouse, Esc answers no, the focus goes back; the menu of a row is walked through', async () => {
  await panel.call('POST', '/admin/news', { title: 'Черновик', status: 'draft' });
  const page = await panel.open('/admin/news');
  const name = () => nameOf(page);
  await page.getByText('Черновик').first().waitFor();
  await enter(page, 'Удалить: Черновик', FAR);
  await page.getByRole('alertdialog').waitFor();
  await eventually(name).toBe('Отмена');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await eventually(name).toBe('Удалить: Черновик');
  await enter(page, 'Ещё: Черновик');
  await eventually(name).toBe('Опубликовать сейчас');
  await page.keyboard.press('ArrowDown');
  await eventually(name).toBe('Закрепить наверху');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

test('the menu of a phone opens without a mouse, closes with Esc and leads on', async () => {
  const page = await panel.open('/admin', { viewport: PHONE });
  await heading(page, 'Обзор').waitFor();
  await enter(page, 'Меню');
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await eventually(() => menu.getByRole('link', { name: 'Обзор' }).getAttribute('aria-current')).toBe('page');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await enter(page, 'Меню');
  await enter(page, 'Картинки', FAR);
  await heading(page, 'Картинки').waitFor();
  await eventually(() => menu.count()).toBe(0);
});

test.each([
  [40, 'voting', 360, 640],
  [80, 'site-content', 360, 640],
  [40, 'news/edit/n-1', 360, 640],
  [80, 'news/new', 360, 640],
  [80, 'news/new', 1366, 768],
])(
  '%i times Tab lead to nothing of /admin/%s that lies under the bar, at %i × %i',
  async (most, path, width, height) => {
    const page = await panel.open(`/admin/${path}`, { viewport: { width, height } });
    await page.locator('[data-lower-bar]').waitFor();
    const covered: string[] = [];
    for (let times = 0; times < most; times += 1) {
      await page.keyboard.press('Tab');
      await cursorMoved(page);
      const found = await page.evaluate(() => {
        const at = document.activeElement;
        const bar = document.querySelector('[data-lower-bar]');
        if (!at || !bar || at === document.body || bar.contains(at) || at.contains(bar)) return '';
        const [one, other] = [at.getBoundingClientRect(), bar.getBoundingClientRect()];
        const isBeside = one.right < other.left || one.left > other.right || one.height > 300;
        const isUnder = !isBeside && one.bottom > other.top + 1 && one.top < other.bottom;
        return isUnder && !/fixed|sticky/.test(getComputedStyle(at).position) ? at.outerHTML.slice(0, 120) : '';
      });
      if (found) covered.push(found);
    }
    expect(covered).toEqual([]);
  },
);
