import { binaryOrder } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import type { ArticleRow } from './articles/row.ts';
import { leadingSlugs } from './articles/slugs.ts';
import { ofEdition } from './editions/current.ts';
import { readLog } from './live/log.ts';
import { listPages } from './pages/pages.ts';
import { toScores } from './results/document.ts';
import { type GiversSection, type PlacesSection, type Scores, stepsOf } from './results/scores.ts';

export type MovedArticle = ArticleRow & {
  group: string | null; // Name of its group
  formerSlugs: string[]; // Slugs that redirect to it, sorted
  oldAddresses: string[]; // Paths of a former site that redirect to it, sorted
  order: number | undefined; // For pages: position among all pages, from 1
};

const AT_ONCE = 50; // Rows per batch, of up to 2 MB each

/** Every living article and page of any status, oldest first. */
export async function* everyArticle(db: Db): AsyncGenerator<MovedArticle> {
  const order = new Map((await listPages(db)).map(({ id }, at) => [id, at + 1]));
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('articles')
      .leftJoin('groups', 'groups.id', 'articles.group_id')
      .selectAll('articles')
      .select('groups.name as group')
      .where('articles.id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('articles.id')
      .limit(AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const ids = rows.map(({ id }) => id);
    const leading = leadingSlugs(db).select(['article_id', 'former_slugs.slug as address']);
    const former = await leading.where('article_id', 'in', ids).execute();
    const known = db.selectFrom('old_addresses').select(['article_id', 'address']);
    const old = await known.where('article_id', 'in', ids).execute();
    for (const row of rows) {
      const addresses = { formerSlugs: addressesOf(former, row), oldAddresses: addressesOf(old, row) };
      yield { ...row, ...addresses, order: order.get(row.id) };
    }
    after = last.id;
  }
}

export async function countArticles(db: Db): Promise<number> {
  const counted = db.selectFrom('articles').select((eb) => eb.fn.countAll().as('count'));
  const { count } = await counted.where('deleted_at', 'is', null).executeTakeFirstOrThrow();
  return Number(count);
}

/** Author names of living articles, sorted. */
export async function listAuthors(db: Db): Promise<string[]> {
  const written = db.selectFrom('articles').select('created_by').distinct();
  const rows = await written.where('deleted_at', 'is', null).execute();
  return rows.flatMap(({ created_by }) => created_by ?? []).sort();
}

/** The library of pictures, by name. */
export function everyPicture(db: Db) {
  return db.selectFrom('images').selectAll().orderBy(binaryOrder(db, 'name')).execute();
}

/** The library of files, by name. */
export function everyFile(db: Db) {
  return db.selectFrom('files').selectAll().orderBy(binaryOrder(db, 'name')).execute();
}

/** Points of an edition's shows with complete boards, by show id. */
export async function finalScores(db: Db, edition: number): Promise<Map<number, Scores>> {
  const { steps } = await readLog(db);
  const rows = await db
    .selectFrom('results')
    .innerJoin('shows', 'shows.id', 'show_id')
    .select(['show_id', 'sections', 'control_total', 'is_final'])
    .where(ofEdition(edition))
    .execute();
  return new Map(
    rows.flatMap(({ show_id, is_final, ...row }) => {
      const scores = toScores(row);
      const revealed = steps.get(show_id)?.length ?? 0;
      const isWhole = is_final === 1 || (revealed > 0 && revealed === stepsOf(scores.sections).length);
      return isWhole ? [[show_id, scores] as const] : [];
    }),
  );
}

function addressesOf(rows: { article_id: number; address: string }[], { id }: { id: number }): string[] {
  const own = rows.filter(({ article_id }) => article_id === id);
  return own.map(({ address }) => address).sort();
}

/** A section with another type of contestant id, such as the slug in an export. */
export type SectionOf<Id> =
  | (Omit<GiversSection, 'givers'> & { givers: { name: string; points: [Id, number][] }[] })
  | (Omit<PlacesSection, 'places'> & {
      places: (Omit<PlacesSection['places'][number], 'contestant'> & { contestant: Id })[];
    });

/** Maps the contestants of sections to other ids; unmapped ones are left out. */
export function renameContestants<From, To>(
  sections: readonly SectionOf<From>[],
  nameOf: (contestant: From) => To | undefined,
): SectionOf<To>[] {
  const named = (contestant: From) => [nameOf(contestant)].filter((name) => name !== undefined);
  const rename = ([from, given]: [From, number]) => named(from).map((to): [To, number] => [to, given]);
  return sections.map((section) => {
    if (section.mode === 'givers')
      return { ...section, givers: section.givers.map((each) => ({ ...each, points: each.points.flatMap(rename) })) };
    const placed = section.places.map((each) => named(each.contestant).map((contestant) => ({ ...each, contestant })));
    return { ...section, places: placed.flat() };
  });
}
