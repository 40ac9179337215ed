import { ADMIN } from '../rig/server.ts';
import { type Answer, type Asked, faultOf } from './asking.ts';
import { share } from './corpora.ts';
import { closedCalls, pageCalls } from './guard-calls.ts';
import { changedSomething, type Outcome, openWorld, type World } from './rig.ts';
import { isClosed, readRoutes } from './routes.ts';

/** Stands in everything that only an administrator may see. */
const SECRET = 'ТАЙНА-7f3a';

/** Every closed route × ways to write its address × things that are no token; and every page with its data. Nothing may come of it. */
export async function runGuard(part: number): Promise<Outcome> {
  const [world, routes] = [await openWorld(), await readRoutes()];
  try {
    await keepSecrets(world);
    const tokens = await badTokens(world);
    const asked = [...share(closedCalls(routes, tokens), part), ...share(pageCalls(), part)];
    const findings: string[] = [];
    await world.content.remember();
    for (const each of asked) {
      const answer = await world.send(each);
      const changed = () => changedSomething(world, () => world.send(each));
      const fault =
        faultOf(answer, each.path) ?? leakOf(each, answer) ?? ((await changed()) ? 'changed it' : undefined);
      if (fault) findings.push(`${each.method ?? 'GET'} ${each.path} ${JSON.stringify(each.headers ?? {})}: ${fault}`);
    }
    if (!(await world.isAlive())) findings.push('the server is gone');
    const isClosedToAll = (await world.sendAs({ path: '/api/admin/news' })).body.includes(SECRET);
    if (!isClosedToAll) findings.push('the secret is not there to be seen: the run proves nothing');
    return { inputs: asked.length, findings, notes: [`${routes.filter(isClosed).length} closed routes`] };
  } finally {
    await world.close();
  }
}

async function keepSecrets({ call }: World): Promise<void> {
  await call('POST', '/api/admin/news', { title: SECRET, slug: 'draft', content: SECRET, status: 'draft' });
  await call('POST', '/api/admin/groups', { name: SECRET });
  // A vote that is not held keeps its address to itself.
  const vote = { voting_url: `https://x.ru/${SECRET}`, is_voting_enabled: true, vote_state: 'not_held' };
  await call('PUT', '/api/vote-settings', vote);
}

/** What an answer gives away: a secret, or that it was no refusal. */
function leakOf({ method = 'GET', path }: Asked, { status, body }: Answer): string | undefined {
  if (body.includes(SECRET)) return `${status} gives the secret away`;
  const isPage = body.length === 0 || body.toString('latin1', 0, 15).toLowerCase() === '<!doctype html>';
  const isPublic = isPage || /\.data|\.xml$|^\/api\/news(\?|$)/.test(path);
  if (status < 300 && !(isPublic && (method === 'GET' || method === 'HEAD'))) return `${status} is no refusal`;
  return undefined;
}

async function badTokens({ token, send, server, sendAs }: World): Promise<string[]> {
  const login = await send({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token: revoked } = JSON.parse(login.body.toString());
  await sendAs({ method: 'POST', path: '/api/auth/logout', headers: { authorization: `Bearer ${revoked}` } });
  const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  const texts = [
    '',
    'null',
    'undefined',
    'true',
    '0',
    '[object Object]',
    "' or 1=1 --",
    '*',
    '%',
    `${token}x`,
    token.slice(0, -1),
    swapped,
    revoked,
  ];
  const inverted = [...token].map((letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const schemes = ['Basic', 'Token', 'JWT', 'Digest', 'Bearer:', 'Bearer,', 'XBearer'];
  const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  return [
    ...texts.map((text) => `Bearer ${text}`),
    ...[
      `Bearer ${inverted.join('')}`,
      'Bearer',
      token,
      `Bearer\t${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token} x`,
      `Bearer "${token}"`,
    ],
    ...schemes.map((scheme) => `${scheme} ${scheme === 'Basic' ? basic : token}`),
    ...['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.', 'a'.repeat(10_000)].map(
      (jwt) => `Bearer ${jwt}`,
    ),
    `Bearer ${encodeURIComponent(server.origin)}`,
  ];
}
