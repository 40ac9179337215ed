import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { type Caller, expectRefusal, signInAs } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { openSocket } from '../rig/sockets.ts';
import { walkParts } from '../rig/world/editors.ts';
import { audio, docx, pdf } from '../rig/world/files.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';

const t = await needSite();
/** Its folder and tables are taken away. */
const broken = await needSite();

const send = (payload: Buffer, by: Caller = t.editor) => by('POST', '/api/files', payload, { 'content-type': FORM });
const upload = (bytes: Buffer, filename = 'Правила.pdf', by = t.editor) =>
  send(form({ filename, type: 'application/octet-stream', bytes }), by);
const directory = ({ config } = t) => uploadsIn(config.dataDir);
const kept = ({ store, config } = t) => keptFiles(store.db, uploadsIn(config.dataDir));
const inFolder = (site = t) => readdir(directory(site)).catch(() => []);
const everything = async (site = t) => [await kept(site), await inFolder(site), await rows(site)];
const rows = ({ store } = t) => store.db.selectFrom('files').selectAll().orderBy('name').execute();

async function expectRefused(call: () => Promise<LightMyRequestResponse>, status: number, code: string, site = t) {
  const before = await everything(site);
  const answer = await call();
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(answer.json().message).toMatch(/^[А-ЯЁ].*\.$/s);
  expect(await everything(site)).toEqual(before);
}

const FILES = '/api/admin/files';
const DAY = 24 * 3600 * 1000;
const GIB = 1024 ** 3;

const put = async (bytes: Buffer, title: string) => {
  const { url } = (await upload(bytes, title)).json();
  return { url, name: path.basename(url) };
};
const list = async (query = '') => (await t.editor('GET', FILES + query)).json();
const titles = async (query: string) => (await list(query)).map(({ title }: { title: string }) => title);
const editor = await signInAs(t, 'editor');
const remove = (name: string) => editor('DELETE', `${FILES}/${name}`);
const age = (days: number) => {
  const created_at = new Date(Date.now() - days * DAY).toISOString();
  return t.store.db.updateTable('files').set({ created_at }).execute();
};
const linking = (url: string) => ({ title: 'Итоги', content: `<p><a href="${url}">Протокол</a></p>` });

test('the library lists files, finds them by name and article, and pages', async () => {
  const rules = await put(pdf(), 'Правила.pdf');
  await put(await audio('tone.m4a'), 'Гимн.m4a');
  await t.editor('POST', '/api/admin/news', linking(rules.url));
  const [hymn, found] = await list();
  expect(hymn).toMatchObject({ title: 'Гимн.m4a', type: 'audio/mp4', label: 'M4A', usedIn: [] });
  const facts = { title: 'Правила.pdf', bytes: pdf().length, createdBy: 'admin', deletable: false };
  expect(found).toMatchObject({ ...rules, ...facts });
  expect(found.usedIn).toEqual([{ kind: 'article', slug: 'itogi', title: 'Итоги', deleted: false, earlier: false }]);
  expect([await titles('?q=ГИМН'), await titles('?q=итоги')]).toEqual([['Гимн.m4a'], ['Правила.pdf']]);
  expect(await titles('?q=%25')).toEqual([]);
  expect(await titles('?unused=true')).toEqual(['Гимн.m4a']);
  expect(await walkParts(t.editor, `${FILES}?limit=1`)).toMatchObject([hymn, { title: 'Правила.pdf' }]);
  expect((await t.editor('GET', `${FILES}?after=x`)).statusCode).toBe(400);
});

