import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { noteShifts, shiftsOf } from '../rig/browser/shifts.ts';
import { needBrowser } from '../rig/needs.ts';
import { needVisitor, PAGES } from './visitor.ts';

const YOUNG_PAGES = ['/', '/news', '/watch', '/vote'];
/** What WCAG 2.2, 1.4.12 lets a reader set. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const { origin, browser, visit } = await needVisitor();
const young = (await needBrowser()).server.origin;
const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce', bypassCSP: true });
const page = await context.newPage();

/** Wider letters and larger text need more room than each of them alone: a look has the widths that no such look has. */
const LOOKS = [
  // 180: a phone whose browser shows everything twice as large.
  { name: 'in its usual view', view: '', css: '', widths: [180, 320, 1280] },
  { name: 'with the spacing that a reader sets', view: '', css: SPACED, widths: [360, 1280] },
  { name: 'in a browser whose text is twice as large', view: '', css: 'html { font-size: 200% }', widths: [360, 1280] },
  { name: 'with text of 150 % and wide letters', view: '150 wide', css: '', widths: [360, 768, 1280] },
  { name: 'with text of 200 %', view: '200', css: '', widths: [360, 768, 1280] },
  { name: 'with everything at its largest', view: '200 black wider plain', css: '', widths: [360] },
];

test.each([
  ...PAGES.map((path) => [path, 'a festival', origin + path] as const),
  ...YOUNG_PAGES.map((path) => [path, 'a site without news', young + path] as const),
])('%s of %s loses nothing and does not scroll sideways in any look', async (_path, _site, address) => {
  await page.goto(address, { waitUntil: 'load' });
  // What is far below the first screen has its real height soon after.
  await page.waitForSelector('html:not([data-early])');
  for (const { name, view, css, widths } of LOOKS) {
    await page.evaluate(showView, view);
    const style = css ? await page.addStyleTag({ content: css }) : undefined;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(findLost), `${name}, ${width} px`).toEqual([]);
    }
    await style?.evaluate((element) => (element as Element).remove());
  }
});

test('the words of the vote button are unbroken, and on a phone that lies it is seen whole, with and without the question', async () => {
  const visitor = await visit('/vote');
  const question = visitor.locator('#consent');
  const button = visitor.locator('main a[target="_blank"]').first();
  const words = button.locator('span').first();
  expect(await words.textContent()).toBe('Перейти к\u00a0голосованию');
  for (const isAsked of [true, false]) {
    if (!isAsked) await visitor.getByRole('button', { name: 'Принять все' }).click();
    await expect.poll(() => question.isVisible()).toBe(isAsked);
    for (const size of ['320×640', '640×360', '740×360', '1280×720', '1280×800', '1366×768']) {
      const [width = 0, height = 0] = size.split('×').map(Number);
      await visitor.setViewportSize({ width, height });
      expect([size, await brokenIn(words)]).toEqual([size, []]);
      if (height > 360) continue;
      const box = await button.boundingBox();
      const free = (isAsked && (await question.boundingBox())?.y) || height;
      expect([size, (box?.y ?? 0) + (box?.height ?? 999) <= free]).toEqual([size, true]);
    }
  }
});

const READ = ['/', '/news', '/news/mira-sokolovskaya', '/programme', '/vote-rules'];
test.each(READ)('large text leaves most of the window to the page, and breaks no title or button: %s', async (path) => {
  const visitor = await visit(`${path}?view=200`, { stored: { cookieConsent: 'true' } });
  await visitor.getByRole('link', { name: 'Обычная версия' }).waitFor();
  const words = visitor.locator('main :is(h1, h2, .pill):visible, main .article-body > p:first-child');
  for (const [view, width, height] of [
    ['200', 360, 640],
    ['200', 1366, 768],
    ['150', 360, 640],
  ] as const) {
    await visitor.evaluate(showView, view);
    await visitor.setViewportSize({ width, height });
    expect((await visitor.locator('main').boundingBox())?.y).toBeLessThan(height / 3);
    expect(await brokenIn(words)).toEqual([]);
  }
});

const WIDTHS = [360, 1366];
test.each(WIDTHS)('the place of a contestant is there before the first event, and moves nothing: %i', async (width) => {
  const visitor = await visit('/nothing', { viewport: { width, height: 1200 } });
  await visitor.addInitScript(noteShifts);
  // On a busy machine they come after the first paint, which moves words on its own.
  await visitor.route('**/*.woff2', (route) => route.abort());
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await visitor.route('**/api/live*', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await visitor.goto(`${origin}/programme/mira-sokolovskaya`);
  const place = visitor.getByText('2-е место');
  await expect.poll(() => place.isVisible()).toBe(true);
  await asked.promise;
  held.resolve();
  await visitor.waitForTimeout(1000);
  expect(await place.isVisible()).toBe(true);
  expect(await shiftsOf(visitor)).toEqual([]);
});

function showView(view: string): void {
  if (view) document.documentElement.dataset.view = view;
  else delete document.documentElement.dataset.view;
}

/** Words of these elements that stand on two lines. */
const brokenIn = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return ['no words'];
      const range = document.createRange();
      return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

/** What sticks out of the page, and text that a box around it cuts off. */
function findLost(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  type Box = { isLeftOut: boolean; around: Box | undefined; cutsX: boolean; cutsY: boolean; frame: DOMRect };
  const known = new Map<Element, Box>();
  const boxOf = (element: Element | null): Box | undefined => {
    if (!element || element === document.body) return undefined;
    const box = known.get(element) ?? measure(element);
    known.set(element, box);
    return box;
  };
  const measure = (element: Element): Box => {
    const { clipPath, overflowX, overflowY } = getComputedStyle(element);
    const around = boxOf(element.parentElement);
    const scrollsByKeys = (element as HTMLElement).tabIndex === 0 && element.querySelector(':scope > table') !== null;
    // Decoration, there for the ear alone, or scrolled with a table, by keys too.
    const isLeftOut = element.ariaHidden === 'true' || clipPath !== 'none' || scrollsByKeys;
    const [cutsX, cutsY] = [overflowX, overflowY].map((overflow) => /hidden|clip/.test(overflow)) as [boolean, boolean];
    const frame = element.getBoundingClientRect();
    return { isLeftOut: isLeftOut || around?.isLeftOut === true, around, cutsX, cutsY, frame };
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent?.trim().slice(0, 40);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    let box = boxOf(text.parentElement);
    // Not drawn at all.
    if (width === 0 || !words || box?.isLeftOut) continue;
    if (right > clientWidth + 1 || left < -1) found.push(`sticks out: ${words}`);
    for (; box; box = box.around) {
      const { cutsX, cutsY, frame } = box;
      const isNarrow = cutsX && (right > frame.right + 2 || left < frame.left - 2);
      const isLow = cutsY && (bottom > frame.bottom + 2 || top < frame.top - 2);
      if (isNarrow || isLow) found.push(`cut off: ${words}`);
    }
  }
  return found;
}
