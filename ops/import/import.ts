import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import type { ImportedText } from '../../model/articles/kinds.ts';
import { type ArticleRow, lockById } from '../../model/articles/row.ts';
import { prepare } from '../../model/articles/saving/prepare.ts';
import { changeArticle, insertArticle } from '../../model/articles/saving/saving.ts';
import { retryOnRace } from '../../model/articles/slugs.ts';
import { publicChange } from '../../model/articles/visibility.ts';
import { record } from '../../model/audit-log.ts';
import type { Store } from '../../model/store.ts';
import type { Actor } from '../../roles.ts';
import { INTERNET, type Network } from '../embeds/fetch.ts';
import { dayOf, keepRest, type Run, toArticle } from './article.ts';
import { digestOf, type Item, type Lost, type Source, tally } from './items.ts';
import { bringUploads, createMedia, noImages } from './media.ts';
import { bringFestival } from './own.ts';
import { planImport, removeFirstPage } from './plan.ts';
import { findImported, keepImported, keepOldPaths, newPaths, oldPaths } from './records.ts';

const MAX_TEXTS = 1000; // of a report, so that it fits into memory and a page

export interface ImportReport {
  source: Source['kind'];
  created: number;
  updated: number;
  unchanged: number;
  redirects: number;
  losses: Lost[];
  texts: ImportedText[]; // The first that come or change; not in what `rampa import --json` prints
}

/** What the panel gets line by line: how far it is, then the report or what went wrong. */
export type ImportLine = { what: string; done: number; total: number } | { report: ImportReport } | { message: string };

export interface ImportOptions {
  dryRun: boolean; // Reads and converts everything, asks for every picture, and stores nothing
  by: Actor;
  progress: (what: string, done: number, total: number) => void;
  signal?: AbortSignal;
  network?: Network;
}

/**
 * Brings all texts of a source with their pictures, files, dates, tags and old addresses. An item that came before is left
 * alone, or brought again when it has changed there and not here. Each item is one transaction: a run that was killed goes
 * on where it was. ImportError when the source cannot be read.
 */
export async function runImport(store: Store, source: Source, options: ImportOptions): Promise<ImportReport> {
  const { dryRun, by, progress, signal = new AbortController().signal, network = INTERNET } = options;
  const counts = { created: 0, updated: 0, unchanged: 0, redirects: 0 };
  const report: ImportReport = { source: source.kind, ...counts, losses: [], texts: [] };
  const plan = await planImport(store.db, source, by, (done) => progress('Читаю, что есть', done, 0));
  const run = { store, source, plan, fetchMedia: createMedia(store, source, signal, network), report, dryRun, by };
  const others = new Map<string, string[]>(); // losses by place
  if (source.own) await bringUploads(run, source.own);
  let done = 0;
  for await (const item of source.items((place, what) => others.getOrInsert(place, []).push(what))) {
    signal.throwIfAborted();
    done += 1;
    progress(dryRun ? 'Примеряю' : 'Переношу', done, plan.total);
    await bring(run, item);
  }
  for (const [place, losses] of others) report.losses.push(...tally(place, losses));
  if (source.own) await bringFestival(run, source.own);
  if (dryRun) return report;
  const title = `${source.id.replace(/^\w+:/, '')}, новых ${report.created}, обновлённых ${report.updated}`;
  const logRun = (tx: Db) => record(tx, { who: by.username, action: 'import.run', subject: source.id, title });
  // Also publishes the redirects of an earlier run that was killed.
  await write(store, logRun, () => ({ topic: 'site-content' }));
  return report;
}

async function bring(run: Run, item: Item): Promise<void> {
  const { store, report } = run;
  const { key, kind, title, fields, losses } = item;
  try {
    const outcome = await bringItem(run, item);
    report[outcome] += 1;
    const { date, publishAt, status } = fields;
    const day = dayOf(date ?? publishAt, store.timeZone);
    if (outcome !== 'unchanged' && report.texts.length < MAX_TEXTS)
      report.texts.push({ key, kind, title: title || 'Без названия', date: day, status, isNew: outcome === 'created' });
  } catch (error) {
    // What is wrong with one text is no reason to stop; a disk that is full is.
    if (!(error instanceof ModelError) || error.status >= 500) throw error;
    losses.push(`не перенесена: ${error.message}`);
  }
  report.losses.push(...tally(title || item.addresses[0] || key, losses));
}

async function bringItem(run: Run, item: Item): Promise<'created' | 'updated' | 'unchanged'> {
  const { store, source, plan, report, by } = run;
  const { losses } = item;
  const known = await findImported(store.db, source.id, item.key);
  const body = item.body();
  const slug = known?.slug ?? plan.slugOf(item) ?? '';
  const paths = oldPaths(item, slug, source.origin, plan);
  const same = known?.digest === digestOf(item, body) ? known : undefined;
  const isEdited = known && (known.deleted_at !== null || known.version !== known.came);
  const isSameHere = same !== undefined && same.deleted_at === null;
  if (isEdited && !isSameHere) {
    losses.splice(0, losses.length, ...(same ? [] : ['изменения прежнего сайта: текст уже правили здесь']));
    return 'unchanged';
  }
  const dryRun = run.dryRun || same !== undefined; // What is the same is converted for its losses alone
  const { article, missing } = await toArticle({ ...run, dryRun }, item, body);
  const prepared = await prepare({ ...store, ...(dryRun && { images: noImages }) }, item.kind, article, by);
  for (const { what, count } of prepared.removed) for (let at = 0; at < count; at += 1) losses.push(what);
  const digest = digestOf(item, body, missing);
  if (dryRun) {
    // Of what is the same only old addresses may be new, or missing after a killed import.
    const added = await newPaths(store.db, paths, known?.id);
    report.redirects += added.length;
    if (same && !run.dryRun && added.length > 0)
      await write({ db: store.db, publish: () => {} }, (tx) => keepOldPaths(tx, added, same.id));
    return !known ? 'created' : same || known.digest === digest ? 'unchanged' : 'updated';
  }
  const save = async (tx: Db) => {
    const old = known && (await lockById(tx, known.id));
    if (!old && item.kind === 'page') await removeFirstPage(tx, slug, by);
    const row = old
      ? await changeArticle(tx, old, { ...prepared, slug: undefined }, by, store.timeZone)
      : await insertArticle(tx, item.kind, { ...prepared, title: article.title, slug }, by, store.timeZone);
    if (!old) await keepRest(tx, row, item);
    await keepImported(tx, source.id, item.key, { article_id: row.id, version: row.version, digest });
    return { row, old, redirects: await keepOldPaths(tx, paths, row.id) };
  };
  const { row, old, redirects } = await retryOnRace(() => write(store, save, quietChange));
  report.redirects += redirects;
  return !old ? 'created' : row.version === old.version ? 'unchanged' : 'updated';
}

/** Open pages do not greet each imported text. */
function quietChange({ row, old }: { row: ArticleRow; old: ArticleRow | undefined }) {
  const message = publicChange(row, old);
  if (message?.topic === 'news') delete message.article;
  return message;
}
