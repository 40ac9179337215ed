import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openSqlite } from '../../db/dialect.ts';
import { migrations } from '../../db/migrations/index.ts';
import { databaseIn, migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { findArticle, findPublicArticle, updateArticle } from '../../model/articles/articles.ts';
import { listRevisions } from '../../model/articles/revisions.ts';
import { readSiteText } from '../../model/settings/site-text.ts';
import type { Store } from '../../model/store.ts';
import { makeBackup } from '../../ops/backup/create.ts';
import type { Actor } from '../../roles.ts';
import { needDatabase, needFolder } from '../rig/needs.ts';
import { restoreInto } from '../rig/world/backups.ts';

const AT = '2025-07-01T10:00:00.000Z';
const ANNA: Actor = { username: 'anna', role: 'editor' };
const BODY = '<p>Жюри и <b>зрители</b></p>';

/** Fills only columns of the first schema: later ones need defaults. */
async function fillAsFirst(db: Db): Promise<void> {
  await sql`insert into articles (slug, title, title_search, date, content, lead, publish_at, created_at, updated_at, version)
    values ('old', 'Старая', 'старая', '2025-07-01', ${BODY}, 'Жюри и зрители', ${AT}, ${AT}, ${AT}, 2)`.execute(db);
  for (const version of [1, 2])
    await sql`insert into revisions (article_id, version, saved_at, saved_by, slug, title, date, cover_alt, content)
      values ((select id from articles), ${version}, ${AT}, 'anna', 'old', 'Старая', '2025-07-01', '', ${BODY})`.execute(
      db,
    );
  await sql`insert into settings (name, value, version, updated_at)
    values ('site-text', ${JSON.stringify({ site_name: 'Огни' })}, 1, ${AT})`.execute(db);
}

const OLD = { kind: 'article', slug: 'old' } as const;

async function assertWhole(db: Db): Promise<void> {
  expect(await findPublicArticle(db, 'old')).toMatchObject({
    article: { title: 'Старая', content: BODY, date: '2025-07-01' },
  });
  expect((await listRevisions(db, OLD, ANNA)).map(({ version }) => version)).toEqual([2, 1]);
  expect(await readSiteText(db)).toMatchObject({ value: { site_name: 'Огни' } });
  const store = { db, announce: () => {}, timeZone: 'Europe/Moscow' } as unknown as Store;
  await updateArticle(store, OLD, { title: 'Новая', content: undefined, coverAlt: undefined }, ANNA);
  expect(await findArticle(db, OLD, ANNA)).toMatchObject({ title: 'Новая', content: BODY, version: 3 });
}

const STEPS = Object.keys(migrations);
test.each(STEPS)('a site with the schema of %s is upgraded, and restored from its copy', async (step) => {
  const dataDir = await needFolder();
  const restored = path.join(dataDir, 'restored');
  const { db, databaseUrl } = await needDatabase(dataDir);
  await migrate(db, step);
  await fillAsFirst(db);
  const file = path.join(dataDir, 'site.tar');
  await makeBackup({ config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), db, file });
  await restoreInto(file, restored);
  const copy = openSqlite(databaseIn(restored));
  await migrate(copy);
  await assertWhole(copy).finally(() => copy.destroy());
  await migrate(db);
  await assertWhole(db);
});
