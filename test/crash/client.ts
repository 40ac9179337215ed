import { createHash } from 'node:crypto';
import { send } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';
import type { Ledger } from './ledger.ts';

export interface Client {
  /** Changes things one after the other until the server is gone or `signal` says so. */
  work: (origin: string, signal: AbortSignal) => Promise<void>;
  /** `rounds` changes of each kind, one after the other; `done` is told of each kind as its answer has come. */
  steps: (origin: string, rounds: number, done: (kind: string) => void) => Promise<void>;
  /** What the server shows under a key of the ledger. */
  read: (origin: string, key: string) => Promise<string | null>;
}

/** Settings whose fields are always written together: half of a change would show in them. */
const SETTINGS: Record<string, (mark: string) => object> = {
  'watch-settings': (mark) => ({ title: mark, description: mark }),
  'vote-settings': (mark) => ({ title: mark, description: mark, voting_url: `https://vote.example.org/${mark}` }),
  'site-content': (mark) => ({ crash_one: mark, crash_two: mark, crash_three: mark }),
};

/** An editor without rest: articles, switches, site texts and pictures, each change written down in the ledger. */
export function createClient(ledger: Ledger, token: string): Client {
  let count = 0;

  async function isDone(origin: string, method: string, address: string, body?: object): Promise<boolean> {
    const answer = await send(origin, method, address, token, body);
    await answer.arrayBuffer().catch(() => {});
    return answer.ok;
  }

  async function writeArticle(origin: string): Promise<void> {
    count += 1;
    const slug = `crash-${count}`;
    const key = `article ${slug}`;
    const address = `/admin/news/${slug}`;
    const first = articleOf(slug, 1);
    const isMade = () => isDone(origin, 'POST', '/admin/news', { slug, ...first });
    if (!(await ledger.write(key, textOf(first), isMade))) return;
    for (let edition = 2; edition <= 3; edition += 1) {
      const next = articleOf(slug, edition);
      await ledger.write(key, textOf(next), () => isDone(origin, 'PUT', address, next));
    }
    if (count % 4 === 0) await ledger.write(key, null, () => isDone(origin, 'DELETE', address));
  }

  async function writeSettings(origin: string): Promise<void> {
    for (const [name, fields] of Object.entries(SETTINGS)) {
      count += 1;
      const mark = `mark-${count}`;
      await ledger.write(name, mark, () => isDone(origin, 'PUT', `/${name}`, fields(mark)));
    }
  }

  async function upload(origin: string): Promise<void> {
    count += 1;
    const form = await pictureForm(60, 40, count);
    const answer = await send(origin, 'POST', '/upload', token, form);
    const { url } = (await answer.json()) as { url?: string };
    if (url) await ledger.write(`picture ${url}`, nameOf(url), async () => answer.status === 201);
  }

  return {
    async work(origin, signal) {
      const again = async (task: (origin: string) => Promise<void>) => {
        // The server goes in the middle of something: that is what this is about.
        while (!signal.aborted) await task(origin).catch(() => new Promise(setImmediate));
      };
      await Promise.all([again(writeArticle), again(writeArticle), again(writeSettings), again(upload)]);
    },
    async steps(origin, rounds, done) {
      for (let round = 0; round < rounds; round += 1) {
        await upload(origin);
        done('upload');
        for (const [name, fields] of Object.entries(SETTINGS)) {
          count += 1;
          await isDone(origin, 'PUT', `/${name}`, fields(`mark-${count}`));
          done(name);
        }
        count += 1;
        const slug = `crash-${count}`;
        const address = `/admin/news/${slug}`;
        await isDone(origin, 'POST', '/admin/news', { slug, ...articleOf(slug, 1) });
        done('create an article');
        await isDone(origin, 'PUT', address, articleOf(slug, 2));
        done('correct an article');
        await isDone(origin, 'DELETE', address);
        done('delete an article');
      }
    },
    async read(origin, key) {
      const [kind = '', name = ''] = key.split(' ');
      if (kind === 'picture') return readImage(origin, name);
      const path = kind === 'article' ? `/admin/news/${name}` : `/${kind}`;
      const answer = await send(origin, 'GET', path, token);
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
      const found = (await answer.json()) as Record<string, string>;
      return kind === 'article' ? textOf(found) : markOf(kind, found);
    },
  };
}

async function readImage(origin: string, url: string): Promise<string | null> {
  const answer = await fetch(origin + url);
  if (!answer.ok) return null;
  const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
  return hash.digest('hex').slice(0, 32);
}

function nameOf(url: string): string {
  return url.replace(/^\/uploads\/|\.png$/g, '');
}

function articleOf(slug: string, edition: number): Record<string, string> {
  const mark = `${slug}, редакция ${edition}`;
  return { title: `Заголовок: ${mark}`, content: `<p>${`${mark}. `.repeat(200).trim()}</p>`, date: '2025-07-20' };
}

function textOf({ title, content, date }: Record<string, string>): string {
  return JSON.stringify([title, content, date]);
}

/** The mark that all fields agree on; where they do not, all of them, which is nothing that was ever sent. */
function markOf(kind: string, found: Record<string, string>): string | null {
  const names = Object.keys(SETTINGS[kind]?.('') ?? {});
  const marks = new Set(names.map((name) => String(found[name] ?? '').replace('https://vote.example.org/', '')));
  const [mark = ''] = marks;
  // Nothing was saved yet: the site's own words, each another.
  if (![...marks].some((each) => each.startsWith('mark-'))) return null;
  return marks.size > 1 ? JSON.stringify([...marks]) : mark;
}
