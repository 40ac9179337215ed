import { describe, expect, test } from 'vitest';
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

/** Those of one address stand together: it is opened once for them. */
const LOOKS = [
  // 180: a phone whose browser shows everything twice as large.
  { name: 'in its usual view', view: '', css: '', widths: [180, 320, 1280] },
  { name: 'with the spacing that a reader sets', view: '', css: SPACED, widths: [360, 1280] },
  { name: 'in a browser whose text is twice as large', view: '', css: 'html { font-size: 200% }', widths: [360, 1280] },
  { name: 'with text of 150 %', view: '150', css: '', widths: [360, 768, 1280] },
  { name: 'with text of 200 %', view: '200', css: '', widths: [360, 768, 1280] },
  { name: 'with wide letters', view: '150-wide', css: '', widths: [360, 1280] },
  { name: 'with everything at its largest', view: '200-black-wider-plain', css: '', widths: [360, 1280] },
];

describe.each([
  ...PAGES.map((path) => [path, 'a festival', origin + path]),
  ...YOUNG_PAGES.map((path) => [path, 'a site without news', young + path]),
])('%s of %s loses nothing and does not scroll sideways', (_path, _site, address) =>
  test.each(LOOKS)('$name', (look) => expectRoom(String(address), look)),
);

test.each([
  [740, 360],
  [640, 360],
])(
  'the button of the vote is seen whole, its words unbroken, with and without the question: %i × %i',
  async (...size) => {
    const [width, height] = size;
    const visitor = await visit('/vote', { viewport: { width, height } });
    const question = visitor.locator('#consent');
    const button = visitor.locator('main a[target="_blank"]').first();
    const words = button.locator('span').first();
    for (const isAsked of [true, false]) {
      if (!isAsked) await visitor.getByRole('button', { name: 'Принять все' }).click();
      await expect.poll(() => question.isVisible()).toBe(isAsked);
      const box = await button.boundingBox();
      const free = (isAsked && (await question.boundingBox())?.y) || height;
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(free);
      expect(await words.evaluate(findBroken)).toEqual([]);
    }
  },
);

test.each(['/', '/vote', '/programme', '/results'])(
  'on a phone at 200 %% no button breaks a word: %s',
  async (path) => {
    const visitor = await visit(path, { viewport: { width: 180, height: 320 } });
    const buttons = visitor.locator(':is(#consent button, main .pill, main small):visible');
    await expect.poll(() => buttons.count()).toBeGreaterThan(2);
    expect((await Promise.all((await buttons.all()).map((one) => one.evaluate(findBroken)))).flat()).toEqual([]);
  },
);

test.each(['/', '/history', '/nowhere'])(
  'text twice as large breaks no title, no label covers a button: %s',
  async (path) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(origin + path, { waitUntil: 'load' });
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const words = await page.locator('h1, [data-told] li > :first-child').all();
    expect((await Promise.all(words.map((one) => one.evaluate(findBroken)))).flat()).toEqual([]);
    const label = await page.locator('#view summary').boundingBox();
    const tools = await page.locator('.view-bar .tools').boundingBox();
    expect(tools?.y).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 999));
  },
);

test.each(['/', '/news', '/news/mira-sokolovskaya', '/programme', '/vote-rules'])(
  'the view of large text leaves most of the window to the page and breaks no word of a title or a button: %s',
  async (path) => {
    for (const [view, width, height] of [
      ['200', 360, 640],
      ['150', 360, 640],
      ['200', 1366, 768],
    ] as const) {
      const visitor = await visit(`${path}?view=${view}`, {
        viewport: { width, height },
        stored: { cookieConsent: 'true' },
      });
      expect((await visitor.locator('main').boundingBox())?.y).toBeLessThan(height / 3);
      await visitor.getByRole('link', { name: 'Обычная версия' }).waitFor();
      const words = visitor.locator('main :is(h1, h2, .pill):visible, main .article-body > p:first-child');
      expect((await Promise.all((await words.all()).map((one) => one.evaluate(findBroken)))).flat()).toEqual([]);
    }
  },
);

test.each(['/', '/history/2024', '/vote-rules', '/programme/elektrichka-640'])(
  'on a phone a finger hits what stands outside of a sentence: %s',
  async (path) => {
    const visitor = await visit(path, { viewport: { width: 360, height: 640 } });
    const targets = visitor.locator(
      '.view-bar :is(summary, button):visible, main summary, main > article :is(.onward, section h2 a)',
    );
    await expect.poll(() => targets.count()).toBeGreaterThan(2);
    const heights = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.filter((height) => height < 44)).toEqual([]);
  },
);

