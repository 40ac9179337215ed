import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AdminArticle } from '../../../model/articles/schema.ts';
import { click, type Panel, type WatchedPage } from '../../rig/browser/panel.ts';
import type { VisitOptions } from '../../rig/browser/visits.ts';

export const bodyOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Текст', exact: true });
export const titleOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Заголовок', exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const order = (page: Page, name: string, brings: Parameters<typeof click>[2]): Promise<void> =>
  click(page, name, brings, true);
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
/** Of the menu «Ещё»: its keys stand behind its name. */
export const item = (page: Page, name: string): Locator =>
  page
    .getByRole('menu')
    .getByRole('menuitem')
    .filter({ has: page.getByText(name, { exact: true }) });

export async function press(page: Page, name: string): Promise<void> {
  if (await tool(page, name).isVisible()) return tool(page, name).click();
  await tool(page, 'Ещё').click();
  await item(page, name).click();
}

export const chip = (page: Page, words: 'Сохранено' | 'Сохраняется…' | 'Не сохранено' | 'Нет связи'): Locator =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${words}( в\\s\\d\\d:\\d\\d)?$`) });

export function state(page: Page, words: Parameters<typeof chip>[1]): Promise<void> {
  return chip(page, words).waitFor();
}

export const outcome = (page: Page): Promise<string | null> => page.locator('#main-outcome').textContent();

export async function write(page: Page, sentence: string): Promise<void> {
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await cursorMoved(page);
  await strike(page, sentence);
}

/** What is pressed is in braces: `раз{Enter}два`. */
export async function strike(page: Page, script: string, delay = 0): Promise<void> {
  for (const [, key, words = ''] of script.matchAll(/\{([^}]+)\}|([^{]+)/g)) {
    await (key ? page.keyboard.press(key) : page.keyboard.type(words, { delay }));
    await cursorMoved(page);
  }
}

/** Keys one after the other, each once the editor has moved its cursor. */
export async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press(name);
    await cursorMoved(page);
  }
}

export async function cursorMoved(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

type Held = { name: string; type: string; bytes: Buffer };

export async function give(page: Page, how: 'paste' | 'drop', files: Held[], { html = '', place = bodyOf(page) } = {}) {
  return place.evaluate(
    (element, [kind, given, markup]) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given)
        data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
      if (markup) data.setData('text/html', markup);
      const { right, top, height } = (element.querySelector('p:last-of-type') ?? element).getBoundingClientRect();
      const at = { clientX: right - 2, clientY: top + height / 2, bubbles: true, cancelable: true };
      const events =
        kind === 'paste'
          ? [new ClipboardEvent('paste', { clipboardData: data, ...at })]
          : ['dragover', 'drop'].map((name) => new DragEvent(name, { dataTransfer: data, ...at }));
      for (const event of events) element.dispatchEvent(event);
      return events.map(({ defaultPrevented }) => defaultPrevented);
    },
    [how, files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })), html] as const,
  );
}

export type Copied = { html?: string; text: string; code?: string };

/** Puts what another program would put there on the browser's clipboard and pastes it, as a person does; `as` `plain` is Ctrl+Shift+V. */
export async function pasteCopied(page: Page, copied: Copied, as?: 'plain'): Promise<void> {
  const isCopied = await page.evaluate(({ html, text, code = '' }) => {
    const fill = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (html !== undefined) event.clipboardData?.setData('text/html', html);
      event.clipboardData?.setData('text/plain', text);
      if (code) event.clipboardData?.setData('vscode-editor-data', code);
    };
    window.addEventListener('copy', fill, { capture: true, once: true });
    return document.execCommand('copy');
  }, copied);
  if (!isCopied) throw new Error('The browser did not copy.');
  await page.keyboard.press(as === 'plain' ? 'ControlOrMeta+Shift+v' : 'ControlOrMeta+v');
}

export const makeArticle = ({ ask }: Panel, fields: object): Promise<AdminArticle> =>
  ask<AdminArticle>('POST', '/admin/news', { content: '<p>Начало.</p>', ...fields });
/** As editors have it: with its stored draft. */
export const stored = ({ read }: Panel, slug: string): Promise<AdminArticle> =>
  read<AdminArticle>(`/admin/news/${slug}/draft`);
export const all = ({ read }: Panel): Promise<AdminArticle[]> => read<AdminArticle[]>('/admin/news');

export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** `shown`: a page that is open already. */
export async function openArticle(
  panel: Panel,
  fields: object = {},
  { shown, ...options }: VisitOptions & { shown?: WatchedPage } = {},
) {
  const made = await makeArticle(panel, { title: 'Новость', status: 'draft', ...fields });
  const address = `/admin/news/edit/${made.slug}`;
  await shown?.goto(panel.server.origin + address);
  const page = shown ?? (await panel.open(address, options));
  await bodyOf(page).focus();
  await cursorMoved(page);
  let known = made.content;
  const article = () => stored(panel, made.slug);
  /** Saves what was changed by keys, and gives what is stored of the text. */
  const saved = async () => {
    const isChanged = async () => (await chip(page, 'Не сохранено').count()) > 0 || (await article()).content !== known;
    await expect.poll(isChanged).toBe(true);
    await saveByKeys(page);
    known = (await article()).content;
    return known;
  };
  return { page, slug: made.slug, article, saved };
}

/** A new article with this title and text, not saved. */
export async function openNew(panel: Panel, title: string, words = 'Текст.', options: VisitOptions = {}) {
  const page = await panel.open('/admin/news/new', options);
  await titleOf(page).fill(title);
  await write(page, words);
  return page;
}

export const unsaved = (page: Page): Locator => page.getByRole('region', { name: 'Несохранённый текст' });

export async function submit(page: Page, name: 'Создать' | 'Сохранить'): Promise<void> {
  await button(page, name).click();
  await page.getByText(`Новость успешно ${name === 'Создать' ? 'создана' : 'обновлена'}!`).waitFor();
}

export async function saveByKeys(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
}

/** So long after typing a page may be gone without the local draft missing anything, in ms. */
export const JOURNAL_WITHIN = 2000;
