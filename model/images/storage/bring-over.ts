import type { Db } from '../../../db/tables.ts';
import { createGate } from '../../gate.ts';
import { openFile } from './folder.ts';
import { filesOf } from './names.ts';
import { replaceParts } from './parts.ts';

/**
 * Copies into the database what lies in the folder of a server that kept only its tables there. Each picture in a transaction of its
 * own, so that an interrupted start goes on where it was; the files stay. Gives lines for the administrator of the server.
 */
export async function bringOver(db: Db, folder: string): Promise<string[]> {
  const missing = await findMissing(db);
  let brought = 0;
  for (const name of missing) if (await bring(db, folder, name)) brought += 1;
  const lines: string[] = [];
  if (brought > 0)
    lines.push(`${brought} pictures of ${folder} are in the database now; nothing is read from that folder any more`);
  if (brought < missing.length)
    lines.push(`${missing.length - brought} pictures are neither in the database nor in ${folder}`);
  return lines;
}

async function findMissing(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('picture_parts').select('part').whereRef('picture_parts.name', '=', 'images.name'))),
    )
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

async function bring(db: Db, folder: string, name: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    let isThere = false;
    for (const each of filesOf(name)) {
      const found = await openFile(folder, each, createGate(1));
      if (found) await replaceParts(tx, each, found.read());
      if (found && each === name) isThere = true;
    }
    return isThere;
  });
}
