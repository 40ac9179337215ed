import { expect, test } from 'vitest';
import { readQuery } from '../../model/search/query.ts';
import { stemsOf } from '../../model/search/stems.ts';
import { groupsIn } from '../rig/cases.ts';

const families = (part: string) => groupsIn('search/queries.txt', part).flatMap(([row = '']) => row.split(' | '));

/** Whether a search for one word finds a text that has only the other. */
const finds = (word: string, other: string) =>
  readQuery(word).some(({ weights }) => stemsOf(other).some((stem) => weights.has(stem)));

test.each(families('together'))('each of «%s» finds every other', (family) => {
  const words = family.split(' ');
  expect(words.flatMap((one) => words.filter((other) => !finds(one, other)).map((other) => [one, other]))).toEqual([]);
});

test.each(families('apart'))('what stands apart neither finds the other nor is found by it: %s', (row) => {
  const [word = '', others = ''] = row.split(' → ');
  expect(others.split(' ').filter((other) => finds(word, other) || finds(other, word))).toEqual([]);
});
