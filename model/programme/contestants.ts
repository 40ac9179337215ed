import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, conflict, invalid, ModelError, notFound } from '../../errors.ts';
import { type ChangeAction, changesBetween, record, wouldChange } from '../audit-log.ts';
import { rememberEmbeds } from '../embeds/stored.ts';
import { findImages } from '../images/lookup.ts';
import type { Store } from '../store.ts';
import { slugCandidate, slugify } from '../text/slug.ts';
import { clipFigure } from './clip.ts';
import type { Contestant, ContestantChange, NewContestant } from './contestant-schema.ts';
import { appendTo, leaveShows } from './running-order.ts';
import { lockProgramme } from './show-row.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    contestants: ContestantTable;
  }
}

interface ContestantTable {
  id: Generated<number>;
  slug: string;
  name: string;
  song: string;
  authors: string;
  region: string;
  image: string | null; // `/uploads/…`
  image_credit: string;
  text: string; // a blank line makes a paragraph
  clip: string | null; // address of a page that `embedAt` knows
  age_mark: string | null;
  is_withdrawn: number;
  updated_at: string; // ISO 8601 UTC
  version: number;
}

type ContestantRow = Selectable<ContestantTable>;

const MOST = 200;
/** Oldest first. */
export async function listContestants(db: Db): Promise<(Contestant & { updated_at: string })[]> {
  const rows = await db.selectFrom('contestants').selectAll().orderBy('id').execute();
  return rows.map((row) => ({ ...toContestant(row), updated_at: row.updated_at }));
}

/** Undefined unless the contestant performs in a public show. */
export async function findPublicContestant(db: Db, slug: string): Promise<Contestant | undefined> {
  const row = await db
    .selectFrom('contestants')
    .selectAll()
    .where('slug', '=', slug)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('performances')
        .innerJoin('shows', 'shows.id', 'show_id')
        .select('contestant_id')
        .where('is_public', '=', 1),
    )
    .executeTakeFirst();
  return row && toContestant(row);
}

/** 400 for an unknown image or show; 409 when there are 200, or the given slug is taken. */
export function createContestant(
  store: Store,
  { shows, slug, ...input }: NewContestant,
  by: string,
): Promise<Contestant> {
  const create = async (tx: Db) => {
    await lockProgramme(tx);
    const rows = await tx.selectFrom('contestants').select('slug').execute();
    if (rows.length >= MOST) throw new ModelError(409, 'too_many', `Участников не больше ${MOST}.`);
    const taken = new Set(rows.map((row) => row.slug));
    const row = await tx
      .insertInto('contestants')
      .values({ ...toColumns(input), slug: freeSlug(slug, input.name, taken), ...now(), version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    await assertImage(tx, input);
    await rememberEmbeds(tx, clipFigure(input.clip));
    await appendTo(tx, shows, row.id);
    await record(tx, { who: by, action: 'contestant.create', subject: String(row.id), title: row.name });
    return toContestant(row);
  };
  return write(store, create, () => ({ topic: 'site-content' }));
}

/** Replaces all fields but the slug. 404; 412 when the version is not in `expected`; 400 for an unknown image. */
export async function saveContestant(
  store: Store,
  id: number,
  input: ContestantChange,
  by: string,
  expected?: number[],
): Promise<Contestant> {
  const save = async (tx: Db) => {
    const before = await requireContestant(tx, id, expected);
    if (!wouldChange(before, toColumns(input))) return { row: before, isChanged: false };
    const row = await tx
      .updateTable('contestants')
      .set({ ...toColumns(input), ...now(), version: before.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await assertImage(tx, input);
    await rememberEmbeds(tx, clipFigure(input.clip));
    const changes = changesBetween(fieldsOf(before), fieldsOf(row));
    await record(tx, { who: by, action: actionOf(before, row), subject: String(id), title: row.name, changes });
    return { row, isChanged: true };
  };
  // The former name, picture or text may not be shown any more.
  const { row } = await write(store, save, ({ isChanged }) =>
    isChanged ? { topic: 'site-content', isWithdrawal: true } : undefined,
  );
  return toContestant(row);
}

/** 404; 409 while results of one of their shows are armed; 412 when the version is not in `expected`. */
export async function deleteContestant(store: Store, id: number, by: string, expected?: number[]): Promise<void> {
  const remove = async (tx: Db) => {
    const { name } = await requireContestant(tx, id, expected);
    await leaveShows(tx, id);
    await tx.deleteFrom('contestants').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'contestant.delete', subject: String(id), title: name });
  };
  await write(store, remove, () => ({ topic: 'site-content', isWithdrawal: true }));
}

function actionOf(before: ContestantRow, after: ContestantRow): ChangeAction {
  if (before.is_withdrawn === after.is_withdrawn) return 'contestant.update';
  return after.is_withdrawn ? 'contestant.withdraw' : 'contestant.return';
}

/** 409 for a given one that is taken. */
function freeSlug(given: string, name: string, taken: ReadonlySet<string>): string {
  const wanted = slugify(given);
  if (wanted !== '' && taken.has(wanted)) throw conflict('slug', `Адрес «${wanted}» уже у другого участника.`);
  const base = wanted || slugify(name) || 'contestant';
  for (let n = 1; ; n += 1) {
    const candidate = slugCandidate(base, n);
    if (!taken.has(candidate)) return candidate;
  }
}

async function requireContestant(tx: Db, id: number, expected: number[] | undefined): Promise<ContestantRow> {
  await lockProgramme(tx);
  const row = await tx.selectFrom('contestants').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Такого участника нет. Возможно, его удалили.');
  assertVersion(row, expected);
  return row;
}

/** Called after the row is written: deleting an image waits for that row, so the image cannot vanish in between. */
async function assertImage(tx: Db, { image }: Pick<Contestant, 'image'>): Promise<void> {
  if (image === null || (await findImages(tx, [image])).has(image)) return;
  throw invalid('image', 'Фотография: такой картинки на сайте нет. Загрузите её заново.');
}

function now() {
  return { updated_at: new Date().toISOString() };
}

function toColumns({ is_withdrawn, ...fields }: ContestantChange) {
  return { ...fields, is_withdrawn: Number(is_withdrawn) };
}

function toContestant({ is_withdrawn, updated_at: _updated, ...row }: ContestantRow): Contestant {
  return { ...row, is_withdrawn: is_withdrawn === 1 };
}

function fieldsOf(row: ContestantRow) {
  const { id: _id, slug: _slug, version: _version, ...fields } = toContestant(row);
  return fields;
}
