import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { rowsIn } from '../rig/cases.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { openSocket } from '../rig/sockets.ts';
import { audio, docx, pdf, zip } from '../rig/world/files.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';

const t = await needSite();
/** Its folder and tables are taken away. */
const broken = await needSite();

const send = (payload: Buffer, headers = {}, { editor } = t) =>
  editor('POST', '/api/files', payload, { 'content-type': FORM, ...headers });
const upload = (bytes: Buffer, filename = 'Правила.pdf', site = t) =>
  send(form({ filename, type: 'application/octet-stream', bytes }), {}, site);
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

test('an uploaded file is answered, stored and served under a name of its own, as a file to be saved', async () => {
  const bytes = pdf();
  const answer = await upload(bytes, 'Правила конкурса (2025).pdf');
  expect(answer.statusCode).toBe(201);
  const { url, ...rest } = answer.json();
  expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.pdf$/);
  const name = 'Правила конкурса (2025).pdf';
  expect(rest).toEqual({ name, size: bytes.length, type: 'application/pdf', seconds: null });
  const stored = path.basename(url);
  expect([await kept(), await inFolder()]).toEqual([[stored], isOnPostgres ? [] : [stored]]);
  const served = await t.visitor('GET', url);
  expect(served.rawPayload.equals(bytes)).toBe(true);
  expect(served.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${path.basename(url)}"; filename*=UTF-8''${encodeURIComponent('Правила конкурса ')}%282025%29.pdf`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  const log = (await t.editor('GET', '/api/admin/journal?limit=1')).json();
  expect(log).toMatchObject([{ action: 'file.upload', title: name, who: 'admin' }]);
});

test('an uploaded file that is audio plays where it stands, and is sent in ranges', async () => {
  const bytes = await audio('tone.mp3');
  const { url, type, seconds } = (await upload(bytes, 'Гимн.mp3')).json();
  expect([type, seconds]).toEqual(['audio/mpeg', 2]);
  const whole = await t.visitor('GET', url);
  expect(whole.headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{32}\.mp3"; filename\*=UTF-8''/);
  const part = await t.visitor('GET', url, undefined, { range: 'bytes=100-' });
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(100))]).toEqual([206, true]);
});

test.each(rowsIn('files/names.txt', 'saved'))(
  'an uploaded file named %s is saved as %s, whatever readers run by an extension',
  async (filename, name) => {
    const { url, ...answer } = (await upload(pdf(), filename)).json();
    expect(answer.name).toBe(name);
    expect((await t.visitor('GET', url)).headers['content-disposition']).toContain(encodeURIComponent(name));
  },
);

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

test('an uploaded file is found under its exact name only', async () => {
  const { url } = (await upload(pdf())).json();
  const others = ['.zip', '-480.webp', '', '.pdf.pdf'].map((ending) => url.replace('.pdf', ending));
  for (const wrong of others) expect([wrong, (await t.visitor('GET', wrong)).statusCode]).toEqual([wrong, 404]);
});

test.each<[string, Buffer, number, string]>([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_file'],
  ['a document with macros', docx('x', { name: 'word/vbaProject.bin' }), 415, 'has_macros'],
  ['an archive that unpacks to too much', zip({ name: 'a', unpacked: 2 ** 31 }), 422, 'too_heavy'],
  ['an empty file', Buffer.alloc(0), 422, 'broken_file'],
])(
  'nothing is stored, not for a moment longer than the request, of %s',
  async (_what, bytes, status, code) => await expectRefused(() => upload(bytes), status, code),
);

test('nothing is stored, not for a moment longer than the request, of a file over 100 MiB', async () => {
  const bytes = Buffer.concat([pdf(), Buffer.alloc(FILE_BYTES)]);
  await expectRefused(() => upload(bytes), 413, 'too_large');
});

test('nothing is stored, not for a moment longer than the request, of a form without one file, of a stranger’s, of a PDF that is sent as a picture, nor in a folder that cannot be written: 503', async () => {
  const file = { filename: 'a.pdf', bytes: pdf() };
  await expectRefused(() => send(form()), 400, 'no_file');
  await expectRefused(() => send(form({ filename: '', bytes: '' })), 400, 'no_file');
  await expectRefused(() => send(form(file, file)), 400, 'many_files');
  await expectRefused(() => send(form(file).subarray(0, -30)), 400, 'bad_form');
  await expectRefused(() => send(pdf(), { 'content-type': 'application/pdf' }), 415, 'unsupported_type');
  const payload = form({ filename: 'a.pdf', bytes: pdf() });
  const headers = { 'content-type': FORM };
  await expectRefused(() => t.visitor('POST', '/api/files', payload, headers), 401, 'unauthorized');
  await expectRefused(() => t.editor('POST', '/api/upload', payload, headers), 415, 'unsupported_picture');
  await writeFile(directory(broken), '');
  await expectRefused(() => upload(pdf(), 'a.pdf', broken), 503, 'not_stored', broken);
  await rm(directory(broken));
});

test.runIf(canMount())(
  'nothing is stored of a file that a full disk does not hold: 507, and room again afterwards',
  async () => {
    const folder = directory(broken);
    await mkdir(folder);
    mountDisk(folder, '64k');
    try {
      await expectRefused(() => upload(pdf('x', 100_000), 'a.pdf', broken), 507, 'disk_full', broken);
      expect((await upload(pdf(), 'a.pdf', broken)).statusCode).toBe(201);
    } finally {
      unmountDisk(folder);
    }
  },
);

test('nothing is stored, not for a moment longer than the request, of a file whose row cannot be written', async () => {
  const before = [await kept(broken), await inFolder(broken)];
  await broken.store.db.schema.dropTable('files').execute();
  expect((await upload(docx(), 'a.docx', broken)).statusCode).toBe(500);
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
