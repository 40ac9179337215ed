import sharp, { type Region } from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { DARK, needVisitor } from '../accessibility/visitor.ts';
import { untilHydrated } from '../rig/browser/browser.ts';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';

const { origin, visit } = await needVisitor();

let page: WatchedPage;
beforeEach(async () => {
  page = await visit(QUIET, { stored: { cookieConsent: 'true' } });
});

/** Stops every view transition as soon as it has begun. */
function holdTurns(): void {
  const start = document.startViewTransition.bind(document);
  const partOf = ({ effect }: Animation) => (effect as KeyframeEffect).pseudoElement ?? '';
  const turnOf = () => document.getAnimations().filter((each) => partOf(each).startsWith('::view-transition'));
  const hold = () => {
    for (const animation of turnOf()) animation.pause();
    document.documentElement.dataset.turn = 'ready';
  };
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.then(hold, () => {});
    return transition;
  };
  Object.assign(window, { turnOf, partsOf: () => turnOf().map(partOf) });
}

/** What moves on the page. */
const moving = () => page.evaluate<string[]>('partsOf()');

async function openNews(): Promise<void> {
  await page.goto(`${origin}/news`);
  await untilHydrated(page);
}

/** Screenshot of the view transition, `time` ms after it began. */
async function screenAt(time: number): Promise<Buffer> {
  await page.waitForSelector('[data-turn]');
  await page.evaluate(`turnOf().forEach((animation) => (animation.currentTime = ${time}))`);
  return page.screenshot();
}

/** Waits for lazy pictures: a screenshot without them differs from every later one. */
async function picturesInView(): Promise<void> {
  await page.evaluate(async () => {
    const inView = Array.from(document.images).filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    // It waits for what is still on its way, too.
    await Promise.all(inView.map((image) => image.decode()));
  });
}

async function turned(): Promise<void> {
  await page.evaluate('delete document.documentElement.dataset.turn; turnOf().forEach((each) => each.finish())');
  await expect.poll(moving).toEqual([]);
}

const BESIDE = { left: 820, top: 120, width: 460, height: 680 };
const BELOW = { left: 0, top: 600, width: 1280, height: 200 };

async function likeness(one: Buffer, other: Buffer, box: Region): Promise<number> {
  const [first, second] = await Promise.all([greys(one, box), greys(other, box)]);
  const product = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(first, second) / (Math.sqrt(product(first, first) * product(second, second)) || 1);
}

async function greys(screen: Buffer, box: Region): Promise<number[]> {
  const small = await sharp(screen).extract(box).resize(40, 40, { fit: 'fill' }).greyscale().raw().toBuffer();
  const average = small.reduce((sum, value) => sum + value, 0) / small.length;
  return Array.from(small, (value) => value - average);
}

const style = (part: string, property: string) =>
  page.evaluate(
    ([name, value]) => getComputedStyle(document.documentElement, `::view-transition-${name}`).getPropertyValue(value),
    [part, property] as const,
  );

test('from far down a list to an article and back the picture is carried over, and the page that leaves stays in its place while it fades', async () => {
  await page.addInitScript(holdTurns);
  await openNews();
  await page.waitForSelector('html:not([data-early])');
  await page.locator('main summary').click();
  const cards = page.locator('main article');
  const inFirstColumn = await cards.evaluateAll((all) =>
    all.findIndex((card, at) => at >= 18 && card.getBoundingClientRect().right < 700),
  );
  expect(inFirstColumn).toBeGreaterThan(0);
  const card = cards.nth(inFirstColumn);
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await picturesInView();
  const list = await page.screenshot();
  await card.getByRole('link').click();
  expect(await likeness(await screenAt(60), list, BESIDE)).toBeGreaterThan(0.6);
  expect(await moving()).toContain('::view-transition-group(picture)');
  expect(await style('image-pair(picture)', 'overflow-x')).toBe('clip');
  expect(await style('group(header)', 'background-color')).toBe(DARK);
  await turned();
  await picturesInView();
  const article = await page.screenshot();
  await page.goBack();
  expect(await likeness(await screenAt(30), article, BELOW)).toBeGreaterThan(0.6);
  expect(await moving()).toContain('::view-transition-group(picture)');
  await turned();
  await expect.poll(() => page.locator('.turning-picture').count()).toBe(0);
  expect(page.complaints).toEqual([]);
});

test('nothing moves for those who want less motion', async () => {
  await page.addInitScript(holdTurns);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openNews();
  await page.locator('article a').first().click();
  await page.waitForURL(/\/news\/./);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect([await moving(), page.complaints]).toEqual([[], []]);
});
