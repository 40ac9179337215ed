import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { readChange } from '../../db/write.ts';
import { findArticle, findPublicArticle, updateArticle } from '../../model/articles/articles.ts';
import { livingCards } from '../../model/articles/lists/lists.ts';
import { listRevisions } from '../../model/articles/revisions.ts';
import { readLog } from '../../model/live/log.ts';
import { currentStage } from '../../model/programme/stage.ts';
import { currentResults } from '../../model/results/results.ts';
import { STEM_RULES } from '../../model/search/stems.ts';
import { renewWords } from '../../model/search/words.ts';
import { readSiteText } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';
import { makeBackup } from '../../ops/backup/create.ts';
import type { Actor } from '../../roles.ts';
import { jury } from '../programme/show.ts';
import { sample } from '../rig/cases.ts';
import { needDatabase, needFolder } from '../rig/needs.ts';
import { digestsIn, lastingDigests, restoreInto } from '../rig/world/backups.ts';

const AT = '2025-07-20T20:00:00.000Z';

async function addSiteText(db: Db): Promise<void> {
  const value = JSON.stringify({ site_name: 'Огни' });
  const text = sql`('site-text', ${value}, 1, ${AT})`;
  await sql`insert into settings (name, value, version, updated_at) values ${text}`.execute(db);
}

/** A site as it was stored before there were editions: shows with a contestant in the last. */
async function addProgramme(db: Db, shows: [title: string, at: string][]): Promise<void> {
  for (const [title, at] of shows)
    await sql`insert into shows (title, hall, starts_at, is_public, updated_at, version)
      values (${title}, 'Зал «Эллинг»', ${at}, 1, ${AT}, 1)`.execute(db);
  await sql`insert into contestants (slug, name, song, authors, region, image_credit, text, is_withdrawn, updated_at, version)
    values ('anna', 'Анна', 'Заря', '', 'Томск', '', '', 0, ${AT}, 1)`.execute(db);
  await sql`insert into performances (show_id, contestant_id, position) values (${shows.length}, 1, 1)`.execute(db);
}

test('what a site has becomes its current edition, named and dated from its shows', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0025-index-notes');
  await addProgramme(db, [
    ['Полуфинал', '2025-07-18T18:00:00.000Z'],
    ['Финал', AT],
  ]);
  await sql`insert into articles (slug, kind, title, title_search, date, content, lead, created_at, updated_at, version)
    values ('history', 'page', 'История', 'история', '2025-07-01', '', '', ${AT}, ${AT}, 1)`.execute(db);
  await sql`insert into partners (position, name, group_name, version) values (1, 'Завод', '', 1)`.execute(db);
  await addSiteText(db);
  await migrate(db);
  expect(await db.selectFrom('editions').selectAll().execute()).toMatchObject([
    {
      ...{ id: 1, slug: '2025', title: 'Огни-2025', year: 2025, hall: 'Зал «Эллинг»' },
      ...{ starts_on: '2025-07-18', ends_on: '2025-07-20', is_current: 1, is_public: 1 },
    },
  ]);
  for (const table of ['shows', 'contestants', 'partners'] as const)
    for (const row of await db.selectFrom(table).select('edition_id').execute()) expect(row.edition_id).toBe(1);
  const page = await db.selectFrom('articles').select(['id', 'slug']).executeTakeFirstOrThrow();
  expect(page.slug).toBe(`history-${page.id}`);
  expect(await db.selectFrom('performances').selectAll().execute()).toHaveLength(1);
});

test('the database holds neither two current editions nor a show, a contestant or a partner of none', async () => {
  const { db } = await needDatabase();
  await migrate(db);
  const row = { title: 'Вторая', year: 2024, city: '', hall: '', hosts: '', is_public: 1, updated_at: AT, version: 1 };
  const add = (slug: string, is_current: 0 | 1) => db.insertInto('editions').values({ ...row, slug, is_current });
  await add('2024', 0).execute();
  await expect(add('x', 1).execute()).rejects.toThrow();
  await expect(addProgramme(db, [['Финал', AT]])).rejects.toThrow();
});

const at = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
// As it was stored before sections had scales.
const SECTIONS = JSON.stringify([jury({ Томск: [[1, 12]], Псков: [[1, 12]] }, { scale: undefined })]);

/** A night as it was kept before: presses of the stage and of the results in a log each, with undos and a restart. */
async function fillNight(db: Db): Promise<void> {
  await sql`update changes set version = 7`.execute(db);
  await addProgramme(db, [['Финал', AT]]);
  await sql`insert into results (show_id, sections, control_total, armed_at, updated_at, version)
    values (1, ${SECTIONS}, 24, ${AT}, ${AT}, 1)`.execute(db);
  const cue = (kind: string, second: number, by: string, key: string | null, undoes: number | null = null) =>
    sql`insert into cues (show_id, kind, contestant_id, at, by, key, undoes)
      values (1, ${kind}, ${kind === 'performance' ? 1 : null}, ${at(second)}, ${by}, ${key}, ${undoes})`.execute(db);
  const reveal = (kind: string, second: number, step: number | null, key: string | null, undoes?: number) =>
    sql`insert into reveals (show_id, kind, step, at, by, key, undoes)
      values (1, ${kind}, ${step}, ${at(second)}, 'olga', ${key}, ${undoes ?? null})`.execute(db);
  await cue('performance', 1, 'olga', 'same-key');
  await cue('break', 2, 'igor', 'key-break');
  await cue('undo', 4, 'olga', null, 2);
  await reveal('arm', 3, null, null);
  await reveal('step', 5, 0, 'same-key');
  await reveal('restart', 6, null, null);
  await reveal('step', 7, 0, 'key-again');
  await reveal('step', 8, 1, 'key-second');
  await reveal('undo', 9, null, null, 5);
}

