import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import { createGroup } from '../../model/articles/groups.ts';
import type { ArticleRow } from '../../model/articles/row.ts';
import { rememberFormer } from '../../model/articles/slugs.ts';
import { currentEdition } from '../../model/editions/current.ts';
import { adoptEdition, createEdition, listEditions, saveEdition } from '../../model/editions/editions.ts';
import { editionChangeSchema, newEditionSchema } from '../../model/editions/schema.ts';
import { changeImage } from '../../model/images/library.ts';
import { renameContestants, type SectionOf } from '../../model/moving.ts';
import { listPages } from '../../model/pages/pages.ts';
import { createPartner, listPartners, newPartnerSchema } from '../../model/partners.ts';
import { newContestantSchema } from '../../model/programme/contestant-schema.ts';
import { createContestant, listContestants } from '../../model/programme/contestants.ts';
import { createShow, listShows, newShowSchema, orderShow } from '../../model/programme/shows.ts';
import { importRedirects } from '../../model/redirects/import.ts';
import { findDocument, saveScores } from '../../model/results/document.ts';
import { scoresSchema } from '../../model/results/schema.ts';
import type { Store } from '../../model/store.ts';
import { type Item, type Lost, NOWHERE } from './items.ts';
import type { Media } from './media.ts';
import type { OwnExport } from './sources/export.ts';

/** The whole library of an own export, also what no text shows. A dry run, without `by`, only looks for the files. */
export async function bringUploads(store: Store, { uploads }: OwnExport, media: Media, by?: string): Promise<Lost[]> {
  const losses: Lost[] = [];
  for await (const { name, kind, title, alt = '', credit = '', focus = { x: 50, y: 50 } } of uploads()) {
    const url = await media.bring(new URL(`${NOWHERE}/uploads/${name}`), kind, title);
    if (!url) losses.push({ item: title || name, what: 'файл: его нет в выгрузке', count: 1 });
    else if (kind === 'image' && by)
      await changeImage(store, url.replace('/uploads/', ''), { title, alt, credit, focus }, by);
  }
  return losses;
}

/** Adds missing redirects, partners, contestants, shows and editions. An invalid one becomes a loss; the rest are added. */
export async function bringFestival(store: Store, own: OwnExport, by: string, origin: string): Promise<Lost[]> {
  const losses: Lost[] = [];
  const attempt = async (item: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const isForeseen = (error instanceof ModelError && error.status < 500) || error instanceof z.ZodError;
      if (!isForeseen) throw error;
      const [issue = error as Error] = error instanceof z.ZodError ? error.issues : [];
      losses.push({ item, what: `не перенесено: ${issue.message}`, count: 1 });
    }
  };
  const redirects = (await Array.fromAsync(own.lines('redirects'))) as { source: string; target: string }[];
  const csv = redirects.map(({ source, target }) => `${source};${target}`).join('\n');
  if (csv) await attempt('переадресация', () => importRedirects(store, { csv, dryRun: false }, by, origin));
  const bringing = { store, by, attempt };
  // An export of an earlier version has none. The current one first: it takes over that of an empty site.
  const editions = (await Array.fromAsync(own.lines('editions'))) as Parameters<typeof bringEdition>[1][];
  for (const edition of editions.filter(({ is_current }) => is_current)) await bringEdition(bringing, edition);
  const of = editions.find(({ is_current }) => is_current)?.slug;
  const into = (await listEditions(store.db)).find(({ slug }) => slug === of) ?? (await currentEdition(store.db));
  await bringPartners(bringing, own.lines('partners'), into.id);
  await bringProgramme(bringing, (await own.programme()) as Programme, into.id);
  for (const edition of editions.filter(({ is_current }) => !is_current)) await bringEdition(bringing, edition);
  return losses;
}

/** What saving does not take: the day beside «follows», the pin, the place among pages, former slugs. */
export async function keepOwn(tx: Db, row: ArticleRow, own: NonNullable<Item['own']>): Promise<void> {
  const { formerSlugs, pinned, order, date, dateFollows } = own;
  const isPinned = pinned && !(await tx.selectFrom('articles').select('id').where('pinned', '=', 1).executeTakeFirst());
  const columns = { date, date_follows: dateFollows ? 1 : 0, ...(isPinned && { pinned: 1 }) };
  await tx
    .updateTable('articles')
    .set({ ...columns, ...(order !== undefined && { position: order }) })
    .where('id', '=', row.id)
    .execute();
  for (const slug of formerSlugs) await rememberFormer(tx, { kind: row.kind, slug }, row.id);
}

