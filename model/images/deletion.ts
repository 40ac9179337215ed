import type { Selectable } from 'kysely';
import { lockTable } from '../../db/dialect.ts';
import type { Db, ImageTable } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError, notFound } from '../../errors.ts';
import { imageColumns } from '../../nouns.ts';
import { record } from '../audit-log.ts';
import { findUses, hashOf, type ImageUse, updateUsesWithin, usesOnSite } from './uses.ts';

const KEPT_FOR = 30 * 24 * 3600 * 1000; // ms; a draft journal may still name an image that no article shows

/** Deletes an image and runs `alongside`; files are the caller's. 404; 409 while used or younger than 30 days. */
export async function deleteImage(
  db: Db,
  name: string,
  by: string,
  alongside: (tx: Db) => Promise<void>,
): Promise<void> {
  await write({ db, announce: () => {} }, async (tx) => {
    // Keeps concurrent saves from starting to use the image.
    await lockTable(tx, 'articles');
    for (const { table } of imageColumns) await lockTable(tx, table);
    const row = await tx.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw noSuchImage();
    await updateUsesWithin(tx);
    await assertUnused(tx, row);
    await tx.deleteFrom('images').where('name', '=', name).execute();
    await alongside(tx);
    await record(tx, { who: by, action: 'image.delete', subject: name, title: row.alt });
  });
}

/** True when no draft journal can need the image any more. */
export function isOld({ created_at }: { created_at: string }): boolean {
  return Date.parse(created_at) < Date.now() - KEPT_FOR;
}

export function noSuchImage(): ModelError {
  return notFound('Такой картинки нет. Возможно, её уже удалили.');
}

async function assertUnused(tx: Db, row: Selectable<ImageTable>): Promise<void> {
  const hash = hashOf(row.name);
  const [use, ...others] = (await findUses(tx, [hash])).get(hash) ?? [];
  if (use) throw inUse(`${whereUsed(use)}${others.length > 0 ? ' И не только в ней.' : ''}`);
  const place = (await usesOnSite(tx)).get(hash);
  if (place) throw inUse(`Картинка нужна: она стоит ${place}.`);
  if (isOld(row)) return;
  const message = 'Картинку можно удалить через 30 дней после загрузки: до тех пор она может понадобиться черновику.';
  throw new ModelError(409, 'image_too_new', message);
}

function whereUsed({ title, deleted, earlier }: ImageUse): string {
  if (deleted) return `Картинка нужна: она есть в новости «${title}», которая лежит в корзине.`;
  return `Картинка нужна: она есть в ${earlier ? 'прежней версии новости' : 'новости'} «${title}».`;
}

function inUse(message: string): ModelError {
  return new ModelError(409, 'image_in_use', message);
}
