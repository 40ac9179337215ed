import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addShow } from '../programme/show.ts';
import { expectNoComplaints, findBarriers } from '../rig/browser/panel.ts';
import { noteShifts, shiftsOf } from '../rig/browser/shifts.ts';
import { needBrowser } from '../rig/needs.ts';

const SIZES = ['320×640', '360×640', '768×1024', '1366×768', '1920×1080'].map((size) => {
  const [width = 0, height = 0] = size.split('×').map(Number);
  return { width, height };
});
const SITE = ['/', '/news', '/news/final', '/vote', '/programme', '/nothing'];
const PANEL = ['/admin/login', '/admin', '/admin/news/edit/final', '/admin/live', '/admin/voting'];

const panel = await needBrowser();
const article = { title: 'Финал', content: '<p>Четырнадцать песен, один приз.</p>'.repeat(20), date: '2025-07-20' };
await panel.call('POST', '/admin/news', article);
const words = { title: 'Голосование', description: 'Выберите песню года.', voting_url: 'https://vote.example.org/' };
await panel.call('PUT', '/vote-settings', { ...words, is_voting_enabled: true });
await addShow(panel.ask, ['Анна', 'Мира'], { starts_at: '2025-07-20T17:00:00Z' });
await panel.call('PUT', '/site-content', { legal_policy: 'https://organiser.example/policy' });

async function open(path: string, answer: string, options: object = {}): Promise<Page> {
  const isSignedOut = path === '/admin/login' || !path.startsWith('/admin');
  const page = await panel.open(path, {
    token: isSignedOut ? null : panel.token,
    stored: {
      ...(answer !== 'undecided' && { cookieConsent: String(answer === 'accepted') }),
      ...(!isSignedOut && { authToken: panel.token }),
    },
    ...options,
  });
  await page.locator('h1').first().waitFor();
  if (path === '/admin/live') await page.getByRole('region', { name: 'Ход концерта' }).waitFor();
  if (path.includes('/edit/')) await page.getByRole('textbox', { name: 'Текст', exact: true }).waitFor();
  return page;
}

const question = (page: Page) => page.locator('#consent');
const height = async (page: Page) => (await question(page).boundingBox())?.height ?? 0;

/** What lies under the question: controls once they are scrolled to, bars and text. */
function covered(isSlim: boolean): string[] {
  const banner = document.getElementById('consent');
  if (!banner?.checkVisibility()) return [];
  const found = new Set<string>();
  const name = (element: Element) => `${element.tagName} ${(element.textContent || element.id).trim().slice(0, 30)}`;
  const isSeen = (element: Element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none';
  const isOther = (element: Element) => !banner.contains(element) && isSeen(element);
  const others = (selector: string) => Array.from(document.querySelectorAll<HTMLElement>(selector)).filter(isOther);
  // What a scroller has scrolled away is not there.
  const shownPartOf = (element: Element) => {
    const { left, right, ...box } = element.getBoundingClientRect().toJSON() as DOMRect;
    let { top, bottom } = box;
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
      const frame = around.getBoundingClientRect();
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };
  const CONTROLS = 'a[href], button, input, select, textarea:not([aria-hidden]), summary, [contenteditable]';
  for (const control of others(CONTROLS)) {
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height: tall } = control.getBoundingClientRect();
    if (banner.contains(document.elementFromPoint(x + width / 2, y + Math.min(tall, innerHeight) / 2)))
      found.add(`control: ${name(control)}`);
  }
  // A sheet has room of its own at the end of the page, a strip everywhere.
  for (const place of isSlim ? [0, 0.5, 1] : [1]) {
    scrollTo({ top: place * document.documentElement.scrollHeight, behavior: 'instant' });
    const at = banner.getBoundingClientRect();
    for (const element of others('body *')) {
      const isBar = /sticky|fixed/.test(getComputedStyle(element).position);
      const { left, right, top, bottom } = shownPartOf(element);
      const isOver = bottom > top && top < at.bottom - 1 && bottom > at.top + 1 && left < at.right && right > at.left;
      if (isOver && (isBar || element.matches('main :is(h1, h2, p, li, label)'))) found.add(name(element));
    }
  }
  return [...found];
}

