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

const WITH_BUTTONS = ['/', '/vote', '/programme', '/results'];
test.each(WITH_BUTTONS)('on a phone at 200 %% no button breaks a word: %s', async (path) => {
  const visitor = await visit(path, { viewport: { width: 180, height: 320 } });
  const buttons = visitor.locator(':is(#consent button, main .pill, main small):visible');
  await expect.poll(() => buttons.count()).toBeGreaterThan(2);
  expect(await brokenIn(buttons)).toEqual([]);
});

const TITLED = ['/', '/history', '/nowhere'];
test.each(TITLED)('text twice as large breaks no title, no label covers a button: %s', async (path) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(origin + path, { waitUntil: 'load' });
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await brokenIn(page.locator('h1, [data-told] li > :first-child'))).toEqual([]);
  const label = await page.locator('#view summary').boundingBox();
  const tools = await page.locator('.view-bar .tools').boundingBox();
  expect(tools?.y).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 999));
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

const FINGERED = ['/', '/history/2024', '/vote-rules', '/programme/elektrichka-640'];
test.each(FINGERED)('on a phone a finger hits what stands outside of a sentence: %s', async (path) => {
  const visitor = await visit(path, { viewport: { width: 360, height: 640 } });
  const targets = visitor.locator(
    '.view-bar :is(summary, button):visible, main summary, main > article :is(.onward, section h2 a)',
  );
  await expect.poll(() => targets.count()).toBeGreaterThan(2);
  const heights = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights.filter((height) => height < 44)).toEqual([]);
});

test('on a phone the whole of what was found leads to it', async () => {
  const visitor = await visit('/search?q=финал', { viewport: { width: 360, height: 640 } });
  const found = visitor.locator('main ol > li').first();
  const { height = 0 } = (await found.boundingBox()) ?? {};
  await found.click({ position: { x: 9, y: height - 9 } });
  await visitor.waitForURL('**/news/*');
});

test('on a phone the footer is short, partners stand in pairs, and a table that is cut says that it scrolls', async () => {
  const visitor = await visit('/vote-rules', { viewport: { width: 360, height: 640 } });
  const footer = visitor.locator('footer').last();
  const height = () => footer.evaluate((element) => element.getBoundingClientRect().height);
  expect(await height()).toBeLessThan(1150);
  const pair = ['Полдень', 'Три мачты'].map((name) => footer.getByRole('link', { name }).boundingBox());
  const [one, other] = await Promise.all(pair);
  expect([one?.y, (one?.x ?? 0) + (one?.width ?? 0) < (other?.x ?? 0)]).toEqual([other?.y, true]);
  const table = visitor.locator('.article-body .table');
  const hint = () =>
    table.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::before').paddingBottom));
  expect(await hint()).toBeGreaterThan(18);
  // On a wide screen all partners take one row, and each heading stands before its links.
  await visitor.setViewportSize({ width: 1366, height: 768 });
  expect(await hint()).toBe(0);
  expect(await height()).toBeLessThan(760);
  const groups = await footer.getByRole('region', { name: 'Партнёры' }).locator('h2').all();
  const tops = await Promise.all(groups.map(async (group) => (await group.boundingBox())?.y));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  for (const heading of await footer.locator('nav h2').all()) {
    const [link, box] = [await heading.locator('~ ul a').first().boundingBox(), await heading.boundingBox()];
    expect(link?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
  }
});

test.each([
  [1366, 768],
  [1920, 1080],
])(
  'an article opens with its title and first lines, a contestant is as wide as the head: %i × %i',
  async (width, height) => {
    const visitor = await visit('/news/mira-sokolovskaya', { viewport: { width, height } });
    const { y = height } = (await visitor.locator('.article-body > p').first().boundingBox()) ?? {};
    expect(y).toBeLessThan(height - 64);
    await visitor.goto(`${origin}/programme/mira-sokolovskaya`);
    const [left = 0, right = 0] = await visitor.locator('main article > :first-child').evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [box.left, document.documentElement.clientWidth - box.right].map(Math.round);
    });
    expect([left - right, left < 100]).toEqual([0, true]);
  },
);

const WIDTHS = [360, 1366];
test.each(WIDTHS)('the place of a contestant is there before the first event, and moves nothing: %i', async (width) => {
  const visitor = await visit('/nothing', { viewport: { width, height: 1200 } });
  await visitor.addInitScript(noteShifts);
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

test('a tall screen of the hall has one column, with room between points and names', async () => {
  const visitor = await visit('/results?screen', { viewport: { width: 360, height: 640 } });
  const rows = await visitor.locator('[data-hall-screen] li').evaluateAll((all) =>
    all.map((row) => {
      const [end = 0, start = 0] = ['b', 'a'].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(name) ?? row);
        const { left, right } = range.getBoundingClientRect();
        return name === 'b' ? right : left;
      });
      return { left: row.getBoundingClientRect().left, isApart: start - end > 9 };
    }),
  );
  expect(new Set(rows.map(({ left }) => left)).size).toBe(1);
  expect(rows.every(({ isApart }) => isApart)).toBe(true);
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
