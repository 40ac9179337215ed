import { expect, test } from 'vitest';
import { fieldName } from '../../app/routes/admin/audit-log/words.ts';
import type { AuditRecord } from '../../model/audit-log.ts';
import { ADMIN } from '../rig/app.ts';
import { ANNA, bearer, needFreshTeam } from './fresh-team.ts';

const t = await needFreshTeam();

const JOURNAL = '/api/admin/journal';
const CHANGES = [
  ['watch', '/api/watch-settings', { title: 'Эфир', description: 'О' }],
  ['vote', '/api/vote-settings', { title: 'Голос' }],
  ['site-text', '/api/site-content', { hero_title: 'Сцена' }],
] as const;

type Held = Pick<AuditRecord, 'id' | 'action'> & { changes: { field: string }[] };

const entries = async (query = ''): Promise<AuditRecord[]> => (await t.editor('GET', JOURNAL + query)).json();

async function since(id: number): Promise<unknown[]> {
  const found = (await entries('?limit=100')).filter((entry) => entry.id > id).reverse();
  return found.map(({ who, action, subject, title }) => [who, action, subject, title]);
}

const lastId = async (): Promise<number> => (await entries('?limit=1'))[0]?.id ?? 0;

test('begins with the server itself making the first administrator, then his login', async () => {
  const entry = { id: expect.any(Number), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), title: '' };
  expect(await entries()).toEqual([
    { ...entry, who: 'admin', action: 'session.login', subject: 'Неизвестное устройство' },
    { ...entry, who: null, action: 'admin.create', subject: 'admin' },
  ]);
});

test('tells who changed the stream, the vote and the texts, and what was switched', async () => {
  const start = await lastId();
  const watch = { title: 'Эфир', description: 'О' };
  await t.editor('PUT', '/api/watch-settings', { ...watch, is_stream_enabled: true });
  await t.editor('PUT', '/api/watch-settings', { ...watch, title: 'Финал' });
  await t.editor('PUT', '/api/watch-settings', { ...watch, is_stream_enabled: false });
  await t.editor('PUT', '/api/vote-settings', { title: 'Голос', is_voting_enabled: true });
  await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: false });
  await t.editor('PUT', '/api/site-content', { hero_title: 'Сцена', 'my.key': 'моё', news_title: 'Новости' });
  await t.editor('PUT', '/api/site-content', Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 'x'])));
  expect(await since(start)).toEqual([
    ['admin', 'watch.update', '', 'Трансляция включена'],
    ['admin', 'watch.update', '', ''],
    ['admin', 'watch.update', '', 'Трансляция выключена'],
    ['admin', 'vote.update', '', 'Голосование включено'],
    ['admin', 'vote.update', '', 'Голосование выключено'],
    ['admin', 'site-text.update', '', 'hero_title, my.key'],
    ['admin', 'site-text.update', '', 'k0, k1, k2, k3, k4, …'],
  ]);
});

test('tells who added, removed and let in whom', async () => {
  const start = await lastId();
  const { id } = (await t.editor('POST', '/api/admin/admins', ANNA)).json();
  const login = await t.visitor('POST', '/api/auth/login', ANNA, { 'user-agent': 'curl/8.5.0' });
  const anna = bearer(login.json().token);
  const password = 'новый дом с колоннами';
  await t.visitor('PUT', '/api/admin/me/password', { current: ANNA.password, password }, anna);
  await t.editor('PUT', `/api/admin/admins/${id}/password`, { password: ANNA.password });
  const again = await t.visitor('POST', '/api/auth/login', ANNA, { 'user-agent': 'curl/8.5.0' });
  const back = bearer(again.json().token);
  const [session] = (await t.visitor('GET', '/api/admin/sessions', undefined, back)).json();
  await t.visitor('DELETE', `/api/admin/sessions/${session.id}`, undefined, back);
  await t.editor('DELETE', `/api/admin/admins/${id}`);
  expect(await since(start)).toEqual([
    ['admin', 'admin.create', 'Анна', ''],
    ['Анна', 'session.login', 'curl', ''],
    ['Анна', 'admin.password', 'Анна', ''],
    ['admin', 'admin.password', 'Анна', ''],
    ['Анна', 'session.login', 'curl', ''],
    ['Анна', 'session.revoke', 'curl', ''],
    ['admin', 'admin.delete', 'Анна', ''],
  ]);
  const all = JSON.stringify(await entries('?limit=100'));
  for (const secret of [ANNA.password, password, login.json().token, 'argon2']) expect(all).not.toContain(secret);
});