test('on a phone the whole of what was found leads to it', async () => {
  const visitor = await visit('/search?q=финал', { viewport: { width: 360, height: 640 } });
  const found = visitor.locator('main ol > li').first();
  const { height = 0 } = (await found.boundingBox()) ?? {};
  await found.click({ position: { x: 9, y: height - 9 } });
  await visitor.waitForURL('**/news/*');
});

test('on a phone the footer is short, partners stand in pairs, and a table that is cut fades until its end', async () => {
  const visitor = await visit('/vote-rules', { viewport: { width: 360, height: 640 } });
  const footer = visitor.locator('footer').last();
  const height = () => footer.evaluate((element) => element.getBoundingClientRect().height);
  expect(await height()).toBeLessThan(1150);
  const pair = ['Полдень', 'Три мачты'].map((name) => footer.getByRole('link', { name }).boundingBox());
  const [one, other] = await Promise.all(pair);
  expect([one?.y, (one?.x ?? 0) + (one?.width ?? 0) < (other?.x ?? 0)]).toEqual([other?.y, true]);
  const table = visitor.locator('.article-body .table');
  const fade = () => table.evaluate((element) => getComputedStyle(element).maskSize);
  expect(await fade()).toContain('100%');
  const hint = () =>
    table.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::before').paddingBottom));
  expect(await hint()).toBeGreaterThan(18);
  await table.evaluate((element) => element.scrollTo({ left: 9999 }));
  await expect.poll(fade).toMatch(/4[78][.\d]*px/);
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
])('an article opens with its title and first lines, a contestant in the middle: %i × %i', async (width, height) => {
  const visitor = await visit('/news/mira-sokolovskaya', { viewport: { width, height } });
  const { y = height } = (await visitor.locator('.article-body > p').first().boundingBox()) ?? {};
  expect(y).toBeLessThan(height - 64);
  await visitor.goto(`${origin}/programme/mira-sokolovskaya`);
  const [left = 0, right = 0] = await visitor.locator('main article > :first-child').evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [box.left, document.documentElement.clientWidth - box.right].map(Math.round);
  });
  expect([left - right, left > 200]).toEqual([0, width > 1900]);
});

test.each([360, 1366])(
  'the place of a contestant stands there before the first event, and moves nothing: %i',
  async (width) => {
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
  },
);

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

function findBroken(element: Element): string[] {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  if (!text) return ['no words'];
  const range = document.createRange();
  return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
}

async function expectRoom(path: string, { view, css, widths }: (typeof LOOKS)[number]): Promise<void> {
  const address = path + (view && `?view=${view}`);
  if (page.url() !== new URL(address).href) await page.goto(address, { waitUntil: 'load' });
  // What is far below the first screen has its real height soon after.
  await page.waitForSelector('html:not([data-early])');
  const style = css ? await page.addStyleTag({ content: css }) : undefined;
  try {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(findLost), `${address} at ${width} px`).toEqual([]);
    }
  } finally {
    await style?.evaluate((element) => (element as Element).remove());
  }
}

/** What sticks out of the page, and text that a box around it cuts off. */
function findLost(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const around: Element[] = [];
    for (let one = text.parentElement; one && one !== document.body; one = one.parentElement) around.push(one);
    // Not drawn at all, decoration, there for the ear alone, or scrolled with a table, by keys too.
    if (box.width === 0 || !text.textContent?.trim()) continue;
    if (around.some((one) => one.ariaHidden === 'true' || getComputedStyle(one).clipPath !== 'none')) continue;
    if (around.some((one) => one.querySelector(':scope > table') && (one as HTMLElement).tabIndex === 0)) continue;
    const words = text.textContent.slice(0, 40);
    if (box.right > clientWidth + 1 || box.left < -1) found.push(`sticks out: ${words}`);
    for (const one of around) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const frame = one.getBoundingClientRect();
      const isNarrow = /hidden|clip/.test(overflowX) && (box.right > frame.right + 2 || box.left < frame.left - 2);
      const isLow = /hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 2 || box.top < frame.top - 2);
      if (isNarrow || isLow) found.push(`cut off: ${words}`);
    }
  }
  return found;
}
