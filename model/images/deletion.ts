import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { type ModelError, notFound } from '../../errors.ts';
import { record } from '../audit-log.ts';
import { assertDeletable, lockUses } from '../uploads/deletion.ts';

const WORDING = { code: 'image', needed: 'Картинка нужна', deletable: 'Картинку можно удалить', it: 'она' };

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
    await assertDeletable(tx, row, WORDING);
    await tx.deleteFrom('images').where('name', '=', name).execute();
    await alongside(tx);
    await record(tx, { who: by, action: 'image.delete', subject: name, title: row.title || row.alt });
  });
}

export function noSuchImage(): ModelError {
  return notFound('Такой картинки нет. Возможно, её уже удалили.');
}
