import type { Selectable } from 'kysely';
import { lockTable } from '../../db/dialect.ts';
import type { Db, ImageTable } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError, notFound } from '../../errors.ts';
import { imageColumns } from '../../nouns.ts';
import { record } from '../audit-log.ts';
import { updateUsesWithin } from './use-index.ts';
import { findUses, hashOf, type ImageUse, usesOnSite } from './uses.ts';

const KEPT_FOR = 30 * 24 * 3600 * 1000; // ms; a draft journal may still name an image that no article shows

/** Deletes an image and runs `alongside`; files are the caller's. 404; 409 while used or younger than 30 days. */
export async function deleteImage(
  db: Db,
  name: string,
  by: string,
  alongside: (tx: Db) => Promise<void>,
): Promise<void> {
  await write({ db, announce: () => {} }, async (tx) => {
    await lockUses(tx);
    const row = await tx.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw noSuchImage();
    await updateUsesWithin(tx);
    await assertUnused(tx, row);
    await tx.deleteFrom('images').where('name', '=', name).execute();
    await alongside(tx);
    await record(tx, { who: by, action: 'image.delete', subject: name, title: row.title || row.alt });
  });
}

/** Keeps concurrent saves from starting to use an image, or ending to. */
export async function lockUses(tx: Db): Promise<void> {
  await lockTable(tx, 'articles');
  for (const { table } of imageColumns) await lockTable(tx, table);
}

/** From when on no draft journal can need the image any more; ISO 8601, UTC. */
export function endOfKeeping({ created_at }: { created_at: string }): string {
  return new Date(Date.parse(created_at) + KEPT_FOR).toISOString();
}

export function noSuchImage(): ModelError {
  return notFound('Такой картинки нет. Возможно, её уже удалили.');
}

async function assertUnused(tx: Db, row: Selectable<ImageTable>): Promise<void> {
  const hash = hashOf(row.name);
  const [use, ...others] = (await findUses(tx, [hash])).get(hash) ?? [];
  if (use) throw inUse(`${whereUsed(use)}${others.length > 0 ? ' И не только в ней.' : ''}`);
  const [onSite] = (await usesOnSite(tx)).get(hash) ?? [];
  if (onSite) throw inUse(`Картинка нужна: она стоит ${onSite.place}.`);
  if (endOfKeeping(row) < new Date().toISOString()) return;
  const message = 'Картинку можно удалить через 30 дней после загрузки: до тех пор она может понадобиться черновику.';
  throw new ModelError(409, 'image_too_new', message);
}

function whereUsed({ title, deleted, earlier }: ImageUse): string {
  if (deleted) return `Картинка нужна: она есть в новости «${title}», которая лежит в корзине.`;
  return `Картинка нужна: она есть в ${earlier ? 'истории новости' : 'новости'} «${title}».`;
}

function inUse(message: string): ModelError {
  return new ModelError(409, 'image_in_use', message);
}
