import { expect, test } from 'vitest';
import { faultsOf } from '../../tools/guards/guard.ts';
import { guards } from '../../tools/guards/lists.ts';

test('each guard that can be removed stands in its file, and the tests that catch it are there', () => {
  expect(guards.flatMap(faultsOf)).toEqual([]);
  expect(new Set(guards.map(({ guard }) => guard)).size).toBe(guards.length);
  expect(guards.length).toBeGreaterThanOrEqual(80);
});