test('a night that was kept in two logs is one log afterwards: each row, its moment, its author, its undo', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0020-rights');
  await fillNight(db);
  await migrate(db);

  const { entries } = await readLog(db);
  const rows = entries.map((each) => [each.version, each.part, each.kind, each.by, each.key, each.undoes].join(' '));
  expect(rows).toEqual([
    '8 stage performance olga same-key ',
    '9 stage break igor key-break ',
    '10 results lock olga  ',
    '11 stage undo olga  9',
    '12 results step olga same-key ',
    '13 results restart olga  ',
    '14 results step olga key-again ',
    '15 results step olga key-second ',
    '16 results undo olga  15',
  ]);
  expect(entries.map((each) => each.at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(at));
  expect(entries.filter(({ isUndone }) => isUndone).map(({ version }) => version)).toEqual([9, 15]);
  expect(await readChange(db)).toEqual({ version: 16, epoch: expect.stringMatching(/^[a-z0-9]{8}$/) });

  const { performers } = await db.selectFrom('results').select('performers').executeTakeFirstOrThrow();
  expect(JSON.parse(performers ?? '')).toMatchObject([{ id: 1, slug: 'anna', name: 'Анна', region: 'Томск' }]);
  const steps = [{ title: 'Жюри: Томск', at: at(7) }];
  expect(await currentResults(db)).toMatchObject({ seq: 16, state: 'revealing', steps });
  expect(await currentStage(db)).toMatchObject({ seq: 11, state: 'none' }); // long ago
});

const ANNA: Actor = { username: 'anna', role: 'editor' };
const BODY = '<p>Жюри и <b>зрители</b></p>';

/** An article and its versions, in columns of the first schema: later ones need defaults. */
async function addArticle(db: Db, body: string, savedBy: string[]): Promise<void> {
  await sql`insert into articles (slug, title, title_search, date, content, lead, publish_at, created_at, updated_at, version)
    values ('old', 'Старая', 'старая', '2025-07-01', ${body}, 'Начало', ${AT}, ${AT}, ${AT}, 2)`.execute(db);
  const id = sql`(select id from articles)`;
  for (const [before, by] of savedBy.entries())
    await sql`insert into revisions (article_id, version, saved_at, saved_by, slug, title, date, cover_alt, content)
      values (${id}, ${before + 1}, ${AT}, ${by}, 'old', 'Старая', '2025-07-01', '', ${body})`.execute(db);
}

const OLD = { kind: 'article', slug: 'old' } as const;

async function assertWhole(db: Db): Promise<void> {
  const article = { title: 'Старая', content: BODY, date: '2025-07-01' };
  expect(await findPublicArticle(db, 'old')).toMatchObject({ article });
  expect((await listRevisions(db, OLD, ANNA)).map(({ version }) => version)).toEqual([2, 1]);
  expect(await readSiteText(db)).toMatchObject({ value: { site_name: 'Огни' } });
  const store = { db, publish: () => {}, timeZone: 'Europe/Moscow' } as unknown as Store;
  const change = { title: 'Новая', content: undefined, coverAlt: undefined };
  await updateArticle(store, { key: OLD, by: ANNA, expected: undefined }, change);
  expect(await findArticle(db, OLD, ANNA)).toMatchObject({ title: 'Новая', content: BODY, version: 3 });
}

const SCHEMAS = Object.keys(migrations);

// Each costs two seconds, on both databases. `npm test` has the first and 0020, whose next step drops two logs.
test.each(sample(SCHEMAS, 17))('a site with the schema of %s is upgraded, and restored from its copy', async (step) => {
  const dataDir = await needFolder();
  const { db, databaseUrl } = await needDatabase(dataDir);
  await migrate(db, step);
  if (step === '0020-rights') await fillNight(db);
  await addArticle(db, BODY, ['anna', 'anna']);
  await addSiteText(db);
  const file = path.join(dataDir, 'site.tar');
  await makeBackup({ config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), db, file });
  // The same rows in the same tables, for which the upgrade is the same.
  await restoreInto(file, path.join(dataDir, 'restored'));
  const digests = await lastingDigests(db);
  expect(await digestsIn(path.join(dataDir, 'restored'))).toEqual(digests);
  if (databaseUrl) {
    const { db: other, databaseUrl: url } = await needDatabase();
    await restoreInto(file, path.join(dataDir, 'other'), url);
    expect(await lastingDigests(other)).toEqual(digests);
    await migrate(other);
    await assertWhole(other);
  }
  await migrate(db);
  await assertWhole(db);
});

test('articles written before the search in texts are found by their words, and have their author', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0002-partners');
  await addArticle(db, '<p>Жю<b>ри</b> &amp; зрители&nbsp;вместе</p><p>Ёлка 😀</p>', ['anna', 'boris']);
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

test('an index of words that was filled before it was in the order of the list finds the same', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0031-newest-uses');
  await addArticle(db, BODY, ['anna']);
  const { id } = await db.selectFrom('articles').select('id').executeTakeFirstOrThrow();
  await db.insertInto('search_words').values({ article_id: id, words: 'домр', rules: STEM_RULES }).execute();
  await migrate(db);
  const { batches } = await livingCards(db, ANNA, { q: 'домры' }, { limit: 10 });
  expect((await Array.fromAsync(batches())).flat()).toMatchObject([{ slug: 'old' }]);
});
