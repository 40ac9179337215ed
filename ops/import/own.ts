import { z } from 'zod';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { currentEdition } from '../../model/editions/current.ts';
import { adoptSlug, createEdition, listEditions, saveEdition } from '../../model/editions/editions.ts';
import { type Edition, editionChangeSchema, newEditionSchema } from '../../model/editions/schema.ts';
import { isEmpty } from '../../model/editions/start.ts';
import { findImages } from '../../model/images/lookup.ts';
import { renameContestants, type SectionOf } from '../../model/moving.ts';
import { listPages } from '../../model/pages/pages.ts';
import { createPartner, listPartners, newPartnerSchema } from '../../model/partners.ts';
import { newContestantSchema } from '../../model/programme/contestant-schema.ts';
import { createContestant, listContestants } from '../../model/programme/contestants.ts';
import { createShow, listShows, newShowSchema, orderShow } from '../../model/programme/shows.ts';
import { importRedirects } from '../../model/redirects/import.ts';
import { findDocument, saveScores } from '../../model/results/document.ts';
import { scoresSchema } from '../../model/results/schema.ts';
import { toCsv } from '../../model/text/table.ts';
import type { Run } from './article.ts';
import { recordImported } from './records.ts';
import type { OwnExport } from './sources/export.ts';

/** Adds missing redirects, partners, contestants, shows and editions; invalid ones become losses. A dry run checks only redirects. */
export async function importFestival(run: Run, own: OwnExport): Promise<void> {
  const { store, source, report, dryRun, by } = run;
  const addLoss = (item: string, why: string | null) =>
    report.losses.push({ item, what: `не перенесено: ${why}`, count: 1 });
  const attempt = async (item: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const isRefusal = (error instanceof ModelError && error.status < 500) || error instanceof z.ZodError;
      if (!isRefusal) throw error;
      const [issue = error as Error] = error instanceof z.ZodError ? error.issues : [];
      addLoss(item, issue.message);
    }
  };
  const rules = (await Array.fromAsync(own.lines('redirects'))) as { source: string; target: string }[];
  const csv = toCsv(rules.map(({ source, target }) => [source, target]));
  const importRules = async () => {
    for (const each of await importRedirects(store, { csv, dryRun }, by.username, source.origin ?? ''))
      if (each.outcome === 'wrong') addLoss(each.source, each.message);
      else if (each.outcome !== 'same') report.redirects += 1;
  };
  if (rules.length > 0) await attempt('переадресация', importRules);
  if (dryRun) return;
  const festivalRun = { ...run, who: by.username, attempt };
  const parts = { ...((await own.programme()) as Parts), partners: own.lines('partners') as Parts['partners'] };
  const editions = (await Array.fromAsync(own.lines('editions'))) as ExportedEdition[];
  const isEarlier = editions.length === 0; // Exports of earlier versions have no editions
  if (isEarlier) await importParts(festivalRun, parts, (await currentEdition(store.db)).id);
  // The current one first: it replaces the current edition of an empty site.
  for (const edition of editions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)))
    await importEdition(festivalRun, { ...edition, ...(edition.is_current && parts) });
}

interface FestivalRun extends Run {
  who: string;
  attempt: (item: string, work: () => Promise<unknown>) => Promise<void>; // Reports a refusal by the model as a loss of `item`
}

interface Parts {
  partners: Iterable<{ name: string }> | AsyncIterable<{ name: string }>;
  contestants: { slug: string; name: string }[];
  shows: {
    title: string;
    starts_at: string;
    running_order: string[];
    results?: { sections: SectionOf<string>[]; control_total: number | null } | null;
  }[];
}

type ExportedEdition = Parts & Pick<Edition, 'slug' | 'title' | 'is_current' | 'poster'> & { page: string | null };

