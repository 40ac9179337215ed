import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';

/** Null is a thing that is not there. */
type Value = string | null;

interface Cell {
  confirmed: Value;
  /** Sent since then without an answer: each may have been done or not. */
  open: Value[];
  confirmations: number;
  lost: number;
}

/** Settings whose fields are always written together: half of a change would show in them. */
const SETTINGS: Record<string, string[]> = {
  'watch-settings': ['title', 'description'],
  'vote-settings': ['title', 'description'],
  'site-content': ['crash_one', 'crash_two', 'crash_three'],
};

const CHANGES = "('article.create', 'article.update', 'article.delete')";

/** An editor without rest, with a record of its own of what was acknowledged: the server's data have to agree with it after every fault. */
export function createEditor(token: string) {
  const cells = new Map<string, Cell>();
  const touched = new Set<string>();
  let count = 0;

  function cellOf(key: string): Cell {
    const cell = cells.get(key) ?? { confirmed: null, open: [], confirmations: 0, lost: 0 };
    cells.set(key, cell);
    touched.add(key);
    return cell;
  }

  async function write(key: string, value: Value, change: () => Promise<Response>): Promise<boolean> {
    const cell = cellOf(key);
    cell.open.push(value);
    const answer = await change().catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.ok) Object.assign(cell, { confirmed: value, open: [], confirmations: cell.confirmations + 1 });
    return answer?.ok === true;
  }

  async function writeArticle(origin: string): Promise<void> {
    const slug = `crash-${++count}`;
    const key = `article ${slug}`;
    const address = `/admin/news/${slug}`;
    for (let edition = 1; edition <= 3; edition += 1) {
      const article = articleOf(slug, edition);
      const [method, to, body] =
        edition === 1 ? ['POST', '/admin/news', { slug, ...article }] : ['PUT', address, article];
      const isDone = await write(key, textOf(article), () => send(origin, method, to, token, body));
      if (!isDone && edition === 1) return;
    }
    if (count % 4 === 0) await write(key, null, () => send(origin, 'DELETE', address, token));
  }

  async function writeSettings(origin: string): Promise<void> {
    for (const [name, fields] of Object.entries(SETTINGS)) {
      const mark = `mark-${++count}`;
      const body = Object.fromEntries(fields.map((field) => [field, mark]));
      await write(name, mark, () => send(origin, 'PUT', `/${name}`, token, body));
    }
  }

  async function upload(origin: string): Promise<void> {
    const answer = await send(origin, 'POST', '/upload', token, await pictureForm(60, 40, ++count));
    const { url } = (await answer.json()) as { url?: string };
    if (url) await write(`picture ${url}`, path.basename(url, '.png'), async () => answer);
  }

  async function read(origin: string, key: string): Promise<Value> {
    const [kind = '', name = ''] = key.split(' ');
    if (kind === 'picture') {
      const answer = await fetch(origin + name);
      return answer.ok ? hashOf(Buffer.from(await answer.arrayBuffer())) : null;
    }
    const address = kind === 'article' ? `/admin/news/${name}` : `/${kind}`;
    const answer = await send(origin, 'GET', address, token);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`);
    const found = (await answer.json()) as Record<string, string>;
    if (kind === 'article') return textOf(found);
    const marks = new Set(SETTINGS[kind]?.map((field) => String(found[field])));
    // Before the first change the site's own words stand there.
    if (![...marks].some((each) => each.startsWith('mark-'))) return null;
    return [...marks].join();
  }

  return {
    async work(origin: string, signal: AbortSignal): Promise<void> {
      const again = async (task: (origin: string) => Promise<void>) => {
        // The server goes in the middle of something: that is what this is about.
        while (!signal.aborted) await task(origin).catch(() => new Promise(setImmediate));
      };
      await Promise.all([again(writeArticle), again(writeArticle), again(writeSettings), again(upload)]);
    },
    confirmations: () => cells.values().reduce((sum, cell) => sum + cell.confirmations, 0),
    keys: () => [...cells.keys()],
    touched: () => [...touched],
    /** What was acknowledged and is not there, or is there by half. What was open is decided from then on by what is found. */
    async missing(origin: string, keys = [...cells.keys()]): Promise<object[]> {
      const faults = [];
      for (const key of new Set(keys)) {
        const [cell, found] = [cellOf(key), await read(origin, key)];
        const expected = [cell.confirmed, ...cell.open];
        if (!expected.includes(found)) faults.push({ key, expected, found });
        Object.assign(cell, { confirmed: found, open: [], lost: cell.lost + cell.open.length });
      }
      touched.clear();
      return faults;
    },
    /** What is wrong with pages, indexes and references by SQLite's own checks, with the audit log, and with the files of pictures. */
    async damage(dataDir: string, check: 'quick_check' | 'integrity_check' = 'integrity_check'): Promise<unknown[]> {
      const raw = new DatabaseSync(path.join(dataDir, 'rampa.sqlite'), { readOnly: true, timeout: 5000 });
      const ask = (sql: string) => raw.prepare(sql).all() as Record<string, string>[];
      const found = [
        ...ask(`pragma ${check}`).filter((row) => row[check] !== 'ok'),
        ...ask('pragma foreign_key_check'),
      ];
      const lines = ask(`select subject from journal where action in ${CHANGES}`).map(({ subject }) => subject);
      const names = ask('select name from images').map(({ name = '' }) => name);
      raw.close();
      if (check === 'quick_check') return found;
      return [...found, ...faultsOfLog(lines), ...(await faultsOfPictures(path.join(dataDir, 'uploads'), names))];
    },
  };

  /** Each change of an article is one line of the audit log: no line without its change, no change without its line. */
  function faultsOfLog(subjects: (string | undefined)[]): string[] {
    const counts = Map.groupBy(subjects, (subject) => `article ${subject}`);
    return [...cells].flatMap(([key, { confirmations, lost, open }]) => {
      const lines = counts.get(key)?.length ?? 0;
      const isRight = lines >= confirmations && lines <= confirmations + lost + open.length;
      return isRight || !key.startsWith('article ') ? [] : [`${lines} lines on ${key}, ${confirmations} changes`];
    });
  }
}

async function faultsOfPictures(folder: string, names: string[]): Promise<string[]> {
  const files: string[] = await readdir(folder).catch(() => []);
  const faults = names.filter((name) => !files.includes(name)).map((name) => `picture ${name} without a file`);
  for (const name of files) {
    if (!/^[0-9a-f]{32}\.png$/.test(name)) continue;
    if (hashOf(await readFile(path.join(folder, name))) !== name.slice(0, 32)) faults.push(`${name} has other bytes`);
  }
  return faults;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function articleOf(slug: string, edition: number): Record<string, string> {
  const mark = `${slug}, редакция ${edition}`;
  return { title: `Заголовок: ${mark}`, content: `<p>${`${mark}. `.repeat(200).trim()}</p>`, date: '2025-07-20' };
}

function textOf({ title, content, date }: Record<string, string>): string {
  return JSON.stringify([title, content, date]);
}