/** The number of the group of this name, which is made when there is none. */
export async function groupNamed(store: Store, name: string, by: string): Promise<number> {
  const found = await store.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
  return found?.id ?? (await createGroup(store, { name }, by)).id;
}

/** Runs `work`; a refusal of the model becomes a loss of `item`. */
type Attempt = (item: string, work: () => Promise<unknown>) => Promise<void>;

interface Bringing {
  store: Store;
  by: string;
  attempt: Attempt;
}

interface Programme {
  contestants: { slug: string; name: string }[];
  shows: {
    title: string;
    starts_at: string;
    running_order: string[];
    results?: { sections: SectionOf<string>[]; control_total: number | null } | null;
  }[];
}

interface ExportedEdition extends Programme {
  slug: string;
  title: string;
  is_current: boolean;
  page: string | null;
  partners: { name: string }[];
}

/** Adds missing editions and what a past one lacks; the exported current one stays current on an empty site only. */
async function bringEdition(bringing: Bringing, edition: ExportedEdition): Promise<void> {
  const { store, by, attempt } = bringing;
  const pages = await listPages(store.db);
  const page_id = pages.find(({ slug }) => slug === edition.page)?.id ?? null;
  const fields = { ...edition, page_id };
  await attempt(edition.title, async () => {
    const known = (await listEditions(store.db)).find(({ slug }) => slug === edition.slug);
    // Past here: a new festival was started since the export.
    if (edition.is_current) return known?.is_current === false ? undefined : bringCurrent(bringing, fields);
    const { id } = known ?? (await createEdition(store, newEditionSchema.parse(fields), by));
    await bringPartners(bringing, edition.partners, id);
    await bringProgramme(bringing, edition, id);
  });
}

async function bringCurrent({ store, by }: Bringing, fields: { slug: string; page_id: number | null }): Promise<void> {
  const { db } = store;
  const current = await currentEdition(db);
  const isEmpty = (await listShows(db)).length + (await listContestants(db)).length === 0;
  if (!isEmpty) {
    if (current.slug !== fields.slug) await createEdition(store, newEditionSchema.parse(fields), by);
    return;
  }
  await adoptEdition(store, fields.slug);
  const aim = { id: current.id, by, expected: undefined };
  await saveEdition(store, aim, editionChangeSchema.parse({ ...fields, is_public: true }));
}

/** Those with another name. */
async function bringPartners(
  { store, by, attempt }: Bringing,
  partners: Iterable<{ name: string }> | AsyncIterable<unknown>,
  edition_id: number,
): Promise<void> {
  const known = new Set((await listPartners(store.db, edition_id)).map(({ name }) => name));
  for await (const each of partners) {
    const { name } = each as { name: string };
    if (!known.has(name))
      await attempt(name, async () =>
        createPartner(store, newPartnerSchema.parse({ ...(each as object), edition_id }), by, true),
      );
  }
}

/** Missing contestants and shows, in the order of the export; points where none were entered. */
async function bringProgramme(
  { store, by, attempt }: Bringing,
  { contestants, shows }: Programme,
  edition_id: number,
): Promise<void> {
  const { db } = store;
  const idsBySlug = async () => new Map((await listContestants(db, edition_id)).map(({ slug, id }) => [slug, id]));
  const known = await idsBySlug();
  for (const each of contestants)
    if (!known.has(each.slug))
      await attempt(each.name, async () =>
        createContestant(store, newContestantSchema.parse({ ...each, edition_id, shows: [] }), by),
      );
  const ids = await idsBySlug();
  const held = new Map((await listShows(db, edition_id)).map((show) => [`${show.title} ${show.starts_at}`, show.id]));
  for (const { running_order, results, ...show } of shows)
    await attempt(show.title, async () => {
      let id = held.get(`${show.title} ${show.starts_at}`);
      if (id === undefined) {
        ({ id } = await createShow(store, newShowSchema.parse({ ...show, edition_id }), by));
        const order = running_order.flatMap((slug) => ids.get(slug) ?? []);
        await orderShow(store, { id, by, expected: undefined }, order);
      }
      if (!results || (await findDocument(db, id))?.version !== 0) return;
      const sections = renameContestants(results.sections, (slug) => ids.get(slug));
      await saveScores(store, { id, by, expected: [0] }, scoresSchema.parse({ ...results, sections }));
    });
}
