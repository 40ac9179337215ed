import { expect, test } from 'vitest';
import type { AuditRecord } from '../../model/audit-log.ts';
import { needSite } from '../rig/needs.ts';
import { startAsAtFirst } from './as-at-first.ts';

const t = await needSite({ PLAYER_HOSTS: 'player.example.org' });
await startAsAtFirst(t);
const JOURNAL = '/api/admin/journal';
const WATCH = { title: 'Эфир', description: 'О концерте' };
const LOGO = `/uploads/${'0'.repeat(32)}.png`;
const PLAYER = 'https://player.example.org/1';
const source = (id: string) => ({ id, title: id });

type Entry = AuditRecord & { canRevert?: true };

const entries = async (query = '') => (await t.editor('GET', JOURNAL + query)).json<Entry[]>();
const newest = async () => (await entries('?limit=1'))[0] as Entry;
const revert = (id: number) => t.editor('POST', `${JOURNAL}/${id}/revert`);
const put = async (url: string, body: object) => {
  expect((await t.editor('PUT', url, body)).statusCode).toBe(200);
  return newest();
};

async function storeLogo(): Promise<void> {
  const row = { name: LOGO.slice('/uploads/'.length), width: 20, height: 10, bytes: 100, created_at: '' };
  await t.store.db.insertInto('images').values(row).execute();
}

test('the audit log is filtered by kind and by person, part by part', async () => {
  await t.editor('POST', '/api/admin/admins', { username: 'Анна', password: 'лиловый трамвай у моста' });
  for (const title of ['Раз', 'Два', 'Три']) await put('/api/vote-settings', { title });
  await put('/api/site-content', { news_title: 'Хроника' });
  const settings = await entries('?kind=vote,site-text&limit=5');
  const made = settings.slice(0, 4).map(({ action }) => action);
  expect(made).toEqual(['site-text.update', ...Array(3).fill('vote.update')]);
  const part = await t.editor('GET', `${JOURNAL}?kind=vote,site-text&limit=3&who=admin`);
  const next = /^<([^>]+)>; rel="next"$/.exec(String(part.headers.link))?.[1] ?? '';
  expect([...part.json(), ...(await t.editor('GET', next)).json()].slice(0, 5)).toEqual(settings);
  expect((await entries('?who=')).map(({ action }) => action)).toEqual(['admin.create']);
  expect(await entries('?kind=session&who=Анна')).toEqual([]);
  expect((await t.editor('GET', `${JOURNAL}/people`)).json()).toEqual(['admin']);
  for (const kind of ['none', '', 'vote,', 'vote&kind=watch'])
    expect((await t.editor('GET', `${JOURNAL}?kind=${kind}`)).statusCode).toBe(400);
});

test('the audit log keeps what was changed, from what to what', async () => {
  await put('/api/watch-settings', WATCH);
  const player_url = 'https://rutube.ru/play/embed/1';
  const watch = await put('/api/watch-settings', { ...WATCH, is_stream_enabled: true, player_url });
  expect(watch).toMatchObject({ action: 'watch.update', canRevert: true });
  expect(watch.changes).toEqual([
    { field: 'is_stream_enabled', before: false, after: true },
    { field: 'player_url', before: null, after: player_url },
  ]);
  expect((await put('/api/vote-settings', { vote_state: 'not_held', spread_seconds: 20 })).changes).toEqual([
    { field: 'spread_seconds', before: 0, after: 20 },
    { field: 'is_held', before: true, after: false },
  ]);
  expect((await put('/api/site-content', { news_title: 'Хроника', 'my.key': 'моё' })).changes).toEqual([
    { field: 'news_title', before: 'Новости', after: 'Хроника' },
    { field: 'my.key', before: null, after: 'моё' },
  ]);
});

test('the audit log puts back that a broadcast or a vote was not over, though it had begun', async () => {
  const begun = new Date(Date.now() - 3600_000).toISOString();
  await put('/api/watch-settings', { ...WATCH, starts_at: begun, recording_url: 'https://rutube.ru/video/1/' });
  await put('/api/watch-settings', { ...WATCH, is_stream_over: false });
  await revert((await put('/api/watch-settings', { ...WATCH, is_stream_enabled: true })).id);
  const watch = (await t.visitor('GET', '/api/watch-settings')).json();
  expect(watch).toMatchObject({ is_stream_enabled: false, is_stream_over: false, recording_url: null });
  await put('/api/vote-settings', { opens_at: begun, voting_url: 'https://vote.example/' });
  await put('/api/vote-settings', { is_voting_over: false });
  await revert((await put('/api/vote-settings', { is_voting_enabled: true })).id);
  const vote = (await t.visitor('GET', '/api/vote-settings')).json();
  expect(vote).toMatchObject({ is_voting_enabled: false, is_voting_over: false });
});

