import { expect, inject, test } from 'vitest';
import { openBrowser, type Person } from './person.ts';

const origin = inject('festival');
const read = async (path: string) => (await fetch(`${origin}/api${path}`)).json();
const [{ slug }] = (await read('/news')) as [{ slug: string }];
const { contestants } = (await read('/results')) as { contestants: [{ slug: string }] };
const ARTICLE = `/news/${slug}`;
const PAGES = [
  ...['/', '/news', '/watch', '/vote', '/about', '/programme', '/results', '/contacts', '/?spoilers=hide'],
  ...['/no-such-page', ARTICLE, `/programme/${contestants[0].slug}`],
];

test.each([
  [1280, 900],
  [390, 844],
])('every page has a heading, fits a window of %i px, is turned without a new document', async (width, height) => {
  const visitor = await openBrowser({ width, height });
  for (const page of PAGES) {
    await visitor.open(origin + page);
    await visitor.see('h1');
    const shape = () =>
      visitor.run(() => ({
        headings: document.querySelectorAll('h1').length,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        window: innerWidth,
      }));
    await expect.poll(shape, { message: page }).toEqual({ headings: 1, overflow: 0, window: width });
  }

  await visitor.open(`${origin}/news`);
  await visitor.see('h1', 'Новости');
  // A link that is followed before hydration loads a document.
  const isHydrated = () => Object.keys(document.documentElement).some((key) => key.startsWith('__react'));
  await expect.poll(() => visitor.run(isHydrated)).toBe(true);
  await visitor.run(() => void Object.assign(window, { sameDocument: true }));
  await visitor.click(`main a[href="${ARTICLE}"]`);
  await expect.poll(() => visitor.run(() => location.pathname)).toBe(ARTICLE);
  await visitor.see('article h1');
  await visitor.run(() => history.back());
  await visitor.see('h1', 'Новости');
  expect([await visitor.run(() => 'sameDocument' in window), visitor.complaints]).toEqual([true, []]);
});

const STREAM = '/demo/live/master.m3u8';

async function openPlayer(autoplay: boolean): Promise<Person> {
  const visitor = await openBrowser({ autoplay });
  await visitor.open(`${origin}/player?src=${encodeURIComponent(STREAM)}`);
  return visitor;
}

async function moves(visitor: Person): Promise<void> {
  const time = () => visitor.run(() => document.querySelector('video')?.currentTime ?? 0);
  await expect.poll(time).toBeGreaterThan(0);
  const from = await time();
  await expect.poll(time).toBeGreaterThan(from + 0.2);
}

test('the player asks for a tap where the browser does not, and plays after it', async () => {
  const visitor = await openPlayer(false);
  await visitor.click('button', 'Смотреть');
  await moves(visitor);
  expect(visitor.complaints).toEqual([]);
});

test('the player plays the stream where the browser lets it start', async () => {
  const visitor = await openPlayer(true);
  await moves(visitor);
  expect(visitor.complaints).toEqual([]);
});
