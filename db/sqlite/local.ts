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
import { createFileWatch } from './opening.ts';
import { createOpener } from './room.ts';

const PREPARED_STATEMENTS = 200;

type Prepared = ReturnType<SqliteDatabase['prepare']>;

export interface SqliteEvents {
  onError?: (error: unknown) => void;
  onFull?: (isFull: boolean) => void; // The disk became full and the database read-only (true), or writable again (false)
  onReplaced?: () => void;
}

/** SQLITE_CANTOPEN for every statement while the file is missing; recovers with it or one of the same schema. */
export function openLocal(
  file: string,
  busyTimeout: number,
  { onError, onFull = () => {}, onReplaced }: SqliteEvents,
): SqliteDatabase {
  const { open, reopenIfSpace, assertSpace, explain, committed } = createOpener(file, busyTimeout, onFull);
  let raw = open();
  const fileWatch = createFileWatch(file);
  const prepared = new LRUCache<string, Prepared>({ max: PREPARED_STATEMENTS });

  function followFile(isWrite: boolean): void {
    const next = fileWatch.reopenIfReplaced(raw, isWrite, open);
    if (!next) return;
    prepared.clear();
    if (raw.isOpen) raw.close();
    raw = next;
    onReplaced?.();
  }

  function leaveReadOnly(isWrite: boolean): void {
    const next = reopenIfSpace(raw, isWrite);
    if (next) prepared.clear();
    raw = next ?? raw;
    if (isWrite) assertSpace();
  }

  function reporting<T>(work: () => T): T {
    try {
      return work();
    } catch (met) {
      const error = explain(met);
      onError?.(error);
      throw error;
    }
  }

  /** Parsing SQL costs more than most of these queries. */
  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    const statement = adapt(raw.prepare(text), reporting, text === 'commit' ? committed : () => {});
    prepared.set(text, statement);
    return statement;
  }

  return {
    close: () => raw.isOpen && raw.close(),
    prepare: (text) =>
      reporting(() => {
        if (!raw.isOpen || !raw.isTransaction) {
          followFile(text === BEGIN);
          leaveReadOnly(text === BEGIN);
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

function adapt(statement: StatementSync, reporting: <T>(work: () => T) => T, done: () => void): Prepared {
  return {
    reader: statement.columns().length > 0,
    all: (values) => reporting(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => {
      const result = reporting(() => statement.run(...(values as SQLInputValue[])));
      done();
      return result;
    },
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}