test('the audit log keeps what was changed of a partner, but does not offer to put it back', async () => {
  const partner = (await t.editor('POST', '/api/admin/partners', { name: 'Аврора' })).json();
  const changed = await put(`/api/admin/partners/${partner.id}`, { name: 'Аврора', link: 'https://avrora.example/' });
  expect(changed.changes).toEqual([{ field: 'link', before: null, after: 'https://avrora.example/' }]);
  expect([changed.canRevert, (await revert(changed.id)).statusCode]).toEqual([undefined, 409]);
});

test('the audit log cuts what is too long to be kept whole, and does not offer to put that back', async () => {
  const long = (letter: string) => Object.fromEntries(['a', 'b', 'c'].map((key) => [key, letter.repeat(20_000)]));
  await put('/api/site-content', long('я'));
  const changed = await put('/api/site-content', long('ё'));
  expect(changed.changes?.map(({ field, isCut }) => `${field} ${isCut}`)).toEqual(['a true', 'b true', 'c true']);
  expect(JSON.stringify(changed.changes).length).toBeLessThan(2000);
  const refused = await revert(changed.id);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_revertible']);
});

test.each([
  ['/api/watch-settings', WATCH, { ...WATCH, is_stream_enabled: true, sources: [{ title: 'Запасной' }] }],
  ['/api/vote-settings', { title: 'Голос' }, { vote_state: 'not_held', opens_at: '2030-07-20T18:00:00Z' }],
  ['/api/site-content', { 'my.key': 'моё' }, { 'my.key': null, 'new.key': 'новое', hero_title: '' }],
])('a change of %s is put back, and put back again', async (url, before, after) => {
  await put(url, before);
  const first = (await t.editor('GET', url)).json();
  const change = await put(url, after);
  const second = (await t.editor('GET', url)).json();
  expect(second).not.toEqual(first);
  const back = await revert(change.id);
  expect([back.statusCode, (await t.editor('GET', url)).json()]).toEqual([200, first]);
  expect(await newest()).toMatchObject({ id: back.json().id, who: 'admin', action: change.action });
  expect([(await revert(back.json().id)).statusCode, (await t.editor('GET', url)).json()]).toEqual([200, second]);
});

test('a change is put back beside a later change of something else', async () => {
  const change = await put('/api/site-content', { hero_title: 'Сцена' });
  await put('/api/site-content', { news_title: 'Хроника' });
  expect((await revert(change.id)).statusCode).toBe(200);
  const stands = { hero_title: 'Конкурс песни 2025', news_title: 'Хроника' };
  expect((await t.visitor('GET', '/api/site-content')).json()).toMatchObject(stands);
});

test('a change is not put back over a later one, and nothing changes', async () => {
  const change = await put('/api/watch-settings', { ...WATCH, is_stream_enabled: true });
  await put('/api/watch-settings', { ...WATCH, is_stream_enabled: false });
  const later = await newest();
  expect((await entries('?kind=watch&limit=2')).map(({ canRevert }) => canRevert)).toEqual([true, undefined]);
  const refused = await revert(change.id);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'changed_since']);
  expect(refused.json().message).toContain('с тех пор это изменили ещё раз');
  expect(await newest()).toEqual(later);
});

const [WATCHED, VOTED, TEXTS] = ['/api/watch-settings', '/api/vote-settings', '/api/site-content'];
const player = (player_url: string) => ({ ...WATCH, player_url });
const sources = (...ids: string[]) => ({ ...WATCH, sources: ids.map(source) });
const [main, spare] = ['main', 'spare'].map((id) => ({ ...sources('main', 'spare'), active_source: id }));
const [early, late] = [18, 22].map((hour) => ({ closes_at: `2030-07-20T${hour}:00:00Z` }));
const removeSpare = () => put(WATCHED, sources('main', 'third'));
const openLater = () => put(VOTED, { opens_at: '2030-07-20T20:00:00Z' });
const dropImages = () => t.store.db.deleteFrom('images').execute();

test.each<[string, string, unknown, unknown, happens: () => unknown]>([
  ['a host not allowed now', WATCHED, player(PLAYER), player('/player'), () => t.config.playerHosts.splice(0)],
  ['a source that has been removed since', WATCHED, spare, main, removeSpare],
  ['an end of the vote before its beginning', VOTED, early, late, openLater],
  ['a logo whose image was deleted', TEXTS, { logo_image: LOGO }, { logo_image: '' }, dropImages],
])('a change is not put back when that would be %s', async (_what, url, before, after, happens) => {
  if (url === '/api/site-content') await storeLogo();
  await put(url, before as object);
  const change = await put(url, after as object);
  expect(change.canRevert).toBe(true);
  await happens();
  expect((await revert(change.id)).statusCode).toBe(400);
});

test('a change of another kind and an unknown entry are refused', async () => {
  const [login] = await entries('?kind=session');
  expect((await revert(login?.id ?? 0)).statusCode).toBe(409);
  for (const id of ['999999', 'x']) expect((await t.editor('POST', `${JOURNAL}/${id}/revert`)).statusCode).toBe(404);
});
