import type { SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { createPlace } from './inode-guard.ts';
import { createOpener } from './room.ts';

const PREPARED_STATEMENTS = 200;

export interface SqliteEvents {
  /** A statement failed with this error, which is thrown as well. */
  failed?: (error: unknown) => void;
  /** The disk is full, and the database can only be read (true), or there is room for changes again (false). */
  full?: (isFull: boolean) => void;
  /** Another file stands where the database stood and is used from now on. */
  replaced?: () => void;
}

/**
 * The file as Kysely's SQLite dialect wants it. While it is not in its place every statement fails as if it could not be opened;
 * once it is back, or another database of the same schema is there, things go on.
 */
export function openLocal(
  file: string,
  busyTimeout: number,
  { failed, full = () => {}, replaced }: SqliteEvents,
): SqliteDatabase {
  const { open, lookForRoom, assertRoom, explain } = createOpener(file, busyTimeout, full);
  let raw = open();
  const place = createPlace(file);
  const prepared = new LRUCache<string, ReturnType<SqliteDatabase['prepare']>>({ max: PREPARED_STATEMENTS });

  function stayInPlace(isWrite: boolean): void {
    const next = place.look(raw, isWrite, open);
    if (!next) return;
    prepared.clear();
    if (raw.isOpen) raw.close();
    raw = next;
    replaced?.();
  }

  function seekRoom(isWrite: boolean): void {
    const next = lookForRoom(raw, isWrite);
    if (next) prepared.clear();
    raw = next ?? raw;
    if (isWrite) assertRoom();
  }

  function telling<T>(work: () => T): T {
    try {
      return work();
    } catch (met) {
      const error = explain(met);
      failed?.(error);
      throw error;
    }
  }

  /** Prepared statements are cached: parsing SQL costs more than most of these queries. */
  function prepare(text: string): ReturnType<SqliteDatabase['prepare']> {
    const known = prepared.get(text);
    if (known) return known;
    const statement = adapt(raw.prepare(text), telling);
    prepared.set(text, statement);
    return statement;
  }

  return {
    close: () => raw.isOpen && raw.close(),
    prepare: (text) =>
      telling(() => {
        if (!raw.isOpen || !raw.isTransaction) {
          stayInPlace(text === BEGIN);
          seekRoom(text === BEGIN);
        }
        return prepare(text);
      }),
  };
}

const BEGIN = 'begin immediate';

/** Kysely's SQLite dialect on node:sqlite: takes the write lock at the start of a transaction, and knows that its DDL can be rolled back. */
export class LocalDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): ReturnType<Dialect['createAdapter']> {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }

  /** A full disk or a fault of it has already taken the transaction back: what failed is the error to tell, not this. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    });
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adapt(statement: StatementSync, telling: <T>(work: () => T) => T): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: (values) => telling(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => telling(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}
