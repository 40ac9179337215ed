import { expect, test } from 'vitest';
import { newArticleSchema } from '../../model/articles/schema.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { excerpt, plainText } from '../../model/text/excerpt.ts';
import { slugify } from '../../model/text/slug.ts';
import { typograf } from '../../model/text/typograf.ts';
import { isWhole } from '../rig/cases.ts';
import { attempt, ownList } from './corpora.ts';

const SIZE = 1024 * 1024;
/** Nobody else is answered meanwhile. Time of the processor, so that other work on the machine does not count, in ms. */
const AT_MOST = 100;

const TASKS: Record<string, (text: string) => unknown> = {
  sanitizeBody,
  'sanitizeBody in an attribute': (text) => sanitizeBody(`<p title="${text}`),
  'sanitizeBody in code': (text) => sanitizeBody(`<pre data-language="javascript">${text}`),
  plainText: (text) => excerpt(plainText(text, 120), 120),
  'plainText of all': (text) => plainText(text),
  slugify,
  typograf: (text) => typograf(text.slice(0, SIZE / 4)),
};

// What parsers, patterns and lists have been slow on, repeated.
test.runIf(isWhole).each(ownList('pieces.json'))(
  'a mebibyte of %j costs no reader of texts more than in proportion',
  async (piece) => {
    const text = piece.repeat(Math.ceil(SIZE / piece.length));
    const spent = Object.entries(TASKS).map(([name, task]) => [name, cheapest(() => task(text))] as const);
    expect([...spent, ['displayBody', await shownIn(text)] as const].filter(([, ms]) => ms > AT_MOST)).toEqual([]);
  },
);

test('many tags cost no more than in proportion', () => {
  const cost = (count: number) => {
    const tags = Array.from({ length: count }, (_, at) => `Фестиваль ${at}`);
    return cheapest(() => newArticleSchema.safeParse({ title: 'Новость', tags }));
  };
  expect(cost(32_000)).toBeLessThan(24 * cost(4000)); // 8 when linear, 64 when squared
});

/** The better of two times: the first also pays for the compiler, and either for somebody else's garbage. */
function cheapest(task: () => unknown): number {
  return Math.min(timeOf(task), timeOf(task));
}

function timeOf(task: () => unknown): number {
  const before = process.threadCpuUsage();
  attempt(task);
  return process.threadCpuUsage(before).user / 1000;
}

/** The display gives others their turn between two blocks of code, so only one block at a time counts. */
async function shownIn(text: string): Promise<number> {
  const body = attempt(() =>
    sanitizeBody(`<p>${text}</p><pre data-language="javascript">${text.slice(0, 4000)}</pre>`),
  );
  if (body === undefined) return 0;
  await displayBody(body);
  const before = process.threadCpuUsage();
  await displayBody(body);
  return process.threadCpuUsage(before).user / 1000;
}
