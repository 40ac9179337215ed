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
import { createPlace } from './opening.ts';
import { createOpener } from './room.ts';

const PREPARED_STATEMENTS = 200;

type Prepared = ReturnType<SqliteDatabase['prepare']>;

export interface SqliteEvents {
  failed?: (error: unknown) => void;
  full?: (isFull: boolean) => void; // The disk became full and the database read-only (true), or writable again (false)
  replaced?: () => void;
}

/** SQLITE_CANTOPEN for every statement while the file is missing; recovers with it or one of the same schema. */
export function openLocal(
  file: string,
  busyTimeout: number,
  { failed, full = () => {}, replaced }: SqliteEvents,
): SqliteDatabase {
  const { open, lookForRoom, assertRoom, explain, committed } = createOpener(file, busyTimeout, full);
  let raw = open();
  const place = createPlace(file);
  const prepared = new LRUCache<string, Prepared>({ max: PREPARED_STATEMENTS });

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

  /** Parsing SQL costs more than most of these queries. */
  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    const statement = adapt(raw.prepare(text), telling, text === 'commit' ? committed : () => {});
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

/** BEGIN IMMEDIATE takes the write lock at the start of a transaction; DDL is transactional. */
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

  /** SQLite has already rolled back on a full or failing disk: only the statement's error is reported. */
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

function adapt(statement: StatementSync, telling: <T>(work: () => T) => T, done: () => void): Prepared {
  return {
    reader: statement.columns().length > 0,
    all: (values) => telling(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => {
      const result = telling(() => statement.run(...(values as SQLInputValue[])));
      done();
      return result;
    },
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}
