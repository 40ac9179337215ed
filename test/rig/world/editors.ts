import { write } from '../../../db/write.ts';
import { type Caller, signInAs, type TestApp } from '../app.ts';
import { needSite } from '../needs.ts';

/** A site with Vera beside its administrator. */
export async function needTeam(): Promise<{ t: TestApp; vera: Caller }> {
  const t = await needSite();
  return { t, vera: await signInAs(t, 'administrator', 'vera') };
}

/** Tells the server of a change that was made behind its back. */
export async function announceNews(t: TestApp): Promise<void> {
  await write(
    t.store,
    async () => {},
    () => ({ topic: 'news' }),
  );
}

/** Fills the pool of database connections: calls that have to open theirs first do not meet. */
export async function openConnections(t: TestApp): Promise<void> {
  await Promise.all(Array.from({ length: 15 }, () => t.editor('GET', '/api/admin/news?limit=1')));
}

/** The same answers whoever came first. */
export function sortedStatuses(answers: { statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other);
}

/** All of a list that is told in parts, each naming the next. */
export async function walkParts<T>(call: Caller, from: string): Promise<T[]> {
  const all: T[] = [];
  for (let url: string | undefined = from; url; ) {
    const part = await call('GET', url);
    all.push(...part.json<T[]>());
    url = /<([^>]+)>; rel="next"/.exec(String(part.headers.link ?? ''))?.[1];
  }
  return all;
}
