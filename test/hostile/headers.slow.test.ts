import { afterAll, expect, test } from 'vitest';
import { type Answer, faultOf } from './asking.ts';
import { added, ownList, share } from './corpora.ts';
import { openWorld } from './rig.ts';

/** Named by the connection, not by the request; Host and a token change answers on purpose. */
const OTHERS =
  /^(host|authorization|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect)$/i;

const PAGES = ['/', '/news', '/news/hello', '/news/nobody-knows', '/vote', '/api/news'];

const REFUSED = [400, 431];

const world = await openWorld();
afterAll(world.close);

test('no header changes what others get: neither an answer nor the kept one differs from a plain visitor’s', async () => {
  await world.call('POST', '/api/admin/news', { title: 'Привет', slug: 'hello', content: '<p>Первая новость.</p>' });
  await world.call('PUT', '/api/vote-settings', { is_voting_enabled: true, voting_url: 'https://vote.example.org/' });
  const plain = new Map<string, Answer>();
  for (const path of PAGES) plain.set(path, await coldly(path));
  const names = new Set([...ownList('header-names.txt'), ...added('headers')].map((name) => name.trim().toLowerCase()));
  const tried = [...names].filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OTHERS.test(name));
  expect(tried.length).toBeGreaterThan(1000);
  const findings: string[] = [];
  for (const headers of [...share(tried, 40).map((name) => ({ [name]: valueFor(name) })), ...SPECIFIC])
    for (const [path, expected] of plain) {
      const fault = await compare(path, headers, expected);
      if (fault) findings.push(`${path} with ${JSON.stringify(headers)}: ${fault}`);
    }
  expect(findings).toEqual([]);
});

async function compare(path: string, headers: Record<string, string>, plain: Answer) {
  const odd = await coldly(path, headers);
  // A refused header is the sender's own affair as long as the next visitor gets what he should.
  const fault = REFUSED.includes(odd.status) ? faultOf(odd) : differenceOf(odd, plain);
  if (fault) return `answered differently, ${fault}`;
  const next = differenceOf(await world.send({ path }), plain);
  return next && `poisoned the kept answer, ${next}`;
}

/** Answers nobody has asked for since the last change. */
async function coldly(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  await world.call('PUT', '/api/site-content', { 'test.cold': String(Math.random()) });
  return world.send({ path, headers });
}

/** What a visitor could notice: the status, the decoded text, and headers besides those of time, connection and encoding. */
function differenceOf(answer: Answer, plain: Answer): string | undefined {
  if (answer.status !== plain.status) return `${answer.status} in place of ${plain.status}`;
  const [text, expected] = [answer, plain].map(({ body }) => body.toString().replace(CLOCK, '')) as [string, string];
  if (text !== expected) return `another text: ${around(text, expected)}`;
  const [one, other] = [answer, plain].map(({ headers }) =>
    JSON.stringify(PLAIN.map((name) => headers[name])).replace(HASH, 'sha256'),
  );
  return one === other ? undefined : `other headers: ${one} in place of ${other}`;
}

const PLAIN =
  'content-type content-security-policy location set-cookie cache-control link access-control-allow-origin vary x-stale'.split(
    ' ',
  );

/** Pages say in a script with which version they were rendered. */
const HASH = /sha256-[^']+/g;
const CLOCK = /\b[a-z0-9]{8}\.\d+(\.\d+)?\b/g;

function around(text: string, plain: string): string {
  const at = Array.from(text, (letter, place) => letter === plain[place]).indexOf(false);
  return text.slice(Math.max(0, at - 40), at + 80);
}

function valueFor(name: string): string {
  if (/cookie/.test(name)) return 'canary7=canary7; rampa.view=canary7';
  if (/ur[il]|path|prefix|location|route|page|script-name/.test(name)) return '/admin/canary7';
  if (/method/.test(name)) return 'DELETE';
  return 'canary7.example';
}

const SPECIFIC: Record<string, string>[] = [
  ...ownList<Record<string, string>[]>('headers.json'),
  { 'accept-encoding': 'x'.repeat(3000) },
  { 'if-modified-since': new Date().toUTCString() },
  { cookie: 'x='.padEnd(4000, 'x') },
  { 'x-oversized': 'x'.repeat(12_000) },
];
