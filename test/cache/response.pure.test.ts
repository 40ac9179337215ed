import { expect, test } from 'vitest';
import { bytesOf, createResponse, represent } from '../../http/cache/response.ts';
import { createLimit } from '../../model/limit.ts';

const words = (letters: number) => Buffer.from('<p>слово</p>'.repeat(letters / 12));

test.each([
  ['a short page', words(6000)],
  ['a page larger than the pool', words(120_000)],
])('%s takes as much memory as is reckoned, in every encoding', async (_what, body) => {
  const response = createResponse(body, { 'content-type': 'text/html' });
  for (const encoding of ['br', 'gzip', 'identity'])
    await represent(response, { 'accept-encoding': encoding }, 'http://localhost', {
      limit: createLimit(1),
      added() {},
    });
  const bodies = [response.identity, ...[...response.representations.values()].map(({ full }) => full.body)];
  const blocks = new Set(bodies.map((one) => one?.buffer));
  expect(blocks.size).toBe(3);
  expect([...blocks].reduce((sum, block) => sum + (block?.byteLength ?? 0), 0)).toBe(bytesOf(response));
});
