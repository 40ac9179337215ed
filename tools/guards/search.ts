import { guardsOf } from './guard.ts';

/** What a search may not find or show. */
export const search = [
  ...guardsOf('model/search/search.ts', ['test/search/api.both.test.ts'], {
    'A search finds drafts.': [".where((eb) => eb.or([isPublic(now)(eb), isPublic(now, 'page')(eb)]))", ''],
    'A search without spoilers finds the news of the winner.': [
      'query.where((eb) => eb.not(mayReveal(hidden?.from ?? null)(eb)))',
      'query',
    ],
  }),
  ...guardsOf('model/search/named.ts', ['test/search/api.both.test.ts'], {
    'A search without spoilers finds a contestant by a text of after the show.': [
      'isHarmless ? anywhere : inName',
      'isHarmless ? anywhere : anywhere',
    ],
  }),
  ...guardsOf('model/search/named.ts', ['test/editions/pages.test.ts'], {
    'A search without spoilers leads to the board.': [
      'isSpoilerFree ? [] : await showsWithResults(db)',
      'await showsWithResults(db)',
    ],
  }),
  ...guardsOf('model/search/results.ts', ['test/search/api.both.test.ts'], {
    'An excerpt of a search is markup.': [
      'safeText(until < text.length',
      '((html: string) => html)(until < text.length',
    ],
  }),
];
