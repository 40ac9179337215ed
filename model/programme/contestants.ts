import type { ExpressionBuilder, Generated } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import type { ChangeAction } from '../audit-log.ts';
import { embedAttributes, linkAttributes } from '../body/blocks/embed.ts';
import { editionFor, ofEdition, ofPublicEdition } from '../editions/current.ts';
import { embedAt } from '../embeds/embeds.ts';
import { rememberEmbeds } from '../embeds/stored.ts';
import { assertImage } from '../images/lookup.ts';
import { followContestant } from '../results/locked.ts';
import { type Aim, createRow, deleteRow, newSlug, type Row, type Rows, saveRow } from '../rows.ts';
import { contestantTokens, storeWords } from '../search/words.ts';
import type { Store } from '../store.ts';
import { slugify } from '../text/slug.ts';
import type { Contestant, ContestantChange, NewContestant } from './contestant-schema.ts';
import { requireShow } from './show-row.ts';
import { appendTo, removeFromShows } from './shows.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    contestants: ContestantTable;
  }
}

interface ContestantTable extends Omit<Contestant, 'id' | 'is_withdrawn'> {
  id: Generated<number>;
  is_withdrawn: number;
  updated_at: string; // ISO 8601 UTC
}

type ContestantRow = Row<'contestants'>;

export const MAX_CONTESTANTS = 200;

/** Contestants of an edition, by default the current one, oldest first. */
export async function listContestants(db: Db, edition?: number): Promise<(Contestant & { updated_at: string })[]> {
  const rows = await db.selectFrom('contestants').selectAll().where(ofEdition(edition)).orderBy('id').execute();
  return rows.map((row) => ({ ...toContestant(row), updated_at: row.updated_at }));
}

/** Photographs by slug. */
export async function contestantImages(db: Db, slugs: string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('contestants')
    .select(['slug', 'image'])
    .where('slug', 'in', ['', ...slugs])
    .execute();
  return new Map(rows.map(({ slug, image }) => [slug, image]));
}

/** A contestant of any edition; undefined unless in a public show. */
export async function findPublicContestant(db: Db, slug: string): Promise<Contestant | undefined> {
  const row = await db
    .selectFrom('contestants')
    .selectAll()
    .where('slug', '=', slug)
    .where(isPublicContestant)
    .executeTakeFirst();
  return row && toContestant(row);
}

/** Condition: the contestant performs in a public show of a public edition. */
export function isPublicContestant(eb: ExpressionBuilder<Tables, 'contestants'>) {
  const performing = eb
    .selectFrom('performances')
    .innerJoin('shows', 'shows.id', 'show_id')
    .select('contestant_id')
    .where('is_public', '=', 1)
    .where(ofPublicEdition());
  return eb('contestants.id', 'in', performing);
}

const rows: Rows<'contestants', Contestant> = {
  ...{ table: 'contestants', lock: 'shows', resource: 'contestant', isWithdrawal: true },
  missing: 'Такого участника нет. Возможно, его удалили.',
  most: MAX_CONTESTANTS,
  tooMany: `Участников не больше ${MAX_CONTESTANTS}.`,
  titleOf: ({ name }) => name,
  shown: toContestant,
};

/** Adds to the given edition, that of the shows, or the current one. 400 for an unknown image or edition; 409 when there are 200, or the given slug is taken. */
export function createContestant(
  store: Store,
  { shows, slug, edition_id, ...input }: NewContestant,
  by: string,
): Promise<Contestant> {
  return createRow(store, rows, by, async (tx) => {
    const base = slugify(input.name) || 'contestant';
    const free = await newSlug(tx, 'contestants', slug, { base, whose: 'другого участника' });
    const [first] = shows;
    const edition = await editionFor(tx, edition_id ?? (first && (await requireShow(tx, first)).edition_id));
    const columns = { ...toColumns(input), edition_id: edition, slug: free, updated_at: new Date().toISOString() };
    const after = async (_tx: Db, created: ContestantRow) => {
      await afterWriting(tx, created);
      await appendTo(tx, shows, created);
    };
    return { columns, after };
  });
}

/** Replaces all fields but the slug. 404; 412 when the version is not in `expected`; 400 for an unknown image. */
export function saveContestant(store: Store, aim: Aim, input: ContestantChange): Promise<Contestant> {
  return saveRow(store, rows, aim, (tx) => ({
    columns: toColumns(input),
    actionOf,
    after: async (_tx, saved) => {
      await afterWriting(tx, saved);
      await followContestant(tx, saved);
    },
  }));
}

/** 404; 409 while results of one of their shows are locked; 412 when the version is not in `expected`. */
export function deleteContestant(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, rows, aim, (tx, { id }) => removeFromShows(tx, id));
}

function actionOf(before: ContestantRow, after: ContestantRow): ChangeAction {
  if (before.is_withdrawn === after.is_withdrawn) return 'contestant.update';
  return after.is_withdrawn ? 'contestant.withdraw' : 'contestant.return';
}

/** 400 for an unknown image. */
async function afterWriting(tx: Db, row: ContestantRow): Promise<void> {
  await assertImage(tx, 'image', 'Фотография', row.image);
  await rememberEmbeds(tx, clipFigure(row.clip));
  await storeWords(tx, 'contestant_id', row.id, contestantTokens(row));
}

/** A contestant's clip as an embed of a body; '' without one. */
export function clipFigure(clip: string | null): string {
  const embed = clip === null ? undefined : embedAt(clip);
  return embed ? `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}></a></figure>` : '';
}

function toColumns({ is_withdrawn, ...fields }: ContestantChange) {
  return { ...fields, is_withdrawn: Number(is_withdrawn) };
}

function toContestant({ is_withdrawn, updated_at: _updated, ...row }: ContestantRow): Contestant {
  return { ...row, is_withdrawn: is_withdrawn === 1 };
}
