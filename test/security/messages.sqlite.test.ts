import { expect, test } from 'vitest';
import { operationsOf } from '../hostile/contract.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

/** Foreign words that editors know or copy. */
const KNOWN =
  /https?:\/\/|\/player|\/admin|<iframe>|erid|#ff5a2b|\([\w., -]+\)|Telegram|YouTube|TikTok|Rutube|PNG|JPEG/g;
const WRONG = [5, '', 'не то', 'я'.repeat(21_000), [5], {}];

test('a wrong field or filter is refused in words of an editor', async () => {
  const described = operationsOf((await t.visitor('GET', '/api/openapi.json')).json());
  const messages = new Set<string>();
  const ask = async (method: string, url: string, body?: object) => {
    const answer = await t.editor(method as 'GET', url, body);
    if (answer.statusCode === 400) messages.add(answer.json().message);
  };
  for (const { path, method, query: names, body } of described) {
    if (path.startsWith('/api/auth/')) continue;
    const url = path.replace(/\{\w+\}/g, '1');
    for (const name of names)
      for (const query of [`${name}=1&${name}=2`, `${name}=%20x`, `${name}=${'x'.repeat(400)}`])
        await ask(method, `${url}?${query}`);
    for (const field of Object.keys(body?.properties ?? {}))
      for (const value of WRONG) await ask(method, url, { title: 'Эфир', description: 'О концерте', [field]: value });
  }
  expect(messages.size).toBeGreaterThan(60);
  expect([...messages].filter((text) => !/^[А-ЯЁ]/.test(text) || /[A-Za-z]/.test(text.replace(KNOWN, '')))).toEqual([]);
});
