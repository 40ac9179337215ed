import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type Digests, digestTables } from '../../../db/copying/copying.ts';
import { openSqlite } from '../../../db/dialect.ts';
import { databaseIn, migrate } from '../../../db/open.ts';
import type { Db } from '../../../db/tables.ts';
import type { Manifest } from '../../../ops/backup/archive/manifest.ts';
import { EXCLUDED_TABLES } from '../../../ops/backup/archive/snapshot.ts';
import { makeBackup } from '../../../ops/backup/create.ts';
import { restore } from '../../../ops/backup/restore.ts';
import type { TestApp } from '../app.ts';
import { audio, pdf } from './files.ts';
import { noise } from './pictures.ts';

/** Some news, two pictures, two files and a changed setting. Gives the addresses of uploads and of smaller copies. */
export async function fillSite({ store, editor }: TestApp): Promise<string[]> {
  const urls: string[] = [];
  for (const seed of [1, 2]) {
    const { url } = await store.images.put(await noise(600, 400, seed).jpeg().toBuffer(), null, `Снимок ${seed}.jpg`);
    await editor('PUT', `/api/admin/images/${path.basename(url)}`, { alt: 'Сцена', focus: { x: 20, y: 80 } });
    const article = { title: `Новость ${seed}`, content: `<p>Рампа ${seed}</p>`, coverImageUrl: url };
    await editor('POST', '/api/admin/news', article);
    urls.push(url, url.replace(/\.\w+$/, '-480.webp'));
  }
  await editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Из зала', is_stream_enabled: true });
  await editor('POST', '/api/admin/partners', { name: 'Зал «Эллинг»', group: 'Партнёры', logo: urls[0] });
  const show = await editor('POST', '/api/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00Z' });
  await editor('POST', '/api/admin/contestants', { name: 'Мира', image: urls[0], shows: [show.json().id] });
  await editor('POST', '/api/stage', { show_id: show.json().id, kind: 'break', key: 'before-the-backup', seen: 0 });
  const sections = [{ kind: 'jury', title: 'Жюри', mode: 'givers', givers: [{ name: 'Томск', points: [] }] }];
  await editor('PUT', `/api/admin/results/${show.json().id}`, { sections, control_total: 0 });
  await editor('POST', '/api/admin/redirects', { source: '/Программа', target: '/about' });
  for (const [bytes, name] of [
    [pdf(), 'Правила.pdf'],
    [await audio('tone.mp3'), 'Гимн.mp3'],
  ] as const) {
    const { url } = await store.files.put(await store.files.receive([bytes]), name);
    urls.push(url);
  }
  return urls;
}

/** An archive of the site in a new folder. */
export async function backUpSite({ store, config }: TestApp): Promise<{ file: string; manifest: Manifest }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-archive-'));
  return makeBackup({ config, db: store.db, file: path.join(folder, 'site.tar') });
}

/** Restores an archive into a data directory or, with an address, into a PostgreSQL. */
export function restoreInto(file: string, dataDir: string, databaseUrl?: string, replace = false) {
  return restore({ config: { dataDir, databaseUrl }, file, agree: async () => true, replace, progress: () => {} });
}

/** Digests of the tables that an archive holds. */
export function lastingDigests(db: Db): Promise<Digests> {
  return digestTables(db, { leaveOut: [...EXCLUDED_TABLES, 'changes'] });
}

/** Works on the SQLite file in a data directory, which is made when there is none. */
export function inDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openSqlite(databaseIn(dataDir));
  return work(db).finally(() => db.destroy());
}

export const digestsIn = (dataDir: string): Promise<Digests> => inDatabase(dataDir, lastingDigests);

export async function oldSite(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-old-'));
  const at = '2025-07-01T10:00:00.000Z';
  const old = sql`insert into articles (slug, title, title_search, date, content, lead, publish_at, created_at, updated_at, version)
    values ('old', 'Старая', 'старая', '2025-07-01', '<p>Текст</p>', 'Текст', ${at}, ${at}, ${at}, 1)`;
  await inDatabase(dataDir, (db) => migrate(db).then(() => old.execute(db)));
  return dataDir;
}
