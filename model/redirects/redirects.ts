import type { Generated } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, conflict, invalid, ModelError, notFound } from '../../errors.ts';
import { changesBetween, record, wouldChange } from '../audit-log.ts';
import { text } from '../fields.ts';
import type { Store } from '../store.ts';
import { readSource, readTarget } from './addresses.ts';
import { problemOf, type Rules, wayFrom } from './chains.ts';
import { decoded } from './decoded.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    redirects: RedirectTable;
  }
}

interface RedirectTable {
  id: Generated<number>;
  /** Path as `spellPath` gives it, with a query if there is one. */
  source: string;
  /** Such a path, or an absolute http(s) URL. */
  target: string;
  version: number;
}

export const MOST_REDIRECTS = 5000;
const MAX_GIVEN = 8000; // characters, before percent-encoding is normalised

export const redirectChangeSchema = z.object({
  source: text('Старый адрес', MAX_GIVEN),
  target: text('Новый адрес', MAX_GIVEN),
});

export const redirectSchema = z.object({
  id: z.number().int(),
  source: z.string().describe('Path on this site, with its query'),
  target: z.string().describe('Path on this site or absolute http(s) URL'),
  way: z.array(z.string()).describe('Where the target leads on to, in turn; empty for most'),
  version: z.number().int(),
});

export type Redirect = z.output<typeof redirectSchema>;
export type RedirectChange = z.output<typeof redirectChangeSchema>;

/** Redirects whose addresses contain `q`, by source, at most `limit`; `total` counts all that match. */
export async function listRedirects(
  db: Db,
  { q = '', limit = MOST_REDIRECTS }: { q?: string | undefined; limit?: number | undefined } = {},
): Promise<{ total: number; redirects: Redirect[] }> {
  const rows = await db.selectFrom('redirects').selectAll().execute();
  const sought = q.trim().toLowerCase();
  const matches = (address: string) => [address, decoded(address)].some((form) => form.toLowerCase().includes(sought));
  const found = rows
    .filter(({ source, target }) => matches(source) || matches(target))
    .sort((one, other) => (one.source < other.source ? -1 : 1));
  const rules = toRules(rows);
  return {
    total: found.length,
    redirects: found.slice(0, limit).map((row) => ({ ...row, way: wayFrom(rules, row.source).slice(2) })),
  };
}

/** All redirects, for the server that follows them. */
export async function readRules(db: Db): Promise<Rules> {
  return toRules(await db.selectFrom('redirects').select(['source', 'target']).execute());
}

/** Adds a redirect. `origin`: the site's own. 400 for a bad address, a loop or a long chain; 409 when it exists or there are 5,000. */
export function createRedirect(store: Store, input: RedirectChange, by: string, origin: string): Promise<Redirect> {
  const values = read(input, origin);
  const create = async (tx: Db) => {
    const rules = await lockRules(tx);
    if (rules.size >= MOST_REDIRECTS) throw tooManyRedirects();
    assertNew(rules, values.source);
    const way = assertWays(rules.set(values.source, values.target), values.source);
    const row = await tx
      .insertInto('redirects')
      .values({ ...values, version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, { who: by, action: 'redirect.create', subject: String(row.id), title: titleOf(values) });
    return { ...row, way };
  };
  return write(store, create, () => ({ topic: 'site-content' }));
}

/** Replaces both addresses. As for `createRedirect`; 404; 412 when the version is not in `expected`. */
export async function saveRedirect(
  store: Store,
  id: number,
  input: RedirectChange,
  by: string,
  { origin, expected }: { origin: string; expected: number[] | undefined },
): Promise<Redirect> {
  const values = read(input, origin);
  const save = async (tx: Db) => {
    const rules = await lockRules(tx);
    const before = await requireRedirect(tx, id, expected);
    const isChanged = wouldChange(before, values);
    if (!isChanged) return { redirect: { ...before, way: wayFrom(rules, before.source).slice(2) }, isChanged };
    rules.delete(before.source);
    assertNew(rules, values.source);
    const way = assertWays(rules.set(values.source, values.target), values.source);
    const row = { ...values, version: before.version + 1 };
    await tx.updateTable('redirects').set(row).where('id', '=', id).execute();
    const changes = changesBetween(readable(before), readable(values));
    await record(tx, { who: by, action: 'redirect.update', subject: String(id), title: titleOf(values), changes });
    return { redirect: { id, ...row, way }, isChanged };
  };
  const { redirect } = await write(store, save, (done) => (done.isChanged ? { topic: 'site-content' } : undefined));
  return redirect;
}

/** 404; 412 when the version is not in `expected`. */
export async function deleteRedirect(store: Store, id: number, by: string, expected?: number[]): Promise<void> {
  const remove = async (tx: Db) => {
    await lockTable(tx, 'redirects');
    const row = await requireRedirect(tx, id, expected);
    await tx.deleteFrom('redirects').where('id', '=', id).execute();
    await record(tx, { who: by, action: 'redirect.delete', subject: String(id), title: titleOf(row) });
  };
  await write(store, remove, () => ({ topic: 'site-content' }));
}

/** All rules, with a lock on the table until the transaction ends. */
export async function lockRules(tx: Db): Promise<Map<string, string>> {
  await lockTable(tx, 'redirects');
  return new Map(await readRules(tx));
}

export function tooManyRedirects(): ModelError {
  return new ModelError(409, 'too_many', `Переадресаций не больше ${MOST_REDIRECTS.toLocaleString('ru')}.`);
}

function read({ source, target }: RedirectChange, origin: string) {
  return { source: readSource(source), target: readTarget(target, origin) };
}

function assertNew(rules: Rules, source: string): void {
  const known = rules.get(source);
  if (known === undefined) return;
  throw conflict('source', `Старый адрес: для него уже есть переадресация на ${decoded(known)}. Измените её.`);
}

/** Checks each chain: other redirects may lead to `source`. Returns the addresses after its target. */
function assertWays(rules: Rules, source: string): string[] {
  for (const start of [source, ...rules.keys()]) {
    const problem = problemOf(wayFrom(rules, start));
    if (problem) throw invalid('target', problem);
  }
  return wayFrom(rules, source).slice(2);
}

async function requireRedirect(tx: Db, id: number, expected: number[] | undefined) {
  const row = await tx.selectFrom('redirects').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Такой переадресации нет. Возможно, её удалили.');
  assertVersion(row, expected);
  return row;
}

function toRules(rows: { source: string; target: string }[]): Map<string, string> {
  return new Map(rows.map(({ source, target }) => [source, target]));
}

function titleOf(redirect: RedirectChange): string {
  const { source, target } = readable(redirect);
  return `${source} → ${target}`;
}

function readable({ source, target }: RedirectChange): RedirectChange {
  return { source: decoded(source), target: decoded(target) };
}
