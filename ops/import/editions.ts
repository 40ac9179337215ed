import { currentEdition } from '../../model/editions/current.ts';
import { adoptEdition, createEdition, listEditions, saveEdition } from '../../model/editions/editions.ts';
import { editionChangeSchema, newEditionSchema } from '../../model/editions/schema.ts';
import { renameContestants, type SectionOf } from '../../model/moving.ts';
import { listPages } from '../../model/pages/pages.ts';
import { createPartner, listPartners, newPartnerSchema } from '../../model/partners.ts';
import { newContestantSchema } from '../../model/programme/contestant-schema.ts';
import { createContestant, listContestants } from '../../model/programme/contestants.ts';
import { createShow, listShows, newShowSchema, orderShow } from '../../model/programme/shows.ts';
import { findDocument, saveScores } from '../../model/results/document.ts';
import { scoresSchema } from '../../model/results/schema.ts';
import type { Store } from '../../model/store.ts';

/** Runs `work`; a refusal of the model becomes a loss of `item`. */
type Attempt = (item: string, work: () => Promise<unknown>) => Promise<void>;

interface Bringing {
  store: Store;
  by: string;
  attempt: Attempt;
}

export interface Programme {
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

/** Adds missing editions and what a past one lacks; an empty site's own edition becomes the exported current one. */
export async function bringEdition(bringing: Bringing, edition: ExportedEdition): Promise<void> {
  const { store, by, attempt } = bringing;
  const pages = await listPages(store.db);
  const page_id = pages.find(({ slug }) => slug === edition.page)?.id ?? null;
  const fields = { ...edition, page_id };
  await attempt(edition.title, async () => {
    if (edition.is_current) return bringCurrent(bringing, fields);
    const known = (await listEditions(store.db)).find(({ slug }) => slug === edition.slug);
    const { id } = known ?? (await createEdition(store, newEditionSchema.parse(fields), by));
    await bringPartners(bringing, edition.partners, id);
    await bringProgramme(bringing, edition, id);
  });
}

async function bringCurrent({ store, by }: Bringing, fields: { slug: string; page_id: number | null }): Promise<void> {
  const { db } = store;
  const current = await currentEdition(db);
  const isEmpty = (await listShows(db)).length + (await listContestants(db)).length === 0;
  if (!isEmpty) return;
  await adoptEdition(store, fields.slug);
  const aim = { id: current.id, by, expected: undefined };
  await saveEdition(store, aim, editionChangeSchema.parse({ ...fields, is_public: true }));
}

/** Those with another name; of an edition, by default the current one. */
export async function bringPartners(
  { store, by, attempt }: Bringing,
  partners: Iterable<{ name: string }> | AsyncIterable<unknown>,
  edition_id?: number,
): Promise<void> {
  const known = new Set((await listPartners(store.db, edition_id)).map(({ name }) => name));
  for await (const each of partners) {
    const { name } = each as { name: string };
    if (!known.has(name))
      await attempt(name, async () =>
        createPartner(store, newPartnerSchema.parse({ ...(each as object), edition_id }), by),
      );
  }
}

/** Missing contestants and shows, in the order of the export; points where none were entered. */
export async function bringProgramme(
  { store, by, attempt }: Bringing,
  { contestants, shows }: Programme,
  edition_id?: number,
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
