import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findByWords } from '../../db/word-index.ts';
import { corrected, readQuery, wholeTerm } from '../../model/search/query.ts';
import { needSite } from '../rig/needs.ts';
import { insertNews } from '../rig/world/long-news.ts';

const { db } = (await needSite()).store;
await insertNews(db, 3000, () => ({}));
const words = sql`'общ ' || string_agg('слово' || articles.id || n, ' ')`;
await sql`insert into search_words (article_id, words, rules)
  select articles.id, ${words}, 1 from articles, generate_series(1, 100) as n group by articles.id`.execute(db);
await sql`vacuum analyze`.execute(db);

test.each([
  ['kin', 'подобного'],
  ['similar words', 'подобного'],
  ['texts', 'общее'],
])('PostgreSQL looks for all %s of the word «%s» in its index', async (kind, word) => {
  const asked = readQuery(word).map((each) => (kind === 'similar words' ? (corrected(each) ?? each) : each));
  const found = findByWords(db, asked.map(wholeTerm), 5000);
  const { rows } = await sql`explain select article_id from ${found} as found`.execute(db);
  expect(JSON.stringify(rows)).not.toMatch(/Filter: [^"]*array_to_tsvector/);
});
