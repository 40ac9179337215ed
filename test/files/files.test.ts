import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { FORM, form } from '../rig/image-app.ts';
import { audio, docx, pdf, zip } from '../rig/world/files.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';

let t: TestApp;
let token: string;
beforeEach(async () => {
  t = await createTestApp();
  token = (
    await t.visitor('POST', '/api/auth/login', { username: 'admin', password: 'верный пароль редактора' })
  ).json().token;
});
afterEach(() => t.close());

const send = (payload: Buffer, headers = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/files',
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': FORM, ...headers },
  });
const upload = (bytes: Buffer, filename = 'Правила.pdf') =>
  send(form({ filename, type: 'application/octet-stream', bytes }));
const directory = () => uploadsIn(t.config.dataDir);
const kept = () => keptFiles(t.store.db, directory());
/** What lies in the folder, temporary files too. */
const inFolder = () => readdir(directory()).catch(() => []);
const journal = () => t.store.db.selectFrom('journal').select(['action', 'title', 'who']).orderBy('id').execute();

async function expectRefused(answer: LightMyRequestResponse, status: number, code: string): Promise<void> {
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(answer.json().message).toMatch(/^[А-ЯЁ].*\.$/s);
  expect([await kept(), await inFolder(), await t.store.db.selectFrom('files').selectAll().execute()]).toEqual([
    [],
    [],
    [],
  ]);
}

