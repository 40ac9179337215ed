import type { Announcement } from '../../db/announcements.ts';
import type { Change } from '../../db/change-counter.ts';
import { type NoticeLine, openNoticeLine } from '../../db/postgres/notices.ts';

/** A lost connection is asked for again after this, more or less, in ms. */
const RECONNECT_AFTER = 500;

export interface LastingLine {
  isOpen: () => boolean;
  /** Asks where the database stands over the same connection; undefined when there is none, or when it does not answer: then it is given up. */
  check: () => Promise<Change | undefined>;
  /** Gives the connection up for another one. */
  renew: () => void;
  close: () => void;
}

/** A connection for PostgreSQL's notices that is opened again whenever it is lost. `opened`: what was said before was not heard. */
export function keepLine(
  url: string,
  heard: (change: Change, announcement: Announcement | undefined) => void,
  opened: () => void,
): LastingLine {
  let line: NoticeLine | undefined;
  let isClosed = false;

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      line = await openNoticeLine(url, heard).catch(() => undefined);
      if (isClosed) line?.close();
      else if (line) opened();
      await line?.ended;
      line = undefined;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER * (0.5 + Math.random())).unref());
    }
  }

  void keepListening();
  return {
    isOpen: () => line !== undefined,
    async check() {
      const asked = line;
      const change = await asked?.check().catch(() => undefined);
      if (!change) asked?.close();
      return change;
    },
    renew: () => line?.close(),
    close() {
      isClosed = true;
      line?.close();
    },
  };
}
