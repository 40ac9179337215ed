import type { Locator, Page } from 'playwright-core';
import type { AdminArticle } from '../../../model/articles/schema.ts';
import type { Panel } from '../../rig/browser/panel.ts';

/** The parts of the editor's screen as a person finds them. */
export const bodyOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Текст', exact: true });
export const titleOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Заголовок' });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true, includeHidden: true });

/** Clicks a tool, behind «Ещё» if it is there. */
export async function press(page: Page, name: string): Promise<void> {
  const found = tool(page, name);
  if (!(await found.isVisible())) await tool(page, 'Ещё').click();
  await found.click();
}

/** The chip that says so, with the time or without. */
export const chip = (page: Page, words: 'Сохранено' | 'Сохраняется…' | 'Не сохранено' | 'Нет связи'): Locator =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${words}( в\\s\\d\\d:\\d\\d)?$`) });

/** Waits until the chip says so. */
export function state(page: Page, words: Parameters<typeof chip>[1]): Promise<void> {
  return chip(page, words).waitFor();
}

/** What the main button says it will do. */
export const outcome = (page: Page): Promise<string | null> => page.locator('#main-outcome').textContent();

/** Types at the end of the text. */
export async function write(page: Page, sentence: string): Promise<void> {
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await cursorMoved(page);
  await page.keyboard.type(sentence);
}

/** The editor learns of a cursor that the browser moved by `selectionchange`, which is queued until the next frame. */
export async function cursorMoved(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

interface Given {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Files and markup as the clipboard or a hand with a file brings them. */
export async function give(page: Page, how: 'paste' | 'drop', files: Given[], html = ''): Promise<void> {
  const plain = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await bodyOf(page).evaluate(
    (element, [kind, given, markup]) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given)
        data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
      if (markup) data.setData('text/html', markup);
      const { right, top, height } = (element.querySelector('p:last-of-type') ?? element).getBoundingClientRect();
      const at = { clientX: right - 2, clientY: top + height / 2, bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...at })
          : new DragEvent('drop', { dataTransfer: data, ...at }),
      );
    },
    [how, plain, html] as const,
  );
}

/** Puts what another program would put there on the browser's clipboard and pastes it, as a person does; `as` `plain` is Ctrl+Shift+V. */
export async function pasteCopied(page: Page, copied: { html?: string; text: string }, as?: 'plain'): Promise<void> {
  const isCopied = await page.evaluate(({ html, text }) => {
    const fill = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (html !== undefined) event.clipboardData?.setData('text/html', html);
      event.clipboardData?.setData('text/plain', text);
    };
    window.addEventListener('copy', fill, { capture: true, once: true });
    return document.execCommand('copy');
  }, copied);
  if (!isCopied) throw new Error('The browser did not copy.');
  await page.keyboard.press(as === 'plain' ? 'ControlOrMeta+Shift+v' : 'ControlOrMeta+v');
}

export async function makeArticle({ call }: Panel, fields: object): Promise<AdminArticle> {
  return (await (await call('POST', '/admin/news', { content: '<p>Начало.</p>', ...fields })).json()) as AdminArticle;
}

export async function stored({ call }: Panel, slug: string): Promise<AdminArticle> {
  return (await (await call('GET', `/admin/news/${slug}`)).json()) as AdminArticle;
}

export async function all({ call }: Panel): Promise<AdminArticle[]> {
  return (await (await call('GET', '/admin/news')).json()) as AdminArticle[];
}

/** So long after typing a page may be gone without the journal missing anything, in ms. */
export const JOURNAL_WITHIN = 2000;
