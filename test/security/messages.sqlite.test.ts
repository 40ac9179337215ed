import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}

type Paths = Record<string, Record<string, Operation>>;

/** Foreign words that editors know or copy. */
const KNOWN =
  /https?:\/\/|\/player|\/admin|<iframe>|erid|#ff5a2b|\([\w., -]+\)|Telegram|YouTube|TikTok|Rutube|PNG|JPEG/g;
const WRONG = [5, '', 'не то', 'я'.repeat(21_000), [5], {}];

function operations(paths: Paths): [path: string, method: string, Operation][] {
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/auth/') && !path.startsWith('/api/backup'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, of]) => [path.replace(/\{\w+\}/g, '1'), method.toUpperCase(), of] as const),
    )
    .map((each) => [...each]);
}

test('a wrong field or filter is refused in words of an editor', async () => {
  const { paths } = (await t.visitor('GET', '/api/openapi.json')).json();
  const messages = new Set<string>();
  const ask = async (method: string, url: string, body?: object) => {
    const answer = await t.editor(method as 'GET', url, body);
    if (answer.statusCode === 400) messages.add(answer.json().message);
  };
  for (const [path, method, { parameters = [], requestBody }] of operations(paths)) {
    for (const { name } of parameters.filter((each) => each.in === 'query'))
      for (const query of [`${name}=1&${name}=2`, `${name}=%20x`, `${name}=${'x'.repeat(400)}`])
        await ask(method, `${path}?${query}`);
    const { properties = {} } = requestBody?.content['application/json']?.schema ?? {};
    for (const field of Object.keys(properties))
      for (const value of WRONG) await ask(method, path, { title: 'Эфир', description: 'О концерте', [field]: value });
  }
  expect(messages.size).toBeGreaterThan(60);
  const foreign = [...messages].filter((text) => !/^[А-ЯЁ]/.test(text) || /[A-Za-z]/.test(text.replace(KNOWN, '')));
  expect(foreign).toEqual([]);
});
