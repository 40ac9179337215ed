import { type Answer, faultOf } from './asking.ts';
import { added, ownList, share } from './corpora.ts';
import { type Outcome, openWorld, type World } from './rig.ts';

/** Named by the connection, not by the request; Host and a token change answers on purpose. */
const OTHERS =
  /^(host|authorization|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect)$/i;

const PAGES = ['/', '/news', '/news/hello', '/news/nobody-knows', '/vote', '/api/news'];

/** Bad request, and header fields too large. */
const REFUSED = [400, 431];

/** Each header name on each page that is not kept yet: neither that answer nor the kept one may differ from a plain visitor's. */
export async function runHeaderNames(part: number): Promise<Outcome> {
  const world = await openWorld();
  try {
    await fill(world);
    const plain = new Map<string, Answer>();
    for (const path of PAGES) plain.set(path, await coldly(world, path));
    const names = [
      ...new Set([...ownList('header-names.txt'), ...added('headers')].map((name) => name.trim().toLowerCase())),
    ];
    const tried = share(
      names.filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OTHERS.test(name)),
      part,
    );
    const asked = [...tried.map((name) => ({ [name]: valueFor(name) })), ...SPECIFIC];
    const findings: string[] = [];
    for (const headers of asked) {
      for (const [path, expected] of plain) {
        const fault = await compare(world, path, headers, expected);
        if (fault) findings.push(`${path} with ${JSON.stringify(headers)}: ${fault}`);
      }
    }
    return { inputs: asked.length * PAGES.length, findings, notes: [`${tried.length} names`] };
  } finally {
    await world.close();
  }
}

async function fill({ call }: World): Promise<void> {
  await call('POST', '/api/admin/news', { title: 'Привет', slug: 'hello', content: '<p>Первая новость.</p>' });
  await call('PUT', '/api/vote-settings', { is_voting_enabled: true, voting_url: 'https://vote.example.org/' });
}

async function compare(world: World, path: string, headers: Record<string, string>, plain: Answer) {
  const odd = await coldly(world, path, headers);
  // A refused header is the sender's own affair as long as the next visitor gets what he should.
  const fault = REFUSED.includes(odd.status) ? faultOf(odd) : differenceOf(odd, plain);
  if (fault) return `answered differently, ${fault}`;
  const next = differenceOf(await world.send({ path }), plain);
  return next && `poisoned the kept answer, ${next}`;
}

/** Answers nobody has asked for since the last change. */
async function coldly(world: World, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  await world.call('PUT', '/api/site-content', { 'test.cold': String(Math.random()) });
  return world.send({ path, headers });
}

/** What a visitor could notice: the status, the decoded text, and headers besides those of time, connection and encoding. */
function differenceOf(answer: Answer, plain: Answer): string | undefined {
  if (answer.status !== plain.status) return `${answer.status} in place of ${plain.status}`;
  if (!answer.body.equals(plain.body)) return `another text: ${around(answer.body.toString(), plain.body.toString())}`;
  const [one, other] = [answer, plain].map(({ headers }) => JSON.stringify(PLAIN.map((name) => headers[name])));
  return one === other ? undefined : `other headers: ${one} in place of ${other}`;
}

const PLAIN =
  'content-type content-security-policy location set-cookie cache-control link access-control-allow-origin vary x-stale'.split(
    ' ',
  );

function around(text: string, plain: string): string {
  const at = [...text].findIndex((letter, place) => letter !== [...plain][place]);
  return text.slice(Math.max(0, at - 40), at + 80);
}

/** A value that would be seen wherever it lands. */
function valueFor(name: string): string {
  if (/cookie/.test(name)) return 'canary7=canary7; rampa.view=canary7';
  if (/ur[il]|path|prefix|location|route|page|script-name/.test(name)) return '/admin/canary7';
  if (/method/.test(name)) return 'DELETE';
  return 'canary7.example';
}

/** Names that mean something to some server, with what it would listen to. */
const SPECIFIC: Record<string, string>[] = [
  ...ownList<Record<string, string>[]>('headers.json'),
  { 'accept-encoding': 'x'.repeat(3000) },
  { 'if-modified-since': new Date().toUTCString() },
  { cookie: 'x='.padEnd(4000, 'x') },
  { 'x-oversized': 'x'.repeat(12_000) },
];
