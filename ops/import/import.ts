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
import { dayOf, type Run, saveImportOnlyFields, toArticle } from './article.ts';
import { digestOf, type Item, type Loss, type Source, tally } from './items.ts';
import { createMedia, importUploads, noImages } from './media.ts';
import { importFestival } from './own.ts';
import { planImport, removeFirstPage } from './plan.ts';
import { addOldPaths, findImported, newPaths, oldPaths, recordImported } from './records.ts';

const MAX_TEXTS = 1000; // in a report: bounds its memory and the page that shows it

export interface ImportReport {
  source: Source['kind'];
  created: number;
  updated: number;
  unchanged: number;
  redirects: number;
  losses: Loss[];
  texts: ImportedText[]; // The first created or changed ones; not printed by `rampa import --json`
}

/** A line of the panel's stream: progress, at the end the report or an error message. */
export type ImportLine = { what: string; done: number; total: number } | { report: ImportReport } | { message: string };

export interface ImportOptions {
  dryRun: boolean; // Reads and converts everything, requests every picture, stores nothing
  by: Actor;
  progress: (what: string, done: number, total: number) => void;
  signal?: AbortSignal;
  network?: Network;
}

/**
 * Imports all texts of a source with their pictures, files, dates, tags and old addresses. An item imported before is
 * updated if it has changed in the source and was not edited here. Each item is one transaction: a killed run is resumed
 * by the next one. ImportError when the source cannot be read.
 */
export async function runImport(store: Store, source: Source, options: ImportOptions): Promise<ImportReport> {
  const { dryRun, by, progress, signal = new AbortController().signal, network = INTERNET } = options;
  const counts = { created: 0, updated: 0, unchanged: 0, redirects: 0 };
  const report: ImportReport = { source: source.kind, ...counts, losses: [], texts: [] };
  const plan = await planImport(store.db, source, by, (done) => progress('Читаю, что есть', done, 0));
  const run = { store, source, plan, fetchMedia: createMedia(store, source, signal, network), report, dryRun, by };
  const others = new Map<string, string[]>(); // losses by place
  if (source.own) await importUploads(run, source.own);
  let done = 0;
  for await (const item of source.items((place, what) => others.getOrInsert(place, []).push(what))) {
    signal.throwIfAborted();
    done += 1;
    progress(dryRun ? 'Примеряю' : 'Переношу', done, plan.total);
    await importItem(run, item);
  }
  for (const [place, losses] of others) report.losses.push(...tally(place, losses));
  if (source.own) await importFestival(run, source.own);
  if (dryRun) return report;
  const title = `${source.id.replace(/^\w+:/, '')}, новых ${report.created}, обновлённых ${report.updated}`;
  const logRun = (tx: Db) => record(tx, { who: by.username, action: 'import.run', subject: source.id, title });
  // Also publishes redirects that a killed run has stored.
  await write(store, logRun, () => ({ topic: 'site-content' }));
  return report;
}

async function importItem(run: Run, item: Item): Promise<void> {
  const { store, report } = run;
  const { key, kind, title, fields, losses } = item;
  try {
    const outcome = await saveItem(run, item);
    report[outcome] += 1;
    const { date, publishAt, status } = fields;
    const day = dayOf(date ?? publishAt, store.timeZone);
    if (outcome !== 'unchanged' && report.texts.length < MAX_TEXTS)
      report.texts.push({ key, kind, title: title || 'Без названия', date: day, status, isNew: outcome === 'created' });
  } catch (error) {
    // A refused text does not stop the import; a failure such as a full disk does.
    if (!(error instanceof ModelError) || error.status >= 500) throw error;
    losses.push(`не перенесена: ${error.message}`);
  }
  report.losses.push(...tally(title || item.addresses[0] || key, losses));
}

async function saveItem(run: Run, item: Item): Promise<'created' | 'updated' | 'unchanged'> {
  const { store, source, plan, report, by } = run;
  const { losses } = item;
  const known = await findImported(store.db, source.id, item.key);
  const body = item.body();
  const slug = known?.slug ?? plan.slugOf(item) ?? '';
  const paths = oldPaths(item, slug, source.origin, plan);
  const unchanged = known?.digest === digestOf(item, body) ? known : undefined;
  const isEditedHere = known && (known.deleted_at !== null || known.version !== known.importedVersion);
  const isStillStored = unchanged !== undefined && unchanged.deleted_at === null;
  if (isEditedHere && !isStillStored) {
    losses.splice(0, losses.length, ...(unchanged ? [] : ['изменения прежнего сайта: текст уже правили здесь']));
    return 'unchanged';
  }
  const dryRun = run.dryRun || unchanged !== undefined; // An unchanged item is converted only to report its losses
  const { article, missing } = await toArticle({ ...run, dryRun }, item, body);
  const prepared = await prepare({ ...store, ...(dryRun && { images: noImages }) }, item.kind, article, by);
  for (const { what, count } of prepared.removed) for (let at = 0; at < count; at += 1) losses.push(what);
  const digest = digestOf(item, body, missing);
  if (dryRun) {
    // An unchanged item may still have new old addresses, or ones that a killed import did not store.
    const added = await newPaths(store.db, paths, known?.id);
    report.redirects += added.length;
    if (unchanged && !run.dryRun && added.length > 0)
      await write({ db: store.db, publish: () => {} }, (tx) => addOldPaths(tx, added, unchanged.id));
    return !known ? 'created' : unchanged || known.digest === digest ? 'unchanged' : 'updated';
  }
  const save = async (tx: Db) => {
    const old = known && (await lockById(tx, known.id));
    if (!old && item.kind === 'page') await removeFirstPage(tx, slug, by);
    const row = old
      ? await changeArticle(tx, old, { ...prepared, slug: undefined }, by, store.timeZone)
      : await insertArticle(tx, item.kind, { ...prepared, title: article.title, slug }, by, store.timeZone);
    if (!old) await saveImportOnlyFields(tx, row, item);
    await recordImported(tx, source.id, item.key, { article_id: row.id, version: row.version, digest });
    return { row, old, redirects: await addOldPaths(tx, paths, row.id) };
  };
  const { row, old, redirects } = await retryOnRace(() => write(store, save, quietChange));
  report.redirects += redirects;
  return !old ? 'created' : row.version === old.version ? 'unchanged' : 'updated';
}

/** Without the article: open pages do not announce imported texts. */
function quietChange({ row, old }: { row: ArticleRow; old: ArticleRow | undefined }) {
  const message = publicChange(row, old);
  if (message?.topic === 'news') delete message.article;
  return message;
}
