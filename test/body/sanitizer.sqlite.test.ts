import { expect, onTestFinished, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { createSanitizer } from '../../model/body/sanitizer.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
await t.visitor('GET', '/');

/** Just within the limits of bodies: some hundred milliseconds. */
const HEAVY = `${'<p><b>а</b>б<i>в</i></p>'.repeat(2800)}<p>${'слово '.repeat(140_000)}</p>`;
const save = (content: string) => t.editor('POST', '/api/admin/news', { title: 'Новость', content });
const saved = async () => (await t.editor('GET', '/api/admin/news')).json().length;

test('a body past its deadline costs its author an error, visitors nothing, and the next save works', async () => {
  const { sanitizer } = t.store;
  const hasty = createSanitizer({ deadline: 50 });
  t.store.sanitizer = hasty;
  onTestFinished(async () => {
    t.store.sanitizer = sanitizer;
    await hasty.close();
  });
  const before = await saved();
  const saving = save(HEAVY);
  const home = await t.visitor('GET', '/');
  const refused = await saving;
  const previewed = await t.editor('POST', '/api/admin/preview/article', { kind: 'article', content: HEAVY });
  expect(home.statusCode).toBe(200);
  for (const { statusCode, payload } of [refused, previewed]) {
    const message = expect.stringMatching(/^Сервер не смог разобрать .*\.$/s);
    const told = { code: 'body_too_slow', message, fields: { content: message } };
    expect([statusCode, JSON.parse(payload)]).toEqual([422, told]);
  }
  expect(await saved()).toBe(before);
  await expect.poll(async () => (await save('<p>да</p>')).statusCode).toBe(201);
});

test('a heavy body keeps the loop that serves visitors free', async () => {
  await save('<p>first</p>');
  const gaps: number[] = [];
  const costs: number[] = [];
  for (let tries = 5; tries > 0; tries -= 1) {
    const began = performance.now();
    sanitizeBody(HEAVY);
    costs.push(performance.now() - began);
    gaps.push(await longestGap(t.store.sanitizer.sanitize(HEAVY)));
  }
  expect(Math.min(...gaps)).toBeLessThan(Math.min(...costs) / 2);
});

/** Between two turns of the event loop, in ms. */
async function longestGap(until: Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false];
  const end = until.finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  await end;
  return longest;
}

test('errors of a body come through', async () => {
  for (const [html, ...expected] of [
    ['<b>'.repeat(200), 422, 'body_too_complex'],
    ['я'.repeat(2 ** 20 + 1), 413, 'body_too_complex'],
    ['<img src="data:image/png;base64,!">', 422, 'bad_body_picture'],
  ] as const) {
    const { statusCode, json } = await save(html);
    expect([statusCode, json().code]).toEqual(expected);
  }
});

test('only so many bodies wait, and those that wait at the end are told to come again', async () => {
  const sanitizer = createSanitizer();
  const all = Array.from({ length: 23 }, () => sanitizer.sanitize('<p>а</p>').catch((error) => error));
  const busy = expect.objectContaining({ status: 503, code: 'bodies_busy' });
  expect(await Promise.all(all.slice(21))).toEqual([busy, busy]);
  await sanitizer.close();
  expect(await all[20]).toMatchObject({ status: 503, code: 'interrupted' });
  expect(await sanitizer.sanitize('а').catch((error) => error)).toMatchObject({ status: 503, code: 'interrupted' });
});
