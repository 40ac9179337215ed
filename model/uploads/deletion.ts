import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import { imageColumns } from '../../resources.ts';
import { type Actor, ADMINISTRATORS, type Role } from '../../roles.ts';
import { record } from '../audit-log.ts';
import { noSuchFile } from '../files/errors.ts';
import { noSuchImage } from '../images/errors.ts';
import { updateUsesWithin } from './use-index.ts';
import { type Library, type UploadUse, type Uses, usesOf } from './uses.ts';

const RETENTION = 30 * 24 * 3600 * 1000; // ms; a local draft may still name an upload that no article shows

/** Codes and words of refusals; `code` is the prefix of `_in_use` and `_too_new`. */
const WORDING = {
  images: { code: 'image', needed: 'Картинка нужна', deletable: 'Картинку можно удалить', it: 'она' },
  files: { code: 'file', needed: 'Файл нужен', deletable: 'Файл можно удалить', it: 'он' },
} as const;

interface Row {
  name: string;
  created_at: string;
}

/** Deletes an upload's row and runs `alongside`; bytes are the caller's. 404; 409 while used, or younger than 30 days unless an administrator asks. */
export async function deleteUpload(
  db: Db,
  library: Library,
  name: string,
  by: Actor,
  alongside: (tx: Db) => Promise<void>,
): Promise<void> {
  await write({ db, publish: () => {} }, async (tx) => {
    await lockUses(tx);
    const row = await tx.selectFrom(library).selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw library === 'images' ? noSuchImage() : noSuchFile();
    await assertDeletable(tx, row, library, by.role);
    await tx.deleteFrom(library).where('name', '=', name).execute();
    await alongside(tx);
    const title = row.title || ('alt' in row ? row.alt : '');
    await record(tx, { who: by.username, action: `${WORDING[library].code}.delete`, subject: name, title });
  });
}

/** Blocks concurrent saves that start or stop using an upload. */
export async function lockUses(tx: Db): Promise<void> {
  await lockTable(tx, 'articles');
  for (const { table } of imageColumns) await lockTable(tx, table);
}

export const deletionSchema = z.object({
  deletable: z.boolean().describe('Unused, and either older than 30 days or requested by an administrator'),
  deletableAt: z.string().describe('Kept until then even if unused; ISO 8601, UTC'),
});

export function deletionOf(row: Row, { uses, usedOnSite }: Uses, role: Role): z.output<typeof deletionSchema> {
  const deletableAt = deletableFrom(row);
  const isUsed = uses.length > 0 || usedOnSite.length > 0;
  return {
    deletable: !isUsed && (ADMINISTRATORS.includes(role) || deletableAt < new Date().toISOString()),
    deletableAt,
  };
}

/** Time after which no local draft can need the upload. */
function deletableFrom({ created_at }: Pick<Row, 'created_at'>): string {
  return new Date(Date.parse(created_at) + RETENTION).toISOString();
}

async function assertDeletable(tx: Db, row: Row, library: Library, role: Role): Promise<void> {
  const { code, needed, deletable, it } = WORDING[library];
  await updateUsesWithin(tx);
  const inUse = (where: string) => new ModelError(409, `${code}_in_use`, `${needed}: ${it} ${where}`);
  const { uses, usedOnSite } = (await usesOf(tx, [row]))(row);
  const [use, ...others] = uses;
  if (use) throw inUse(`${whereUsed(use)}${others.length > 0 ? ' И не только в ней.' : ''}`);
  const [onSite] = usedOnSite;
  if (onSite) throw inUse(`стоит ${onSite.place}.`);
  if (ADMINISTRATORS.includes(role) || deletableFrom(row) < new Date().toISOString()) return;
  const message = `${deletable} через 30 дней после загрузки: до тех пор ${it} может понадобиться черновику. Раньше это может администратор.`;
  throw new ModelError(409, `${code}_too_new`, message);
}

function whereUsed({ kind, title, deleted, earlier }: UploadUse): string {
  const [now, before] = kind === 'page' ? ['на странице', 'в истории страницы'] : ['в новости', 'в истории новости'];
  if (deleted) return `есть ${now} «${title}», которая лежит в корзине.`;
  return `есть ${earlier ? before : now} «${title}».`;
}