// In the panel it looks the same before an answer and after a refusal, and after consent it is nowhere.
describe.each([
  ['undecided', [...SITE, ...PANEL]],
  ['declined', [...SITE, '/admin/live']],
  ['accepted', ['/', '/admin']],
])('the question about cookies, %s', (answer, paths) => {
  test.each(paths)('covers no control and no bar of %s, at any width', async (path) => {
    const isSlim = answer === 'declined' || path.startsWith('/admin');
    const page = await open(path, answer);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect([size, await page.evaluate(covered, isSlim)]).toEqual([size, []]);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      expect(await question(page).isVisible()).toBe(answer !== 'accepted');
      if (answer === 'accepted') continue;
      const told = !isSlim && size.width >= 1200 ? 8 : 0;
      expect([size, await question(page).getByRole('listitem').count()]).toEqual([size, told]);
      const isOnScreen = (box: { y: number; height: number }) => box.y >= 0 && box.y + box.height <= size.height;
      const most = isSlim ? (size.width < 768 ? (size.width < 360 ? 112 : 96) : 56) : size.height * 0.36;
      expect([size, await height(page)]).toEqual([size, expect.toBeOneOf([expect.toSatisfy((it) => it <= most)])]);
      for (const name of ['Принять все', 'Отклонить все'])
        expect(await page.getByRole('button', { name }).boundingBox()).toSatisfy(isOnScreen);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});

test('after a refusal the lists are behind one press, and push the page down instead of covering it', async () => {
  const page = await open('/vote', 'declined', { viewport: { width: 360, height: 640 } });
  await page.getByRole('heading', { name: 'Мы используем файлы cookie' }).waitFor();
  const region = page.getByRole('region', { name: 'Мы используем файлы cookie' });
  expect(await region.innerText()).not.toContain('отклонены');
  expect(await region.getByRole('listitem').count()).toBe(0);
  await page.getByRole('button', { name: 'Зачем это нужно', expanded: false }).click();
  await page.getByRole('button', { name: 'Зачем это нужно', expanded: true }).waitFor();
  expect(await region.getByRole('listitem').count()).toBe(8);
  expect(await region.innerText()).toContain('доступ к\u00a0голосованию может быть ограничен');
  expect([await page.evaluate(covered, true), await findBarriers(page)]).toEqual([[], []]);
});

test('after a refusal nothing of the page moves while it loads, the first paint has the strip, and it is not on paper', async () => {
  for (const path of ['/', '/vote', '/admin/login']) {
    const page = await panel.open('/healthz', { token: null, stored: { cookieConsent: 'false' } });
    await page.addInitScript(noteShifts);
    // The faces of the site are a little narrower or wider than those in their place: that is no movement of the strip.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(panel.server.origin + path, { waitUntil: 'networkidle' });
    expect([await question(page).isVisible(), path, await shiftsOf(page)]).toEqual([true, path, []]);
    await page.emulateMedia({ media: 'print' });
    expect(await question(page).isVisible()).toBe(false);
  }
});

test('the picture of /watch is whole above the question, and as large as without it', async () => {
  await panel.ask('PUT', '/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
  const [asked, accepted] = [await open('/watch', 'undecided'), await open('/watch', 'accepted')];
  for (const viewport of SIZES) {
    for (const page of [asked, accepted]) await page.setViewportSize(viewport);
    const [box, whole] = [await asked.locator('iframe').boundingBox(), await accepted.locator('iframe').boundingBox()];
    const bottom = (box?.y ?? 0) + (box?.height ?? 9999);
    expect(bottom).toBeLessThanOrEqual((await question(asked).boundingBox())?.y ?? 0);
    expect([viewport, box]).toEqual([viewport, whole]);
  }
});

test.each(['/', '/admin'])('a keyboard reaches the question from the head of %s and answers it', async (path) => {
  for (const answer of ['undecided', 'declined']) {
    const page = await open(path, answer);
    for (const key of ['Tab', 'Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    // On wide pages of the site the whole question has its lists in view.
    if ((await focused()) === 'Зачем это нужно') await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Принять все');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Отклонить все');
    await page.keyboard.press('Enter');
    await expect.poll(() => question(page).isVisible()).toBe(false);
    const left = await page.evaluate(() => [localStorage.cookieConsent, document.activeElement?.id]);
    expect(left).toEqual(['false', 'main']);
    expectNoComplaints(page as never);
  }
});

test('the microphone of the home page is under no letter, at any size of the window', async () => {
  // The strip after a refusal takes no room from the page.
  for (const answer of ['undecided', 'accepted']) {
    const page = await open('/', answer);
    for (const width of [320, 360, 375, 414, 560, 767, 768, 900, 1024, 1199, 1200, 1280, 1366, 1600, 1920])
      for (const tall of [360, 640, 667, 768, 844, 1080]) {
        await page.setViewportSize({ width, height: tall });
        expect([answer, width, tall, await page.evaluate(lettersOverDrawing)]).toEqual([answer, width, tall, []]);
      }
  }
});

function lettersOverDrawing(): string[] {
  const drawing = document.querySelector('main svg[viewBox="0 0 260 900"]')?.getBoundingClientRect();
  if (!drawing) return ['no drawing'];
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const isSeen = text.parentElement?.closest('main, header') && !text.parentElement.closest('.hidden');
    if (!isSeen || !text.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects())
      if (left < drawing.right && right > drawing.left && top < drawing.bottom && bottom > drawing.top)
        found.push(text.textContent ?? '');
  }
  return found;
}
