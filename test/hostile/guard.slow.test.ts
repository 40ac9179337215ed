import { afterAll, expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { type Answer, type Asked, faultOf } from './asking.ts';
import { share } from './corpora.ts';
import { closedCalls, pageCalls } from './guard-calls.ts';
import { changedSomething, JSON_TYPE, openWorld, type World } from './rig.ts';
import { isClosed, liveRoutes } from './routes.ts';

/** Stands in everything that only an administrator may see. */
const SECRET = 'ТАЙНА-7f3a';

const [world, t] = [await openWorld(), await needSite()];
afterAll(world.close);
const routes = liveRoutes(t.app);

test('no closed route opens to odd addresses, methods and credentials, and no page gives a secret away', async () => {
  await keepSecrets(world);
  const tokens = await badTokens(world);
  const findings: string[] = [];
  await world.content.remember();
  for (const each of share([...closedCalls(routes, tokens), ...pageCalls()], 12)) {
    const answer = await world.send(each);
    const changed = () => changedSomething(world, () => world.send(each));
    const fault = faultOf(answer, each.path) ?? leakOf(each, answer) ?? ((await changed()) ? 'changed it' : undefined);
    if (fault) findings.push(`${each.method ?? 'GET'} ${each.path} ${JSON.stringify(each.headers ?? {})}: ${fault}`);
  }
  expect(findings).toEqual([]);
  expect(routes.filter(isClosed).length).toBeGreaterThan(50);
  // There was something to be seen.
  expect((await world.sendAs({ path: '/api/admin/news' })).body.toString()).toContain(SECRET);
});

test('a change of the content is seen, and what a refused request may touch is none', async () => {
  const touchSessions = async () => {
    await world.content.remember();
    const last_used_at = new Date(Date.now() - 60_000).toISOString();
    await world.db.updateTable('sessions').set({ last_used_at }).execute();
    return world.content.hasChanged();
  };
  // A job of the server may write once in between.
  expect((await touchSessions()) && (await touchSessions())).toBe(false);
  await world.call('POST', '/api/admin/news', { title: 'Новая', content: '<p>Текст</p>' });
  expect(await world.content.hasChanged()).toBe(true);
  await world.content.remember();
  expect(await world.content.hasChanged()).toBe(false);
});

async function keepSecrets({ call }: World): Promise<void> {
  await call('POST', '/api/admin/news', { title: SECRET, slug: 'draft', content: SECRET, status: 'draft' });
  await call('POST', '/api/admin/groups', { name: SECRET });
  // A vote that is not held keeps its address to itself.
  const vote = { voting_url: `https://x.ru/${SECRET}`, is_voting_enabled: true, vote_state: 'not_held' };
  await call('PUT', '/api/vote-settings', vote);
}

function leakOf({ method = 'GET', path }: Asked, { status, body }: Answer): string | undefined {
  if (body.includes(SECRET)) return `${status} gives the secret away`;
  const isPage = body.length === 0 || body.toString('latin1', 0, 15).toLowerCase() === '<!doctype html>';
  const isPublic = isPage || /\.data|\.xml$|^\/api\/news(\?|$)/.test(path);
  if (status < 300 && !(isPublic && (method === 'GET' || method === 'HEAD'))) return `${status} is no refusal`;
  return undefined;
}

async function badTokens({ token, send, sendAs }: World): Promise<string[]> {
  const asked = { method: 'POST', path: '/api/auth/login', headers: JSON_TYPE, body: JSON.stringify(ADMIN) };
  const { token: revoked } = JSON.parse((await send(asked)).body.toString());
  await sendAs({ method: 'POST', path: '/api/auth/logout', headers: { authorization: `Bearer ${revoked}` } });
  const swapped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
  const inverted = token.replace(/[a-z]|([A-Z])/g, (letter, upper) =>
    upper ? letter.toLowerCase() : letter.toUpperCase(),
  );
  const nearly = [
    `${token}x`,
    token.slice(0, -1),
    swapped,
    inverted,
    revoked,
    `${token}, Bearer ${token}`,
    `${token} x`,
  ];
  const others = ['', 'null', 'undefined', 'true', '0', '[object Object]', "' or 1=1 --", '*', '%', 'a'.repeat(10_000)];
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.';
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  const schemes = ['Token', 'JWT', 'Digest', 'Bearer:', 'Bearer,', 'XBearer'].map((scheme) => `${scheme} ${token}`);
  return [
    ...[...nearly, ...others, jwt, `"${token}"`].map((text) => `Bearer ${text}`),
    ...['Bearer', token, `Bearer\t${token}`, `Basic ${basic}`, ...schemes],
  ];
}
