import type { Announcement } from '../../db/announcements.ts';
import type { Change } from '../../db/change-counter.ts';
import { type ListenConnection, openListenConnection } from '../../db/postgres/notices.ts';

const RECONNECT_AFTER = 500; // ms, with jitter

export interface PgListener {
  isOpen: () => boolean;
  /** Reads the change counter over the listener; closes it and gives undefined if it does not answer. */
  check: () => Promise<Change | undefined>;
  renew: () => void;
  close: () => void;
}

/** LISTEN connection, reopened whenever lost. `opened`: earlier notifications were missed. */
export function listen(
  url: string,
  heard: (change: Change, announcement: Announcement | undefined) => void,
  opened: () => void,
): PgListener {
  let connection: ListenConnection | undefined;
  let isClosed = false;

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      connection = await openListenConnection(url, heard).catch(() => undefined);
      if (isClosed) connection?.close();
      else if (connection) opened();
      await connection?.ended;
      connection = undefined;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER * (0.5 + Math.random())).unref());
    }
  }

  void keepListening();
  return {
    isOpen: () => connection !== undefined,
    async check() {
      const asked = connection;
      const change = await asked?.check().catch(() => undefined);
      if (!change) asked?.close();
      return change;
    },
    renew: () => connection?.close(),
    close() {
      isClosed = true;
      connection?.close();
    },
  };
}
