import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../db/open.ts';
import { livingCards } from '../../model/articles/lists/lists.ts';
import { renewWords } from '../../model/search/words.ts';
import { needDatabase } from '../rig/needs.ts';

test('articles written before the search in texts are found by their words, and have their author', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0002-partners');
  const at = '2025-07-01T10:00:00.000Z';
  const body = '<p>Жю<b>ри</b> &amp; зрители&nbsp;вместе</p><p>Ёлка 😀</p>';
  await sql`insert into articles (slug, title, title_search, date, content, lead, publish_at, created_at, updated_at, version)
    values ('old', 'Старая', 'старая', '2025-07-01', ${body}, '', ${at}, ${at}, ${at}, 2)`.execute(db);
  for (const [before, who] of ['anna', 'boris'].entries())
    await sql`insert into revisions (article_id, version, saved_at, saved_by, slug, title, date, cover_alt, content)
      values ((select id from articles), ${before + 1}, ${at}, ${who}, 'old', 'Старая', '2025-07-01', '', ${body})`.execute(
      db,
    );
  await migrate(db);
  await renewWords(db, () => false);
  const found = async (filter: object) => {
    const { batches } = await livingCards(db, { username: 'anna', role: 'editor' }, filter, { limit: 10 });
    return (await Array.fromAsync(batches())).flat().map(({ slug }) => slug);
  };
  for (const q of ['старая жюри', 'зрители вместе', 'елка', '😀'])
    expect([q, await found({ q })]).toEqual([q, ['old']]);
  for (const q of ['nbsp', 'amp', 'зрителивместе', 'вместеелка']) expect([q, await found({ q })]).toEqual([q, []]);
  expect([await found({ author: 'anna' }), await found({ author: 'boris' })]).toEqual([['old'], []]);
});
