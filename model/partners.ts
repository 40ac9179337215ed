import type { Generated } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { assertCurrent, editionFor, ofEdition } from './editions/current.ts';
import { address, filledLine, isUploadedImage, line, optional, rowId } from './fields.ts';
import { assertImage, findImages } from './images/lookup.ts';
import { type ImageSources, imageSources } from './images/srcset.ts';
import { orderRows } from './order.ts';
import { type Aim, createRow, deleteRow, type Row, type Rows, saveRow } from './rows.ts';
import type { Store } from './store.ts';

declare module '../db/tables.ts' {
  interface Tables {
    partners: PartnerTable;
  }
}

interface PartnerTable extends Omit<Partner, 'id' | 'group'> {
  id: Generated<number>;
  edition_id: number;
  position: number; // Ascending, unique, with gaps
  group_name: string;
}

const MAX_PARTNERS = 60;
/** Token of an advertisement in the Russian register (Federal Law 38-FZ, article 18.1). */
const ERID = /^[A-Za-z0-9]{5,100}$/;

export const partnerChangeSchema = z
  .object({
    name: filledLine('Название', 100),
    group: line('Группа', 60).default(''),
    link: address('Ссылка').default(null),
    logo: optional(line('Логотип', 100), isUploadedImage, 'Логотип: загрузите картинку на сайт.'),
    advertiser: optional(line('Рекламодатель', 200)),
    erid: optional(
      line('Токен erid', 200),
      (token) => ERID.test(token),
      'Токен erid: латинские буквы и цифры, от 5 до 100 знаков.',
    ),
  })
  .refine(({ advertiser, erid }) => advertiser !== null || erid === null, {
    path: ['advertiser'],
    error: 'Рекламодатель: назовите его, если указан токен erid.',
  });

export const newPartnerSchema = partnerChangeSchema.safeExtend({
  edition_id: rowId('Фестиваль: нужен его номер.').optional().describe('Default: the current edition'),
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
  const logos = partners.flatMap(({ logo }) => logo ?? []);
  const images = await findImages(db, logos);
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

const PAST = 'Это партнёр прошлого фестиваля. Обновите страницу: на ней будут нынешние.';

const rows: Rows<'partners', Partner> = {
  ...{ table: 'partners', lock: 'partners', resource: 'partner', isWithdrawal: true },
  missing: 'Такого партнёра нет. Возможно, его удалили.',
  most: MAX_PARTNERS,
  tooMany: `Партнёров не больше ${MAX_PARTNERS}.`,
  titleOf: ({ name }) => name,
  shown: toPartner,
};

/** Appends a partner to the current edition, an import also to a past one. 409 for a past one, or when there are 60; 400 when the logo is no stored image. */
export function createPartner(store: Store, input: NewPartner, by: string, isImport = false): Promise<Partner> {
  const { edition_id, group, ...fields } = input;
  return createRow(store, rows, by, async (tx) => {
    const edition = await editionFor(tx, edition_id);
    if (!isImport) await assertCurrent(tx, { edition_id: edition }, PAST);
    const { last } = await tx
      .selectFrom('partners')
      .select((eb) => eb.fn.max('position').as('last'))
      .executeTakeFirstOrThrow();
    const columns = { ...fields, group_name: group, edition_id: edition, position: (last ?? 0) + 1 };
    return { columns, after: () => assertImage(tx, 'logo', 'Логотип', input.logo) };
  });
}

/** Replaces all fields. 404; 409 for one of a past edition; 412 when the version is not in `expected`; 400 when the logo is no stored image. */
export function savePartner(store: Store, aim: Aim, input: PartnerChange): Promise<Partner> {
  const { group, ...fields } = input;
  return saveRow(store, rows, aim, async (tx, before) => {
    await assertCurrent(tx, before, PAST);
    return { columns: { ...fields, group_name: group }, after: () => assertImage(tx, 'logo', 'Логотип', input.logo) };
  });
}

/** 404; 409 for one of a past edition; 412 when the version is not in `expected`. */
export function deletePartner(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, rows, aim, (tx, before) => assertCurrent(tx, before, PAST));
}

/** `ids`: all partners in their new order; 409 unless complete. */
export function orderPartners(store: Store, ids: number[], by: string): Promise<Partner[]> {
  const ordered = {
    ...({ table: 'partners', action: 'partner.order' } as const),
    lock: (tx: Db) => lockTable(tx, 'partners'),
    list: (tx: Db) => listPartners(tx),
    isOther: 'Список партнёров тем временем изменился. Посмотрите на него и повторите.',
  };
  return orderRows(store, ordered, ids, by);
}

function toPartner({ id, name, group_name, link, logo, advertiser, erid, version }: Row<'partners'>): Partner {
  return { id, name, group: group_name, link, logo, advertiser, erid, version };
}