describe('an uploaded file', () => {
  test('is answered, stored and served under a name of its own, as a file to be saved', async () => {
    const bytes = pdf();
    const answer = await upload(bytes, 'Правила конкурса (2025).pdf');
    expect(answer.statusCode).toBe(201);
    const { url, ...rest } = answer.json();
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.pdf$/);
    const name = 'Правила конкурса (2025).pdf';
    expect(rest).toEqual({ name, size: bytes.length, type: 'application/pdf', seconds: null });
    expect(await kept()).toEqual([path.basename(url)]);
    expect(await inFolder()).toEqual(isOnPostgres ? [] : [path.basename(url)]);
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
    expect((await journal()).at(-1)).toEqual({ action: 'file.upload', title: name, who: 'admin' });
  });

  test('that is audio plays where it stands, and is sent in ranges', async () => {
    const bytes = await audio('tone.mp3');
    const { url, type, seconds } = (await upload(bytes, 'Гимн.mp3')).json();
    expect([type, seconds]).toEqual(['audio/mpeg', 2]);
    const whole = await t.visitor('GET', url);
    expect(whole.headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{32}\.mp3"; filename\*=UTF-8''/);
    const part = await t.visitor('GET', url, undefined, { range: 'bytes=100-' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect(part.rawPayload.equals(bytes.subarray(100))).toBe(true);
    expect((await t.visitor('GET', url, undefined, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
  });

  test.each([
    ['отчёт.exe', 'отчёт.pdf'],
    ['C:\\docs\\Правила.PDF', 'Правила.PDF'],
    ['Правила v1.2', 'Правила v1.2.pdf'],
    ['.pdf', 'Файл.pdf'],
    ['\u202efdp.exe', 'fdp.pdf'],
    [`${'😀'.repeat(100)}.docx`, `${'😀'.repeat(57)}….pdf`],
  ])('named %s is saved as %s, whatever readers run by an extension', async (filename, name) => {
    const { url, ...answer } = (await upload(pdf(), filename)).json();
    expect(answer.name).toBe(name);
    expect((await t.visitor('GET', url)).headers['content-disposition']).toContain(encodeURIComponent(name));
  });

  test('is stored once, and renamed by the next upload of the same bytes', async () => {
    const { url } = (await upload(pdf(), 'a.pdf')).json();
    expect((await upload(pdf(), 'б.pdf')).json()).toMatchObject({ url, name: 'б.pdf' });
    expect(await kept()).toHaveLength(1);
    expect((await t.visitor('GET', url)).headers['content-disposition']).toContain('%D0%B1.pdf');
    const both = await Promise.all([upload(docx(), 'в.docx'), upload(docx(), 'в.docx')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await kept()).toHaveLength(2);
  });

  test('is found under its exact name only', async () => {
    const { url } = (await upload(pdf())).json();
    for (const wrong of [
      url.replace('.pdf', '.zip'),
      url.replace('.pdf', '-480.webp'),
      url.replace('.pdf', ''),
      `${url}.pdf`,
    ])
      expect([wrong, (await t.visitor('GET', wrong)).statusCode]).toEqual([wrong, 404]);
  });
});

describe('nothing is stored, not for a moment longer than the request, of', () => {
  test.each<[string, Buffer, number, string]>([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_file'],
    ['a document with macros', docx('x', { name: 'word/vbaProject.bin' }), 415, 'has_macros'],
    ['an archive that unpacks to too much', zip({ name: 'a', unpacked: 2 ** 31 }), 422, 'too_heavy'],
    ['an empty file', Buffer.alloc(0), 422, 'broken_file'],
  ])('%s', async (_what, bytes, status, code) => {
    await expectRefused(await upload(bytes), status, code);
  });

  test('a file over 100 MiB', async () => {
    const bytes = Buffer.concat([pdf(), Buffer.alloc(FILE_BYTES)]);
    await expectRefused(await upload(bytes), 413, 'too_large');
  });

  test('a form without a file, with two of them, or of another kind', async () => {
    const file = { filename: 'a.pdf', bytes: pdf() };
    await expectRefused(await send(form()), 400, 'no_file');
    await expectRefused(await send(form({ filename: '', bytes: '' })), 400, 'no_file');
    await expectRefused(await send(form(file, file)), 400, 'many_files');
    await expectRefused(await send(form(file).subarray(0, -30)), 400, 'bad_form');
    await expectRefused(await send(pdf(), { 'content-type': 'application/pdf' }), 415, 'unsupported_type');
  });

  test('a stranger’s file', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/files',
      payload: form({ filename: 'a', bytes: pdf() }),
      headers: { 'content-type': FORM },
    });
    await expectRefused(answer, 401, 'unauthorized');
  });

  test('a PDF that is sent as a picture, as ever', async () => {
    const payload = form({ filename: 'a.pdf', bytes: pdf() });
    const headers = { authorization: `Bearer ${token}`, 'content-type': FORM };
    await expectRefused(
      await t.app.inject({ method: 'POST', url: '/api/upload', payload, headers }),
      415,
      'unsupported_picture',
    );
  });

  test('a file whose row cannot be written', async () => {
    await t.store.db.schema.dropTable('files').execute();
    expect((await upload(pdf())).statusCode).toBe(500);
    expect([await kept(), await inFolder()]).toEqual([[], []]);
  });

  test('a file for a folder that cannot be written: 503', async () => {
    await writeFile(directory(), '');
    await expectRefused(await upload(pdf()), 503, 'not_stored');
  });

  test.runIf(canMount())('a file that a full disk does not hold: 507, and room again afterwards', async () => {
    await mkdir(directory());
    mountDisk(directory(), '64k');
    try {
      await expectRefused(await upload(pdf('x', 100_000)), 507, 'disk_full');
      expect((await upload(pdf())).statusCode).toBe(201);
    } finally {
      unmountDisk(directory());
    }
  });

  test('an upload that is cancelled halfway', async () => {
    const { hostname, port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    const body = form({ filename: 'a.pdf', bytes: pdf('x', 1_000_000) });
    const client = connect(Number(port), hostname);
    client.write(`POST /api/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${FORM}\r\n`);
    client.write(`Content-Length: ${body.length}\r\n\r\n`);
    client.write(body.subarray(0, body.length / 2));
    await expect.poll(inFolder).toHaveLength(1);
    client.destroy();
    await expect.poll(inFolder).toEqual([]);
    expect(await kept()).toEqual([]);
  });
});
