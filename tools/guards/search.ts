import type { Guard } from './guard.ts';

/** What a search may not find or show. */
export const search: Guard[] = [
  {
    guard: 'A search finds drafts.',
    file: 'model/search/search.ts',
    remove: ".where((eb) => eb.or([isPublic(now)(eb), isPublic(now, 'page')(eb)]))",
    put: '',
    tests: ['test/search/api.both.test.ts'],
  },
  {
    guard: 'A search without spoilers finds the news of the winner.',
    file: 'model/search/search.ts',
    remove: 'query.where((eb) => eb.not(isTelling(hidden?.from ?? null)(eb)))',
    put: 'query',
    tests: ['test/search/api.both.test.ts'],
  },
  {
    guard: 'A search without spoilers finds a contestant by a text of after the show.',
    file: 'model/search/named.ts',
    remove: 'isHarmless ? anywhere : inName',
    put: 'isHarmless ? anywhere : anywhere',
    tests: ['test/search/api.both.test.ts'],
  },
  {
    guard: 'An excerpt of a search is markup.',
    file: 'model/search/results.ts',
    remove: 'safeText(until < text.length',
    put: '((html: string) => html)(until < text.length',
    tests: ['test/search/api.both.test.ts'],
  },
];
