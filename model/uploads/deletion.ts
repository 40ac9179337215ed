import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { ModelError } from '../../errors.ts';
import { imageColumns } from '../../nouns.ts';
import { updateUsesWithin } from './use-index.ts';
import { findUses, hashOf, type UploadUse, usesOnSite } from './uses.ts';

const KEPT_FOR = 30 * 24 * 3600 * 1000; // ms; a draft journal may still name an upload that no article shows

/** For refusals. */
interface Wording {
  /** Before `_in_use` and `_too_new`. */
  code: string;
  needed: string; // «Картинка нужна»
  deletable: string; // «Картинку можно удалить»
  it: string; // «она»
}

interface Row {
  name: string;
  created_at: string;
}

/** Blocks concurrent saves that start or stop using an upload. */
export async function lockUses(tx: Db): Promise<void> {
  await lockTable(tx, 'articles');
  for (const { table } of imageColumns) await lockTable(tx, table);
}

/** Time after which no draft journal can need the upload; ISO 8601, UTC. */
export function endOfKeeping({ created_at }: Pick<Row, 'created_at'>): string {
  return new Date(Date.parse(created_at) + KEPT_FOR).toISOString();
}

/** 409 while an upload is used or younger than 30 days. `lockUses` comes first. */
export async function assertDeletable(tx: Db, row: Row, { code, needed, deletable, it }: Wording): Promise<void> {
  await updateUsesWithin(tx);
  const inUse = (where: string) => new ModelError(409, `${code}_in_use`, `${needed}: ${it} ${where}`);
  const hash = hashOf(row.name);
  const [use, ...others] = (await findUses(tx, [hash])).get(hash) ?? [];
  if (use) throw inUse(`${whereUsed(use)}${others.length > 0 ? ' И не только в ней.' : ''}`);
  const [onSite] = (await usesOnSite(tx)).get(hash) ?? [];
  if (onSite) throw inUse(`стоит ${onSite.place}.`);
  if (endOfKeeping(row) < new Date().toISOString()) return;
  const message = `${deletable} через 30 дней после загрузки: до тех пор ${it} может понадобиться черновику.`;
  throw new ModelError(409, `${code}_too_new`, message);
}

function whereUsed({ kind, title, deleted, earlier }: UploadUse): string {
  const [now, before] = kind === 'page' ? ['на странице', 'в истории страницы'] : ['в новости', 'в истории новости'];
  if (deleted) return `есть ${now} «${title}», которая лежит в корзине.`;
  return `есть ${earlier ? before : now} «${title}».`;
}
