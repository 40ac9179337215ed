import type { Generated } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { invalid, ModelError } from '../../errors.ts';
import { assertImage } from '../images/lookup.ts';
import { lockProgramme } from '../programme/show-row.ts';
import { type Aim, createRow, deleteRow, newSlug, type Row, type Rows, saveRow } from '../rows.ts';
import { editionTokens, storeWords } from '../search/words.ts';
import type { Store } from '../store.ts';
import { currentEdition } from './current.ts';
import type { Edition, EditionChange, NewEdition } from './schema.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    editions: EditionTable;
  }
}

interface EditionTable extends Omit<Edition, 'id' | 'is_public' | 'is_current'> {
  id: Generated<number>;
  is_public: number; // always 1 for the current edition
  is_current: number; // 1 for exactly one edition
  updated_at: string; // ISO 8601 UTC
}

export type EditionRow = Row<'editions'>;

const MAX_EDITIONS = 100;

const rows: Rows<'editions', Edition> = {
  ...{ table: 'editions', lock: 'shows', resource: 'edition', isWithdrawal: true },
  missing: 'Такого фестиваля нет. Возможно, его удалили.',
  most: MAX_EDITIONS,
  tooMany: `Фестивалей не больше ${MAX_EDITIONS}.`,
  titleOf: ({ title }) => title,
  shown: toEdition,
};

/** The newest first, hidden ones too. */
export async function listEditions(db: Db): Promise<Edition[]> {
  return (await listRows(db)).map(toEdition);
}

/** Rows of the editions that visitors may see, newest first. */
export async function publicEditions(db: Db): Promise<EditionRow[]> {
  return (await listRows(db)).filter(({ is_public }) => is_public === 1);
}

/** Rows of public past editions, the newest first. */
export async function pastEditions(db: Db): Promise<EditionRow[]> {
  return (await publicEditions(db)).filter(({ is_current }) => is_current === 0);
}

/** The edition with this slug; undefined unless public. */
export function findPublicEdition(db: Db, slug: string): Promise<EditionRow | undefined> {
  return db.selectFrom('editions').selectAll().where('slug', '=', slug).where('is_public', '=', 1).executeTakeFirst();
}

/** The edition's fields that a contestant's page shows. */
export function editionWithId(db: Db, id: number) {
  return db.selectFrom('editions').select(['slug', 'title']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Whether there is an archive: a public edition besides the current one. */
export async function hasHistory(db: Db): Promise<boolean> {
  const past = db.selectFrom('editions').select('id').where('is_public', '=', 1).where('is_current', '=', 0);
  return (await past.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether `/history`, or `/history/<slug>`, is a page. */
export async function isInHistory(db: Db, slug: string | undefined): Promise<boolean> {
  if (slug === undefined) return hasHistory(db);
  return (await findPublicEdition(db, slug))?.is_current === 0;
}

/** Creates a past edition. 400 for an unknown poster or page; 409 when there are 100, or the given slug is taken. */
export function createEdition(store: Store, { slug, ...input }: NewEdition, by: string): Promise<Edition> {
  return createRow(store, rows, by, async (tx) => ({
    columns: { ...(await toColumns(tx, input)), ...(await newRow(tx, slug, input)) },
    after: afterWriting,
  }));
}

/** Generated columns of a new edition. 409 when the given slug is taken. */
export async function newRow(tx: Db, slug: string, { year }: Pick<NewEdition, 'year'>) {
  const free = await newSlug(tx, 'editions', slug, { base: String(year), whose: 'другого фестиваля' });
  return { slug: free, is_current: 0, updated_at: new Date().toISOString() };
}

/** Sets the slug of an empty site's current edition to that of its former site. 409 when another edition has it. */
export async function adoptSlug(store: Store, slug: string): Promise<void> {
  const adopt = async (tx: Db) => {
    await lockProgramme(tx);
    const current = await currentEdition(tx);
    if (current.slug === slug) return;
    const free = await newRow(tx, slug, current);
    await tx.updateTable('editions').set({ slug: free.slug }).where('id', '=', current.id).execute();
  };
  await write(store, adopt, () => ({ topic: 'site-content' }));
}

/** Replaces all fields but the slug. 404; 412; 400 for an unknown poster or page, or when the current one would be hidden. */
export function saveEdition(store: Store, aim: Aim, input: EditionChange): Promise<Edition> {
  return saveRow(store, rows, aim, async (tx, { is_current }) => {
    if (is_current === 1 && !input.is_public)
      throw invalid('is_public', 'Нынешний фестиваль скрыть нельзя: о нём весь сайт.');
    return { columns: await toColumns(tx, input), after: afterWriting };
  });
}

/** Deletes shows, contestants and partners too. 404; 412; 409 for the current edition and one with results locked here. */
export function deleteEdition(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, rows, aim, async (tx, { id, is_current, title }) => {
    if (is_current === 1) throw new ModelError(409, 'conflict', `Фестиваль «${title}» — нынешний, удалить его нельзя.`);
    const locked = await tx
      .selectFrom('results')
      .innerJoin('shows', 'shows.id', 'show_id')
      .select('show_id')
      .where('edition_id', '=', id)
      .where('armed_at', 'is not', null)
      .executeTakeFirst();
    if (locked)
      throw new ModelError(
        409,
        'conflict',
        `Фестиваль «${title}» прошёл на этом сайте, его итоги объявлены: удалить его нельзя. Выключите у него «Показывать в архиве».`,
      );
  });
}

async function afterWriting(tx: Db, row: EditionRow): Promise<void> {
  await assertImage(tx, 'poster', 'Афиша', row.poster);
  await storeWords(tx, 'edition_id', row.id, editionTokens(row));
}

async function toColumns(tx: Db, { is_public, ...fields }: EditionChange) {
  const pages = tx.selectFrom('articles').select('id').where('kind', '=', 'page').where('deleted_at', 'is', null);
  if (fields.page_id !== null && !(await pages.where('id', '=', fields.page_id).executeTakeFirst()))
    throw invalid('page_id', 'Рассказ: такой страницы нет. Выберите другую.');
  return { ...fields, is_public: Number(is_public) };
}

export function toEdition({ updated_at: _at, is_public, is_current, ...row }: EditionRow): Edition {
  return { ...row, is_public: is_public === 1, is_current: is_current === 1 };
}

function listRows(db: Db): Promise<EditionRow[]> {
  return db.selectFrom('editions').selectAll().orderBy('year', 'desc').orderBy('id', 'desc').execute();
}
