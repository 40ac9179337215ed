import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a refused request may touch: counters of attempts and when a session was last used. */
const NO_CONTENT = ['sessions', 'devices', 'login_failures', 'login_paces', 'presence', 'changes'];

export interface ContentWatch {
  /** What there is now is what there should be. */
  remember: () => void;
  /** The same, when something was changed on purpose: cheaper, but from then on anything that is written counts as a change. */
  accept: () => void;
  /** Whether the content of the database is another one. */
  hasChanged: () => boolean;
  /** Puts a text into an article past everything that would have cleaned it. */
  plant: (slug: string, content: string) => void;
  close: () => void;
}

/** For a database that is not looked into. */
export const BLIND: ContentWatch = {
  remember: () => {},
  accept: () => {},
  hasChanged: () => false,
  plant: () => {
    throw new Error('Nothing is planted in a database that is not looked into.');
  },
  close: () => {},
};

/** The SQLite database of a running server. */
export function watchContent(dataDir: string): ContentWatch {
  const file = path.join(dataDir, 'rampa.sqlite');
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !NO_CONTENT.includes(name));
  const digest = () => {
    const hash = createHash('sha256');
    for (const name of names) {
      hash.update(name);
      for (const row of db.prepare(`select * from "${name}"`).iterate()) hash.update(JSON.stringify(row));
    }
    return hash.digest('hex');
  };
  const version = () => db.prepare('pragma data_version').get()?.data_version;
  let seen = version();
  let known: string | undefined = digest();
  return {
    remember: () => {
      seen = version();
      known = digest();
    },
    accept: () => {
      if (version() === seen) return;
      seen = version();
      known = undefined;
    },
    // As long as nobody wrote anything there is nothing to read.
    hasChanged: () => {
      if (version() === seen) return false;
      seen = version();
      return known === undefined || known !== digest();
    },
    plant: (slug, content) => {
      const writing = new DatabaseSync(file, { timeout: 5000 });
      writing.prepare('update articles set content = ? where slug = ?').run(content, slug);
      writing.close();
    },
    close: () => db.close(),
  };
}
