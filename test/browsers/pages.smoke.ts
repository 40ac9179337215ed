import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, type Person } from './person.ts';

const PAGES = [
  '/',
  '/news',
  '/watch',
  '/vote',
  '/about',
  '/programme',
  '/results',
  '/contacts',
  '/?spoilers=hide',
  '/no-such-page',
];

describe.each([
  [1280, 900],
  [390, 844],
])('at %i px', (width, height) => {
  let visitor: Person;
  let article: string;
  let contestant: string;
  const origin = inject('festival');
  beforeAll(async () => {
    visitor = await openBrowser({ width, height });
    const [first] = (await (await fetch(`${origin}/api/news`)).json()) as { slug: string }[];
    article = `/news/${first?.slug}`;
    const { contestants } = (await (await fetch(`${origin}/api/results`)).json()) as {
      contestants: { slug: string }[];
    };
    contestant = `/programme/${contestants[0]?.slug}`;
  });
  afterAll(() => visitor.close());

  test('every public page has a heading, fits the window and complains of nothing', async () => {
    for (const page of [...PAGES, article, contestant]) {
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
    expect(visitor.complaints).toEqual([]);
  });

  test('a page is turned without a new document, and back', async () => {
    await visitor.open(`${origin}/news`);
    await visitor.see('h1', 'Новости');
    // A link that is followed before hydration loads a document.
    const isHydrated = () => Object.keys(document.documentElement).some((key) => key.startsWith('__react'));
    await expect.poll(() => visitor.run(isHydrated)).toBe(true);
    await visitor.run(() => Object.assign(window, { sameDocument: true }) && null);
    await visitor.click(`main a[href="${article}"]`);
    await expect.poll(() => visitor.run(() => location.pathname)).toBe(article);
    await visitor.see('article h1');
    await visitor.run(() => history.back());
    await visitor.see('h1', 'Новости');
    expect(await visitor.run(() => 'sameDocument' in window)).toBe(true);
    expect(visitor.complaints).toEqual([]);
  });
});