/** Adds a missing edition, or to an existing one what it lacks; the exported current one becomes current on an empty site only. */
async function importEdition(festivalRun: FestivalRun, edition: ExportedEdition): Promise<void> {
  const { store, source, report, who, attempt } = festivalRun;
  const { slug, title } = edition;
  const { db } = store;
  const page_id = (await listPages(db)).find(({ slug }) => slug === edition.page)?.id ?? null;
  const poster = edition.poster && (await findImages(db, [edition.poster])).has(edition.poster) ? edition.poster : null;
  if (poster !== edition.poster) report.losses.push({ item: title, what: 'афиша: её нет в выгрузке', count: 1 });
  const fields = { ...edition, page_id, poster };
  await attempt(`${title}, его концерты, участники и партнёры`, async () => {
    const editions = await listEditions(db);
    const known = await findLocalEdition(festivalRun, edition, editions);
    const isFree = editions.every((each) => each.slug !== slug);
    const aim = { id: (await currentEdition(db)).id, by: who, expected: undefined };
    const isTakingOver = edition.is_current && known?.is_current !== false && (await isEmpty(db, aim.id));
    if (isTakingOver && isFree) await adoptSlug(store, slug);
    const { id } = isTakingOver
      ? await saveEdition(store, aim, editionChangeSchema.parse({ ...fields, is_public: true }))
      : (known ?? (await createEdition(store, newEditionSchema.parse({ ...fields, slug: isFree ? slug : '' }), who)));
    const digest = String(id);
    await write({ db, publish: () => {} }, (tx) => recordImported(tx, source.id, `edition:${slug}`, { digest }));
    await importParts(festivalRun, edition, id);
  });
}

/**
 * The edition here with the same slug and title, or slug and a common show: the slug, mostly a year, is not enough. Else the one
 * imported before, else an empty one with the slug.
 */
async function findLocalEdition({ store: { db }, source }: FestivalRun, edition: ExportedEdition, editions: Edition[]) {
  const item = `edition:${edition.slug}`;
  const known = editions.find(({ slug }) => slug === edition.slug);
  const knownShows = new Set(known && (await listShows(db, known.id)).map(keyOfShow));
  if (known?.title === edition.title || edition.shows.some((show) => knownShows.has(keyOfShow(show)))) return known;
  const rows = db.selectFrom('imported').select('digest').where('source', '=', source.id).where('item', '=', item);
  const row = await rows.executeTakeFirst();
  const imported = editions.find(({ id }) => String(id) === row?.digest);
  return imported ?? (known && (await isEmpty(db, known.id)) ? known : undefined);
}

function keyOfShow({ title, starts_at }: { title: string; starts_at: string }): string {
  return `${title} ${starts_at}`;
}

/** Adds missing partners (by name), contestants and shows, in the order of the export; points where none were entered. */
async function importParts({ store, who, attempt }: FestivalRun, parts: Parts, edition_id: number): Promise<void> {
  const { db } = store;
  const partnersHere = new Set((await listPartners(db, edition_id)).map(({ name }) => name));
  for await (const each of parts.partners) {
    const create = async () => createPartner(store, newPartnerSchema.parse({ ...each, edition_id }), who, true);
    if (!partnersHere.has(each.name)) await attempt(each.name, create);
  }
  const idsBySlug = async () => new Map((await listContestants(db, edition_id)).map(({ slug, id }) => [slug, id]));
  const known = await idsBySlug();
  for (const each of parts.contestants) {
    const fields = { ...each, edition_id, shows: [] };
    const create = async () => createContestant(store, newContestantSchema.parse(fields), who);
    if (!known.has(each.slug)) await attempt(each.name, create);
  }
  const ids = await idsBySlug();
  const showIds = new Map((await listShows(db, edition_id)).map((show) => [keyOfShow(show), show.id]));
  for (const { running_order, results, ...show } of parts.shows)
    await attempt(show.title, async () => {
      let id = showIds.get(keyOfShow(show));
      if (id === undefined) {
        ({ id } = await createShow(store, newShowSchema.parse({ ...show, edition_id }), who));
        const order = running_order.flatMap((slug) => ids.get(slug) ?? []);
        await orderShow(store, { id, by: who, expected: undefined }, order);
      }
      if (!results || (await findDocument(db, id))?.version !== 0) return;
      const sections = renameContestants(results.sections, (slug) => ids.get(slug));
      await saveScores(store, { id, by: who, expected: [0] }, scoresSchema.parse({ ...results, sections }));
    });
}