test('names every field of a change in Russian, and shows the addresses of a redirect as people read them', async () => {
  const start = await lastId();
  const changed = async (path: string, before: object, after: object) => {
    const { id } = (await t.editor('POST', path, before)).json();
    expect((await t.editor('PUT', `${path}/${id}`, after)).statusCode).toBe(200);
  };
  const words = { link: 'https://example.org/', advertiser: 'ООО «Свет»', erid: '2VtzqxXYZ' };
  await changed('/api/admin/partners', { name: 'Свет' }, { name: 'Звук', group: 'При поддержке', ...words });
  const hours = { starts_at: '2030-07-20T18:00:00Z', ends_at: '2030-07-20T21:00:00Z' };
  const show = { title: 'Финал', hall: 'Арена', ...hours, is_public: false };
  await changed('/api/admin/shows', { title: 'Отбор', starts_at: '2030-07-19T18:00:00Z' }, show);
  const song = { song: 'Весна', authors: 'Она сама', region: 'Тверь', image_credit: 'Ольга', age_mark: '6+' };
  const clip = 'https://rutube.ru/video/0123456789abcdef0123456789abcdef/';
  const singer = { name: 'Мира', ...song, text: 'Поёт', clip };
  for (const is_withdrawn of [false, true])
    await changed('/api/admin/contestants', { name: 'М' }, { ...singer, is_withdrawn });
  await changed('/api/admin/contestants', { name: 'Анна', is_withdrawn: true }, { name: 'Анна' });
  await changed('/api/admin/redirects', { source: '/Жюри', target: '/news' }, { source: '/Зал', target: '/О нас' });
  await t.editor('PUT', '/api/urgent', { text: 'Начало сдвинуто', link: '/watch', minutes: 5 });
  await t.editor('PUT', '/api/urgent', { text: '' });
  for (const [, url, body] of CHANGES) await t.editor('PUT', url, body);

  const held = (await t.editor('GET', `${JOURNAL}?limit=100`))
    .json()
    .filter(({ id, changes }: Held) => id > start && changes);
  const names = (held as Held[]).flatMap(({ action, changes }) => changes.map(({ field }) => fieldName(action, field)));
  expect(names.filter((name) => !/^[А-ЯЁ]/.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['Старый адрес', 'Новый адрес']));
  expect(new Set(held.map(({ action }: Held) => action)).size).toBe(11);
  expect(held.find(({ action }: Held) => action === 'redirect.update').changes).toEqual([
    { field: 'source', before: '/Жюри', after: '/Зал' },
    { field: 'target', before: '/news', after: '/О%20нас' },
  ]);
});

test('holds nothing that was refused', async () => {
  const start = await lastId();
  for (const [, url, body] of CHANGES)
    expect((await t.editor('PUT', url, body, { 'if-match': '"77"' })).statusCode).toBe(412);
  expect((await t.editor('PUT', '/api/vote-settings', { voting_url: 'нет' })).statusCode).toBe(400);
  expect((await t.editor('POST', '/api/admin/admins', { ...ANNA, username: 'admin' })).statusCode).toBe(409);
  expect((await t.editor('DELETE', '/api/admin/admins/999')).statusCode).toBe(404);
  expect((await t.editor('DELETE', '/api/admin/sessions/0123456789abcdef')).statusCode).toBe(404);
  expect((await t.visitor('POST', '/api/auth/login', { ...ADMIN, password: 'не тот' })).statusCode).toBe(401);
  expect(await since(start)).toEqual([]);
});

test('and the change are kept together or not at all', async () => {
  const urls = [...CHANGES.map(([, url]) => url), '/api/admin/admins'];
  const stored = () => Promise.all(urls.map(async (url) => (await t.editor('GET', url)).json()));
  const before = await stored();
  await t.store.db.schema.alterTable('journal').renameTo('elsewhere').execute();
  for (const [, url, body] of CHANGES) expect((await t.editor('PUT', url, body)).statusCode).toBe(500);
  expect((await t.editor('POST', '/api/admin/admins', ANNA)).statusCode).toBe(500);
  expect((await t.visitor('POST', '/api/auth/login', ADMIN)).statusCode).toBe(500);
  await t.store.db.schema.alterTable('elsewhere').renameTo('journal').execute();
  expect(await stored()).toEqual(before);
  expect((await t.editor('GET', '/api/admin/sessions')).json().length).toBe(1);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('knows no %s: it cannot be changed', async (method) => {
  const before = (await t.editor('GET', JOURNAL)).json();
  for (const address of [JOURNAL, `${JOURNAL}/1`])
    expect([404, 405]).toContain((await t.editor(method, address, { title: 'Другое' })).statusCode);
  expect((await t.editor('GET', JOURNAL)).json()).toEqual(before);
});

test('is read part by part, the newest first, without a gap or a repetition', async () => {
  for (let at = 1; at <= 7; at += 1) await t.editor('PUT', '/api/vote-settings', { title: `Голос ${at}` });
  const all = await entries();
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
  const read: AuditRecord[] = [];
  for (let url: string | undefined = `${JOURNAL}?limit=4`; url; ) {
    const part = await t.editor('GET', url);
    read.push(...part.json());
    expect(part.json().length).toBeLessThanOrEqual(4);
    url = /^<([^>]+)>; rel="next"$/.exec(String(part.headers.link ?? ''))?.[1];
    await t.editor('PUT', '/api/vote-settings', { title: 'Ещё' });
  }
  expect(read).toEqual(all);
});

test('gives fifty without a limit, and refuses a limit or a place that is none', async () => {
  const row = { at: '2025-07-20T00:00:00.000Z', who: null, action: 'vote.update', subject: '', title: '' };
  await t.store.db.insertInto('journal').values(Array(60).fill(row)).execute();
  const first = await t.editor('GET', JOURNAL);
  expect([first.json().length, 'link' in first.headers]).toEqual([50, true]);
  const wrong = 'limit=0 limit=101 limit=x after=x after=-1 after=99999999999 after=1;drop after=1&after=2';
  for (const query of wrong.split(' '))
    expect([query, (await t.editor('GET', `${JOURNAL}?${query}`)).statusCode]).toEqual([query, 400]);
});