test('a file is deleted by hand when nothing links it, 30 days after its upload', async () => {
  const { url, name } = await put(pdf('протокол'), 'Протокол.pdf');
  expect((await remove(name)).json().code).toBe('file_too_new');
  await age(31);
  const { slug } = (await t.editor('POST', '/api/admin/news', linking(url))).json();
  expectRefusal(await remove(name), 409, 'Файл нужен: он есть в новости «Итоги».');
  await t.editor('PUT', `/api/admin/news/${slug}`, { content: '<p>Без него</p>' });
  expect((await remove(name)).json().message).toBe('Файл нужен: он есть в истории новости «Итоги».');
  await t.editor('DELETE', `/api/admin/news/${slug}`);
  expect((await remove(name)).json().message).toContain('которая лежит в корзине');
  expect(await titles('?q=протокол')).toEqual(['Протокол.pdf']);

  const other = await put(pdf('другой'), 'Лишний.pdf');
  await age(31);
  expect((await list('?q=лишний'))[0].deletable).toBe(true);
  expect([(await remove(other.name)).statusCode, (await remove(other.name)).statusCode]).toEqual([204, 404]);
  expect((await t.visitor('GET', other.url)).statusCode).toBe(404);
  const left = await kept();
  expect([name, other.name].map((each) => left.includes(each))).toEqual([true, false]);
  const log = await t.editor('GET', '/api/admin/journal?limit=1');
  expect(log.json()).toMatchObject([{ action: 'file.delete', title: 'Лишний.pdf' }]);
  const third = await put(pdf('третий'), 'Третий.pdf');
  expect((await t.editor('DELETE', `${FILES}/${third.name}`)).statusCode).toBe(204);
});

test('a person uploads so many bytes a day, at once or in turn, and is told when there is room again', async () => {
  const vera = await signInAs(t, 'author', 'Вера');
  const day = async (call: Caller) => (await call('GET', '/api/admin/me/uploads')).json();
  const give = (text: string, call = vera) => upload(pdf(text, 3000), 'a.pdf', call);
  const before = (await list()).length;
  expect((await give('first')).statusCode).toBe(201);
  const { bytes, limit, until } = await day(vera);
  expect([bytes, limit]).toEqual([4096, GIB]);
  const room = (GIB - 2 * 4096) / 1024;
  await t.store.db.updateTable('upload_days').set({ kibibytes: room }).where('username', '=', 'Вера').execute();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => Promise.resolve(give(`file ${at}`))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 429, 429, 429, 429]);
  expect((await day(vera)).bytes).toBe(GIB);
  const refused = await give('more');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'upload_limit']);
  expect(refused.json().message).toMatch(/^За день можно загрузить 1 ГБ.* через .*мин/);
  const left = (Date.parse(until) - Date.now()) / 1000;
  expect(Math.abs(Number(refused.headers['retry-after']) - left)).toBeLessThan(60);
  expect((await give('another person', t.editor)).statusCode).toBe(201);
  expect((await day(t.editor)).limit).toBe(32 * GIB);
  expect(await list()).toHaveLength(before + 4);
});

test('an uploaded file is answered, stored and served under a name of its own, as a file to be saved', async () => {
  const [bytes, filename, before] = [pdf('ответ'), 'Правила конкурса (2025).pdf', await kept()];
  const answer = await upload(bytes, filename);
  expect(answer.statusCode).toBe(201);
  const { url, name, ...rest } = answer.json();
  expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.pdf$/);
  expect([name, rest]).toEqual([filename, { size: bytes.length, type: 'application/pdf' }]);
  const stored = path.basename(url);
  const all = [...before, stored].sort();
  expect([await kept(), (await inFolder()).sort()]).toEqual([all, isOnPostgres ? [] : all]);
  const served = await t.visitor('GET', url);
  expect(served.rawPayload.equals(bytes)).toBe(true);
  expect(served.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${stored}"; filename*=UTF-8''${encodeURIComponent('Правила конкурса ')}%282025%29.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const other of ['-480.webp', '.zip', '', '.pdf.pdf'])
    expect([other, (await t.visitor('GET', url.replace('.pdf', other))).statusCode]).toEqual([other, 404]);
  const log = (await t.editor('GET', '/api/admin/journal?limit=1')).json();
  expect(log).toMatchObject([{ action: 'file.upload', title: name, who: 'admin' }]);
});

