import type { Generated } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { invalid, ModelError } from '../errors.ts';
import { record } from './audit-log.ts';
import { isSame } from './compare.ts';
import { editionFor, ofEdition } from './editions/current.ts';
import { address, filledLine, line, rowId } from './fields.ts';
import { findImages } from './images/lookup.ts';
import { type ImageSources, imageSources } from './images/srcset.ts';
import { type Aim, createRow, deleteRow, type Row, type Rows, saveRow } from './rows.ts';
import type { Store } from './store.ts';

declare module '../db/tables.ts' {
  interface Tables {
    partners: PartnerTable;
  }
}

interface PartnerTable {
  id: Generated<number>;
  edition_id: number;
  /** Ascending, unique, with gaps. */
  position: number;
  name: string;
  /** Heading above the partner; empty for none. */
  group_name: string;
  link: string | null;
  /** `/uploads/…` */
  logo: string | null;
  advertiser: string | null;
  erid: string | null;
  version: number;
}

type PartnerRow = Row<'partners'>;

const MOST = 60;
const UPLOADED = /^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/;
/** Token of an advertisement in the Russian register (Federal Law 38-FZ, article 18.1). */
const ERID = /^[A-Za-z0-9]{5,100}$/;

export const partnerChangeSchema = z
  .object({
    name: filledLine('Название', 100),
    group: line('Группа', 60).default(''),
    link: address('Ссылка').default(null),
    logo: optional(line('Логотип', 100), UPLOADED, 'Логотип: загрузите картинку на сайт.'),
    advertiser: optional(line('Рекламодатель', 200)),
    erid: optional(line('Токен erid', 200), ERID, 'Токен erid: латинские буквы и цифры, от 5 до 100 знаков.'),
  })
  .refine(({ advertiser, erid }) => advertiser !== null || erid === null, {
    path: ['advertiser'],
    error: 'Рекламодатель: назовите его, если указан токен erid.',
  });

export const newPartnerSchema = partnerChangeSchema.safeExtend({
  edition_id: rowId('Фестиваль: нужен его номер.').optional().describe('The current one without it'),
});

export const partnerSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  group: z.string().describe('Heading such as «Генеральный партнёр»; empty for none'),
  link: z.string().nullable(),
  logo: z.string().nullable().describe('`/uploads/…`'),
  advertiser: z.string().nullable().describe('Set for an advertisement, which is marked «Реклама»'),
  erid: z.string().nullable().describe('Token of the advertisement'),
  version: z.number().int(),
});

export type Partner = z.output<typeof partnerSchema>;
export type PartnerChange = z.output<typeof partnerChangeSchema>;
type NewPartner = z.output<typeof newPartnerSchema>;

export interface PartnerGroup {
  name: string;
  partners: (Omit<Partner, 'group' | 'logo' | 'version'> & { logo: Logo | null })[];
}

type Logo = ImageSources & { width: number; height: number };

/** All partners of an edition, by default the current one, in their order. */
export async function listPartners(db: Db, edition?: number): Promise<Partner[]> {
  const all = db.selectFrom('partners').selectAll().where(ofEdition(edition));
  const rows = await all.orderBy('position').orderBy('id').execute();
  return rows.map(toPartner);
}

/** Partners by heading («Партнёры» without a group), headings in the order of their first partner; a logo of unknown size is left out. */
export async function groupPartners(db: Db, edition?: number): Promise<PartnerGroup[]> {
  const partners = await listPartners(db, edition);
  const images = await findImages(
    db,
    partners.flatMap(({ logo }) => logo ?? []),
  );
  const groups = Map.groupBy(partners, ({ group }) => group || 'Партнёры');
  return [...groups].map(([name, members]) => ({
    name,
    partners: members.map(({ group: _group, version: _version, logo: url, ...partner }) => {
      const image = url === null ? undefined : images.get(url);
      const { width, height } = image ?? { width: 0, height: 0 };
      return { ...partner, logo: url !== null && image ? { ...imageSources(url, width), width, height } : null };
    }),
  }));
}

const rows: Rows<'partners'> = {
  ...{ table: 'partners', lock: 'partners', resource: 'partner', isWithdrawal: true },
  missing: 'Такого партнёра нет. Возможно, его удалили.',
  most: MOST,
  tooMany: `Партнёров не больше ${MOST}.`,
  titleOf: ({ name }) => name,
  fieldsOf,
};

/** Appends a partner to the current edition unless another is given. 409 when there are 60; 400 when the logo is no stored image. */
export async function createPartner(store: Store, { edition_id, ...input }: NewPartner, by: string): Promise<Partner> {
  const row = await createRow(store, rows, by, async (tx) => {
    const edition = await editionFor(tx, edition_id);
    const { last } = await tx
      .selectFrom('partners')
      .select((eb) => eb.fn.max('position').as('last'))
      .executeTakeFirstOrThrow();
    const columns = { ...toColumns(input), edition_id: edition, position: (last ?? 0) + 1 };
    return { columns, after: () => assertLogo(tx, input) };
  });
  return toPartner(row);
}

/** Replaces all fields. 404; 412 when the version is not in `expected`; 400 when the logo is no stored image. */
export async function savePartner(store: Store, aim: Aim, input: PartnerChange): Promise<Partner> {
  const row = await saveRow(store, rows, aim, (tx) => ({
    columns: toColumns(input),
    after: () => assertLogo(tx, input),
  }));
  return toPartner(row);
}

/** 404; 412 when the version is not in `expected`. */
export function deletePartner(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, rows, aim);
}

/** `ids`: all partners in their new order; 409 when they are not. */
export async function orderPartners(store: Store, ids: number[], by: string): Promise<Partner[]> {
  const order = async (tx: Db) => {
    await lockTable(tx, 'partners');
    const before = await listPartners(tx);
    const known = before.map(({ id }) => id);
    const isWhole = ids.length === known.length && new Set(ids).symmetricDifference(new Set(known)).size === 0;
    if (!isWhole)
      throw new ModelError(409, 'conflict', 'Список партнёров тем временем изменился. Посмотрите на него и повторите.');
    if (isSame(ids, known)) return { partners: before, isChanged: false };
    for (const [at, id] of ids.entries())
      await tx
        .updateTable('partners')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute();
    await record(tx, { who: by, action: 'partner.order', subject: '' });
    return { partners: await listPartners(tx), isChanged: true };
  };
  const { partners } = await write(store, order, ({ isChanged }) =>
    isChanged ? { topic: 'site-content' } : undefined,
  );
  return partners;
}

/** Called after the row is written: deleting an image waits for that row, so the image cannot vanish in between. */
async function assertLogo(tx: Db, { logo }: PartnerChange): Promise<void> {
  if (logo === null || (await findImages(tx, [logo])).has(logo)) return;
  throw invalid('logo', 'Логотип: такой картинки на сайте нет. Загрузите её заново.');
}

/** Empty and missing are null. */
function optional(field: ReturnType<typeof line>, pattern = /^/, message = '') {
  return field
    .nullable()
    .default(null)
    .transform((value) => value || null)
    .refine((value) => value === null || pattern.test(value), message);
}

function toColumns({ group, ...fields }: PartnerChange) {
  return { ...fields, group_name: group };
}

function toPartner({ id, name, group_name, link, logo, advertiser, erid, version }: PartnerRow): Partner {
  return { id, name, group: group_name, link, logo, advertiser, erid, version };
}

function fieldsOf(row: PartnerRow) {
  const { id: _id, version: _version, ...fields } = toPartner(row);
  return fields;
}
