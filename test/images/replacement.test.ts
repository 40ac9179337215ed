import { beforeEach, expect, test, vi } from 'vitest';
import { expectRefusal } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const NEWS = '/api/admin/news';

const t = await needSite();
const upload = async (width: number, height: number) =>
  uploadPicture(t.editor, await noise(width, height).png().toBuffer(), `${width}.png`);
const [old, next] = [await upload(600, 400), await upload(700, 350)];
beforeEach(async () => {
  for (const table of ['articles', 'partners'] as const) await t.store.db.deleteFrom(table).execute();
});

const replace = (from: { name: string }, by: string, only?: string[]) =>
  t.editor('POST', `/api/admin/images/${from.name}/replace`, { by, only });
const read = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}`)).json();
const inLibrary = async ({ name }: typeof old) => (await t.editor('GET', `/api/admin/images?q=${name}`)).json()[0];
const write = async (slug: string, article: object) =>
  expect((await t.editor('POST', NEWS, { title: slug, slug, date: '2025-07-20', ...article })).statusCode).toBe(201);

test('a picture is replaced where both of them stood, too, which putting it back leaves as it is', async () => {
  const content = `<p><img src="${old.url}" width="600" height="400"></p>`;
  await write('both', { coverImageUrl: next.url, content });
  await write('one', { content });
  const { changed } = (await replace(old, next.name)).json();
  expect(changed).toHaveLength(1);
  await replace(next, old.name, changed);
  expect((await read('one')).content).toBe(content);
  expect(await read('both')).toMatchObject({ coverImageUrl: next.url, version: 2 });
  expect((await read('both')).content).toContain(next.url);
});

test('a picture is replaced of drafts alone without a word to readers, and nowhere without a change', async () => {
  await write('draft', { coverImageUrl: old.url, status: 'draft' });
  const publish = vi.spyOn(t.store, 'publish');
  const auditLog = async () => (await t.editor('GET', '/api/admin/journal')).json();
  const before = await auditLog();
  const nothing = await replace(old, next.name, []);
  expect([nothing.statusCode, nothing.json().changed, await auditLog()]).toEqual([200, [], before]);
  expect((await replace(old, next.name)).json().changed).toHaveLength(1);
  expect((await replace(old, next.name)).json().changed).toEqual([]);
  expect(publish).not.toHaveBeenCalled();
  publish.mockRestore();
});

test('a picture is not replaced by itself, nor by what is not in the library or no name', async () => {
  await write('cover', { coverImageUrl: old.url });
  const none = `${'0'.repeat(32)}.png`;
  for (const by of [old.name, none, '../rampa.sqlite'])
    expectRefusal(await replace(old, by), 400, expect.stringMatching(/^[А-ЯЁ].*\.$/));
  expect(await read('cover')).toMatchObject({ coverImageUrl: old.url, version: 1 });
  expect((await replace({ name: none }, next.name)).statusCode).toBe(404);
});

test('a picture is replaced wherever it stands now, with sizes of its own; readers see it at once, the old address stays; it is put back where it was and nowhere else', async () => {
  const { url } = old;
  const small = url.replace('.png', '-480.webp');
  const first = `<p><img src="${url}" alt="Зал" width="600" height="400"><img src="https://x.example${url}"></p>`;
  const second = `<p><img src="${url}" width="300" height="200"><a href="${small}">Ближе</a></p>`;
  await write('body', { content: first + second });
  await write('cover', { coverImageUrl: url, coverAlt: 'Наш зал', expiresAt: '2099-01-01T00:00:00Z' });
  await write('draft', { coverImageUrl: url, status: 'draft' });
  await write('another', { coverImageUrl: next.url });
  await write('trashed', { coverImageUrl: url });
  await t.editor('DELETE', `${NEWS}/trashed`);
  await t.editor('POST', '/api/admin/partners', { name: 'Эллинг', logo: url });
  await t.editor('PUT', '/api/site-content', { logo_image: url, 'share.image': `https://x.example${url}` });
  await t.editor('PUT', `/api/admin/images/${old.name}`, { alt: 'Зал «Эллинг»' });
  await t.visitor('GET', '/news/body');
  const before = await Promise.all(['body', 'cover', 'draft'].map(read));
  const [{ version, content }] = before;
  const publish = vi.spyOn(t.store, 'publish');
  const done = await replace(old, next.name);
  const { image, changed } = done.json();
  expect([done.statusCode, image.name, changed.length]).toEqual([200, next.name, 5]);
  expect(publish.mock.calls.map(([message]) => message)).toEqual([{ topic: 'site-content', isWithdrawal: true }]);
  publish.mockRestore();
  const body = await read('body');
  expect(body.content).toBe(
    `<p><img src="${next.url}" alt="Зал" width="700" height="350"><img src="https://x.example${next.url}"></p>` +
      `<p><img src="${next.url}" width="300" height="150"><a href="${next.url.replace('.png', '-480.webp')}">Ближе</a></p>`,
  );
  expect(await read('cover')).toMatchObject({ coverImageUrl: next.url, coverAlt: 'Наш зал', status: 'published' });
  expect(await read('draft')).toMatchObject({ coverImageUrl: next.url, status: 'draft' });
  expect((await t.editor('GET', '/api/partners')).json()[0]).toMatchObject({ logo: next.url, version: 2 });
  const texts = (await t.visitor('GET', '/api/site-content')).json();
  expect([texts.logo_image, texts['share.image']]).toEqual([next.url, `https://x.example${next.url}`]);
  for (const page of ['/', '/news', '/news/body', '/news/cover', '/about'])
    expect([page, (await t.visitor('GET', page)).payload.includes(old.name.slice(0, 32))]).toEqual([page, false]);
  expect((await t.visitor('GET', old.url)).statusCode).toBe(200);
  expect(await inLibrary(next)).toMatchObject({ alt: 'Зал «Эллинг»', title: '700.png' });

  // It is a save: versions count, history and trash keep the old one, the audit log tells of it.
  expect(body.version).toBe(version + 1);
  const stale = await t.editor('PUT', `${NEWS}/body`, { title: 'Поздно' }, { 'if-match': `"${version}"` });
  expect(stale.statusCode).toBe(412);
  expect((await t.editor('GET', `${NEWS}/body/revisions/${version}`)).json().content).toBe(content);
  const earlier = (await inLibrary(old)).usedIn;
  expect(earlier).toHaveLength(4);
  expect(earlier.every((use: Record<string, boolean>) => use.deleted || use.earlier)).toBe(true);
  const { id } = (await t.editor('GET', '/api/admin/bin')).json()[0];
  await t.editor('POST', `/api/admin/bin/${id}/restore`);
  expect((await read('trashed')).coverImageUrl).toBe(old.url);
  const auditLog = (await t.editor('GET', '/api/admin/journal?limit=5')).json();
  expect(auditLog.map(({ action }: { action: string }) => action)).toContain('image.replace');

  const undone = await replace(next, old.name, changed);
  expect([undone.statusCode, undone.json().changed.toSorted()]).toEqual([200, changed.toSorted()]);
  for (const { slug, version, content, coverImageUrl } of before)
    expect(await read(slug)).toMatchObject({ version: version + 2, content, coverImageUrl });
  expect((await read('another')).coverImageUrl).toBe(next.url);
  expect((await t.editor('GET', '/api/partners')).json()[0].logo).toBe(old.url);
});
