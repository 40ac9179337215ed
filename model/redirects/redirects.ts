import type { Generated } from 'kysely';
import { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { conflict, invalid, ModelError } from '../../errors.ts';
import { publicPath } from '../articles/kinds.ts';
import { text } from '../fields.ts';
import { type Aim, createRow, deleteRow, type Rows, saveRow } from '../rows.ts';
import type { Store } from '../store.ts';
import { problemOf, type Rules, readSource, readTarget, redirectChain } from './addresses.ts';
import { decoded } from './decoded.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    redirects: RedirectTable;
    /** URLs of imported texts on their former site, in the form of `source` below. */
    old_addresses: {
      address: string;
      article_id: number;
    };
  }
}

interface RedirectTable extends Omit<Redirect, 'id' | 'way'> {
  id: Generated<number>;
}

export const MAX_REDIRECTS = 5000;
const MAX_GIVEN = 8000; // characters, before percent-encoding is normalised

export const redirectChangeSchema = z.object({
  source: text('Старый адрес', MAX_GIVEN),
  target: text('Новый адрес', MAX_GIVEN),
});

export const redirectSchema = z.object({
  id: z.number().int(),
  source: z.string().describe('Path on this site, with its query'),
  target: z.string().describe('Path on this site or absolute http(s) URL'),
  way: z.array(z.string()).describe('Further targets of the chain, in order; usually empty'),
  version: z.number().int(),
});

export type Redirect = z.output<typeof redirectSchema>;
export type RedirectChange = z.output<typeof redirectChangeSchema>;

/** Redirects whose addresses contain `q`, by source, at most `limit`; `total` counts all that match. */
export async function listRedirects(
  db: Db,
  { q = '', limit = MAX_REDIRECTS }: { q?: string | undefined; limit?: number | undefined } = {},
): Promise<{ total: number; redirects: Redirect[] }> {
  const rows = await db.selectFrom('redirects').selectAll().execute();
  const query = q.trim().toLowerCase();
  const matches = (address: string) => [address, decoded(address)].some((form) => form.toLowerCase().includes(query));
  const found = rows
    .filter(({ source, target }) => matches(source) || matches(target))
    .sort((one, other) => (one.source < other.source ? -1 : 1));
  const rules = toRules(rows);
  return {
    total: found.length,
    redirects: found.slice(0, limit).map((row) => ({ ...row, way: redirectChain(rules, row.source).slice(2) })),
  };
}

/** Editors' redirects and former URLs of imported texts; the former take precedence. */
export async function readAllRules(db: Db): Promise<Rules> {
  const old = await db
    .selectFrom('old_addresses')
    .innerJoin('articles', 'articles.id', 'old_addresses.article_id')
    .select(['address', 'kind', 'slug'])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map([...old.map(({ address, ...key }) => [address, publicPath(key)] as const), ...(await readRules(db))]);
}

export async function readRules(db: Db): Promise<Rules> {
  return toRules(await db.selectFrom('redirects').select(['source', 'target']).execute());
}

const rows: Rows<'redirects', Redirect> = {
  ...{ table: 'redirects', lock: 'redirects', resource: 'redirect', isWithdrawal: false },
  missing: 'Такой переадресации нет. Возможно, её удалили.',
  most: MAX_REDIRECTS,
  tooMany: `Переадресаций не больше ${MAX_REDIRECTS.toLocaleString('ru')}.`,
  titleOf: ({ source, target }) => `${decoded(source)} → ${decoded(target)}`,
  shown: async (row, tx) => ({ ...row, way: redirectChain(await readRules(tx), row.source).slice(2) }),
  fieldsOf: decodedRule,
};

/** Adds a redirect. `origin`: the site's own. 400 for a bad address, a loop or a long chain; 409 when it exists or there are 5,000. */
export async function createRedirect(store: Store, input: RedirectChange, by: string, origin: string) {
  const columns = read(input, origin);
  return createRow(store, rows, by, async (tx) => {
    assertFits(new Map(await readRules(tx)), columns);
    return { columns };
  });
}

/** Replaces both addresses. As for `createRedirect`; 404; 412 when the version is not in `expected`. */
export async function saveRedirect(store: Store, aim: Aim, input: RedirectChange, origin: string): Promise<Redirect> {
  const columns = read(input, origin);
  return saveRow(store, rows, aim, async (tx, before) => {
    const rules = new Map(await readRules(tx));
    rules.delete(before.source);
    assertFits(rules, columns);
    return { columns };
  });
}

/** 404; 412 when the version is not in `expected`. */
export function deleteRedirect(store: Store, aim: Aim): Promise<void> {
  return deleteRow(store, rows, aim);
}

/** All rules, with a lock on the table until the transaction ends. */
export async function lockRules(tx: Db): Promise<Map<string, string>> {
  await lockTable(tx, 'redirects');
  return new Map(await readRules(tx));
}

export function tooManyRedirects(): ModelError {
  return new ModelError(409, 'too_many', rows.tooMany);
}

function read({ source, target }: RedirectChange, origin: string) {
  return { source: readSource(source), target: readTarget(target, origin) };
}

/** Checks all chains, as other redirects may point to `source`. */
function assertFits(rules: Map<string, string>, { source, target }: RedirectChange): void {
  const known = rules.get(source);
  if (known !== undefined)
    throw conflict('source', `Старый адрес: для него уже есть переадресация на ${decoded(known)}. Измените её.`);
  rules.set(source, target);
  for (const start of [source, ...rules.keys()]) {
    const problem = problemOf(redirectChain(rules, start));
    if (problem) throw invalid('target', problem);
  }
}

function toRules(rows: { source: string; target: string }[]): Map<string, string> {
  return new Map(rows.map(({ source, target }) => [source, target]));
}

function decodedRule({ source, target }: RedirectChange): RedirectChange {
  return { source: decoded(source), target: decoded(target) };
}