test('an uploaded file that is audio plays where it stands', async () => {
  const { url, type } = (await upload(await audio('tone.mp3'), 'Гимн.mp3')).json();
  expect(type).toBe('audio/mpeg');
  const whole = await t.visitor('GET', url);
  expect(whole.headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{32}\.mp3"; filename\*=UTF-8''/);
});

test.each(rowsIn('files/names.txt', 'saved'))('an uploaded file named %s is saved as %s', async (filename, name) => {
  const { url, ...answer } = (await upload(pdf(), filename)).json();
  expect(answer.name).toBe(name);
  expect((await t.visitor('GET', url)).headers['content-disposition']).toContain(encodeURIComponent(name));
});

test('an uploaded file is stored once, and renamed by the next upload of the same bytes', async () => {
  const { url } = (await upload(pdf('once'), 'a.pdf')).json();
  const before = (await kept()).length;
  expect((await upload(pdf('once'), 'б.pdf')).json()).toMatchObject({ url, name: 'б.pdf' });
  expect(await kept()).toHaveLength(before);
  expect((await t.visitor('GET', url)).headers['content-disposition']).toContain('%D0%B1.pdf');
  const both = await Promise.all([upload(docx(), 'в.docx'), upload(docx(), 'в.docx')]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await kept()).toHaveLength(before + 1);
});

test('nothing is stored, not for a moment longer than the request, of a file that is refused, of a form without one file, of a stranger’s, of a PDF that is sent as a picture, nor in a folder that cannot be written: 503', async () => {
  await expectRefused(() => upload(docx('x', { name: 'word/vbaProject.bin' })), 415, 'has_macros');
  await expectRefused(() => upload(Buffer.alloc(0)), 422, 'broken_file');
  await expectRefused(() => upload(Buffer.concat([pdf(), Buffer.alloc(FILE_BYTES)])), 413, 'too_large');
  const file = { filename: 'a.pdf', bytes: pdf() };
  await expectRefused(() => send(form({ filename: '', bytes: '' })), 400, 'no_file');
  await expectRefused(() => send(form(file, file)), 400, 'many_files');
  await expectRefused(() => send(form(file).subarray(0, -30)), 400, 'bad_form');
  const [payload, headers] = [form(file), { 'content-type': FORM }];
  await expectRefused(() => t.visitor('POST', '/api/files', payload, headers), 401, 'unauthorized');
  await expectRefused(() => t.editor('POST', '/api/upload', payload, headers), 415, 'unsupported_picture');
  await writeFile(directory(broken), '');
  await expectRefused(() => upload(pdf(), 'a.pdf', broken.editor), 503, 'not_stored', broken);
  await rm(directory(broken));
});

test.runIf(canMount())('nothing is stored of a file on a full disk: 507, and room again afterwards', async () => {
  const folder = directory(broken);
  await mkdir(folder);
  mountDisk(folder, '64k');
  try {
    await expectRefused(() => upload(pdf('x', 100_000), 'a.pdf', broken.editor), 507, 'disk_full', broken);
    expect((await upload(pdf(), 'a.pdf', broken.editor)).statusCode).toBe(201);
  } finally {
    unmountDisk(folder);
  }
});

test('nothing is stored, not for a moment longer than the request, of a file whose row cannot be written', async () => {
  const before = [await kept(broken), await inFolder(broken)];
  await broken.store.db.schema.dropTable('files').execute();
  expect((await upload(docx(), 'a.docx', broken.editor)).statusCode).toBe(500);
  expect([await kept(broken), await inFolder(broken)]).toEqual(before);
});

test('nothing is stored, not for a moment longer than the request, of an upload that is cancelled halfway', async () => {
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = (await t.visitor('POST', '/api/auth/login', ADMIN)).json();
  const body = form({ filename: 'a.pdf', bytes: pdf('x', 1_000_000) });
  const before = await everything();
  const lying = (await inFolder()).length;
  const head = `POST /api/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${FORM}\r\n`;
  const client = openSocket(origin, `${head}Content-Length: ${body.length}\r\n\r\n`);
  client.write(body.subarray(0, body.length / 2));
  await expect.poll(async () => (await inFolder()).length).toBe(lying + 1);
  client.destroy();
  await expect.poll(() => everything()).toEqual(before);
});
