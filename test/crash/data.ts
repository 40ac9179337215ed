import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';

/**
 * What is wrong with the data themselves: pages and indexes by SQLite's own checks (`all`: compared with each other too), references,
 * the journal against the ledger, pictures without a file, and files that are not what their name says.
 */
export async function faultsOfData(dataDir: string, ledger: Ledger, depth: 'quick' | 'all'): Promise<string[]> {
  const raw = new DatabaseSync(path.join(dataDir, 'rampa.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    const check = depth === 'all' ? 'integrity_check' : 'quick_check';
    const found = raw
      .prepare(`pragma ${check}`)
      .all()
      .map((row) => String(row[check]));
    const references = raw
      .prepare('pragma foreign_key_check')
      .all()
      .map((row) => `reference ${JSON.stringify(row)}`);
    const journal = depth === 'all' ? faultsOfJournal(raw, ledger) : [];
    const pictures = depth === 'all' ? await faultsOfImages(raw, dataDir) : [];
    return [...found.filter((line) => line !== 'ok'), ...references, ...journal, ...pictures];
  } finally {
    raw.close();
  }
}

/** Each change of an article is one line in the journal: no line without its change, no change without its line. */
function faultsOfJournal(raw: DatabaseSync, ledger: Ledger): string[] {
  const rows = raw
    .prepare(
      "select subject, count(*) as lines from journal where action in ('article.create', 'article.update', 'article.delete') group by subject",
    )
    .all();
  const counts = new Map(rows.map(({ subject, lines }) => [String(subject), Number(lines)]));
  return ledger
    .keys()
    .filter((key) => key.startsWith('article '))
    .flatMap((key) => {
      const lines = counts.get(key.slice(8)) ?? 0;
      const [least, most] = ledger.bounds(key);
      return lines < least || lines > most ? [`journal: ${lines} lines on ${key} of ${least} … ${most} changes`] : [];
    });
}

async function faultsOfImages(raw: DatabaseSync, dataDir: string): Promise<string[]> {
  const directory = path.join(dataDir, 'uploads');
  const files: string[] = await readdir(directory).catch(() => []);
  const rows = raw
    .prepare('select name from images')
    .all()
    .map(({ name }) => String(name));
  const faults = rows.filter((name) => !files.includes(name)).map((name) => `picture ${name} without a file`);
  for (const name of files.filter((each) => /^[0-9a-f]{32}\.png$/.test(each))) {
    const hash = createHash('sha256').update(await readFile(path.join(directory, name)));
    if (hash.digest('hex').slice(0, 32) !== name.slice(0, 32)) faults.push(`picture ${name} has other bytes`);
  }
  return faults;
}
