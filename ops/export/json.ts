import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '../../db/tables.ts';
import { FIELD_NAMES, FIELDS } from '../../model/articles/fields.ts';
import { statusAt } from '../../model/articles/row.ts';
import { listEditions } from '../../model/editions/editions.ts';
import { everyFile, everyPicture, finalScores, type MovedArticle, renameContestants } from '../../model/moving.ts';
import { listPages } from '../../model/pages/pages.ts';
import { listPartners } from '../../model/partners.ts';
import { readProgramme } from '../../model/programme/programme.ts';
import { listRedirects } from '../../model/redirects/redirects.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import { countedArticles, type Exported, type Source, writePieces } from './target.ts';

/** Writes the export described in docs/moving.md to the new folder `folder`. */
export async function writeJson(source: Source, folder: string): Promise<Exported> {
  const { db, config, now } = source;
  await mkdir(folder);
  const counts = { news: 0, pages: 0 };
  const articles = Readable.from(countedArticles(source, counts)).map((row) => articleLine(row, now));
  await writeLines(folder, 'articles', articles);
  const pictures = (await everyPicture(db)).map(({ name, width, height, bytes, title, alt, credit, ...row }) => ({
    ...{ name, file: '', width, height, bytes, title, alt, credit, focus: { x: row.focus_x, y: row.focus_y } },
  }));
  const files = (await everyFile(db)).map(({ name, bytes, title, sha256 }) => ({
    ...{ name, file: '', bytes, title, sha256 },
  }));
  const problems: string[] = [];
  for (const [kind, uploads] of Object.entries({ pictures, files }))
    await copyUploads(source, folder, kind, uploads, problems);
  const redirects = (await listRedirects(db)).redirects.map(({ source, target }) => ({ source, target }));
  const partners = await partnersOf(db);
  const programme = await programmeOf(db);
  const editions = await Array.fromAsync(editionLines(db));
  const listed = { pictures, files, redirects, partners, editions };
  for (const [name, lines] of Object.entries(listed)) await writeLines(folder, name, lines);
  await writeWhole(folder, 'programme', programme);
  const lists = { pictures, files, redirects, partners, ...programme, editions };
  const all = { ...counts, ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length])) };
  const title = (await readShownSiteText(db)).value.site_name ?? '';
  const site = { origin: config.publicUrl ?? null, title, time_zone: config.timeZone };
  await writeWhole(folder, 'export', { format: 'rampa-export', version: 1, made_at: now, site, counts: all });
  return { counts: all, problems };
}

function articleLine(row: MovedArticle, now: string): object {
  const fields = FIELD_NAMES.map((name) => [name, row[FIELDS[name].column]]);
  return {
    kind: row.kind === 'page' ? 'page' : 'news',
    status: statusAt(row.publish_at, now),
    ...Object.fromEntries(fields),
    tags: JSON.parse(row.tags),
    plannedAt: row.planned_at,
    dateFollows: row.date_follows === 1,
    pinned: row.pinned === 1,
    group: row.group,
    author: row.created_by,
    formerSlugs: row.formerSlugs,
    oldAddresses: row.oldAddresses,
    ...(row.kind === 'page' && { place: row.place, order: row.order }),
  };
}

type Uploads = { name: string; file: string | null }[];

async function copyUploads(source: Source, folder: string, kind: string, uploads: Uploads, problems: string[]) {
  await mkdir(path.join(folder, kind));
  for (const [at, upload] of uploads.entries()) {
    const file = `${kind}/${upload.name}`;
    const found = await source.uploads.open([upload.name]);
    upload.file = found ? file : null;
    if (found) await writePieces(path.join(folder, file), found.read());
    else problems.push(`${upload.name}: на сайте нет самого файла`);
    source.progress(kind === 'files' ? 'Файлы' : 'Картинки', at + 1, uploads.length);
  }
}

function writeLines(folder: string, name: string, lines: Iterable<object> | AsyncIterable<object>): Promise<void> {
  const written = Readable.from(lines).map((line) => `${JSON.stringify(line)}\n`);
  return writePieces(path.join(folder, `${name}.jsonl`), written);
}

function writeWhole(folder: string, name: string, content: object): Promise<void> {
  return writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}

/** Editions, oldest first; a past one with its partners, programme and points. Without ids, which belong to this database. */
async function* editionLines(db: Db): AsyncGenerator<object> {
  const pages = new Map<number | null, string>((await listPages(db)).map(({ id, slug }) => [id, slug]));
  for (const { id, page_id, version: _version, ...edition } of (await listEditions(db)).toReversed()) {
    const past = !edition.is_current && { partners: await partnersOf(db, id), ...(await programmeOf(db, id)) };
    yield { ...edition, page: pages.get(page_id) ?? null, ...past };
  }
}

async function partnersOf(db: Db, edition?: number): Promise<object[]> {
  return (await listPartners(db, edition)).map(({ id: _id, version: _version, ...partner }) => partner);
}

/** Programme of a past edition with its points; by default of the current one, whose points are not public yet. */
async function programmeOf(db: Db, edition?: number): Promise<{ shows: object[]; contestants: object[] }> {
  const { shows, contestants } = await readProgramme(db, edition);
  const slugs = new Map(contestants.map(({ id, slug }) => [id, slug]));
  const scores = edition === undefined ? undefined : await finalScores(db, edition);
  const resultsOf = (show: number) => {
    const found = scores?.get(show);
    return found ? { ...found, sections: renameContestants(found.sections, (id) => slugs.get(id)) } : null;
  };
  return {
    shows: shows.map(({ id, edition_id: _of, version: _version, updated_at: _at, running_order, ...show }) => ({
      ...show,
      running_order: running_order.flatMap((each) => slugs.get(each) ?? []),
      ...(scores && { results: resultsOf(id) }),
    })),
    contestants: contestants.map(({ id: _id, edition_id: _of, version: _version, updated_at: _at, ...each }) => each),
  };
}
