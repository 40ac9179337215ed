import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

/** How many twelfths of a wide page a card takes. */
const SPANS: Record<string, number> = { lead: 12, row: 12, half: 6, third: 4, wide: 7, narrow: 5 };

const t = await needSite();

async function lines(): Promise<string[][]> {
  const { payload } = await t.visitor('GET', '/news');
  const made: string[][] = [];
  let room = 0;
  for (const [, place = ''] of payload.matchAll(/<article[^>]* data-place="(\w+)"/g)) {
    const span = SPANS[place] ?? Number.NaN;
    if (span > room) {
      made.push([]);
      room = 12;
    }
    made.at(-1)?.push(place);
    room -= span;
  }
  return made;
}

const widthsOf = (all: string[][]) => all.map((line) => line.reduce((sum, place) => sum + (SPANS[place] ?? 0), 0));

test('however much news there is, a lead comes first, every line is full and no two lines in a row are alike for long', async () => {
  for (let count = 1; count <= 23; count++) {
    await t.editor('POST', '/api/admin/news', { title: `Новость ${count}` });
    const now = await lines();
    expect([count, now.flat().length]).toEqual([count, count]);
    expect(now[0]).toEqual(['lead']);
    expect([count, ...widthsOf(now)]).toEqual([count, ...now.map(() => 12)]);
    const runs = now.filter(
      (line, at) => at > 1 && line.join() === now[at - 1]?.join() && line.join() === now[at - 2]?.join(),
    );
    expect(runs).toEqual([]);
  }
});

test('below the lead the list goes by months, whose lines are full too', async () => {
  for (const [title, date] of [
    ['Весна', '2001-05-09'],
    ['Лето', '2001-07-02'],
    ['Середина лета', '2001-07-20'],
    ['Впереди', '2101-01-05'],
    ['Раньше всех', '2101-01-06'],
  ])
    await t.editor('POST', '/api/admin/news', { title, date });
  const { payload } = await t.visitor('GET', '/news');
  const [main = ''] = payload.split('</main>');
  const headings = [...main.matchAll(/<h([123])[^>]*>([^<]*)</g)].map(([, level, words]) => `${level} ${words}`);
  expect(headings.slice(0, 4)).toEqual(['1 Новости', '2 Раньше всех', '2 Январь 2101', '3 Впереди']);
  expect(headings.slice(-5)).toEqual(['2 Июль 2001', '3 Середина лета', '3 Лето', '2 Май 2001', '3 Весна']);
  expect(new Set(widthsOf(await lines()))).toEqual(new Set([12]));
});
