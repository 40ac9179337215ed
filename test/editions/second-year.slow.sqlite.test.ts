import { expect, test } from 'vitest';
import { seedDemo } from '../../seeds/demo.ts';
import { addFirstPages } from '../../seeds/pages.ts';
import { ADMIN } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

// The demo festival starts its second year, takes it back and starts it again: whatever answered before answers still.

const t = await needSite();
const read = async (path: string) => (await t.editor('GET', `/api${path}`)).json();
await addFirstPages(t.store, ADMIN.username);
await seedDemo(t.store, ADMIN.username);

/** The path it ends at with 200, or what is wrong. */
async function reach(path: string): Promise<string> {
  let at = path;
  for (let hop = 0; hop < 5; hop += 1) {
    const { statusCode, headers } = await t.visitor('GET', at);
    if (statusCode === 200) return 'answers';
    if (statusCode < 300 || statusCode >= 400) return `${at} is ${statusCode}`;
    at = String(headers.location).replace(/^https?:\/\/[^/]+/, '');
  }
  return `${at} redirects for ever`;
}

async function publicAddresses(): Promise<string[]> {
  const map = (await t.visitor('GET', '/sitemap.xml')).body;
  const listed = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
  const { shows, contestants } = (await t.visitor('GET', '/api/programme')).json();
  const news = (await t.visitor('GET', '/api/news')).json();
  const named = [
    ...['/', '/news', '/watch', '/vote', '/about', '/programme', '/results', '/history', '/search'],
    ...['/programme.ics', '/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt'],
    ...contestants.flatMap(({ slug }: { slug: string }) => [`/programme/${slug}`, `/api/programme`]),
    ...shows.flatMap(({ id }: { id: number }) => [`/programme/${id}.ics`, `/programme/${id}/chapters.vtt`]),
    ...shows.map(({ id }: { id: number }) => `/api/results/${id}`),
    ...news.flatMap(({ slug }: { slug: string }) => [`/news/${slug}`, `/api/news/${slug}`]),
  ];
  const answering: string[] = [];
  for (const path of new Set([...listed, ...named]))
    if ((await t.visitor('GET', path)).statusCode === 200) answering.push(path);
  return answering;
}

test('every public address of the demo festival answers after its second year is started, taken back and started again', async () => {
  const { seq, show } = await read('/stage');
  const end = { show_id: show.id, contestant_id: null, kind: 'end', key: 'end-of-demo', seen: seq };
  expect((await t.editor('POST', '/api/stage', end)).statusCode).toBe(200);
  await t.editor('PUT', '/api/watch-settings', { ...(await read('/watch-settings')), is_stream_enabled: false });
  await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: false });
  for (const { id } of (await read('/programme')).shows) await t.editor('DELETE', `/api/results/${id}/arm`);
  const plan = await read('/admin/editions/start');
  expect(plan.blockers).toEqual([]);
  const before = await publicAddresses();
  expect(before.length).toBeGreaterThan(60);
  const all = {
    partners: plan.partners.map(({ id }: { id: number }) => id),
    pages: plan.pages.map(({ id }: { id: number }) => id),
    texts: plan.texts.map(({ key }: { key: string }) => key),
  };
  const start = { title: 'Рампа-2026', year: 2026, ...all };
  for (const [step, method] of Object.entries({ started: 'POST', 'taken back': 'DELETE', again: 'POST' } as const)) {
    const { statusCode, body } = await t.editor(
      method,
      '/api/admin/editions/start',
      method === 'POST' ? start : undefined,
    );
    expect([step, statusCode, body]).toEqual([step, expect.toBeOneOf([200, 201]), body]);
    const lost: string[] = [];
    for (const path of before) {
      const reached = await reach(path);
      if (reached !== 'answers') lost.push(`${path}: ${reached}`);
    }
    expect([step, lost]).toEqual([step, []]);
  }
}, 300_000);
