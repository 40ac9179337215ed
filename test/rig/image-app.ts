import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect } from 'vitest';
import { imagesApi, imageUploadApi } from '../../api/uploads/images.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { answerErrors } from '../../http/errors.ts';
import { answerAsDeclared } from '../../http/etag.ts';
import { uploads } from '../../http/uploads.ts';
import { createSanitizer } from '../../model/body/sanitizer.ts';
import { createImageStore, PICTURE_LIMITS } from '../../model/images/images.ts';
import { ImageProcess } from '../../model/images/process/process.ts';
import { openStorage } from '../../model/uploads/storage/table.ts';
import type { Caller } from './app.ts';
import { finishedDatabase } from './database/databases.ts';
import { keptFiles } from './world/kept-pictures.ts';

export type ImageApp = Awaited<ReturnType<typeof createImageApp>>;

/** Uploads and their serving alone, without guard and pages, on a folder and a database of their own, or another database. */
export async function createImageApp(given?: Db) {
  const home = await mkdtemp(path.join(tmpdir(), 'rampa-images-'));
  const directory = path.join(home, 'uploads');
  const { db, drop } = given ? { db: given, drop: async () => {} } : await finishedDatabase(home);
  await migrate(db);
  const reencoder = new ImageProcess(PICTURE_LIMITS);
  const storage = openStorage(db, directory);
  const pictures = createImageStore({ db, directory, storage, reencoder });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  answerAsDeclared(app);
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    request.session = { id: '0', adminId: 1, username: 'admin', role: 'administrator', isConfirmed: true };
  });
  const store = { db, publish: () => {}, images: pictures, sanitizer: createSanitizer(), timeZone: 'Europe/Moscow' };
  for (const api of [imageUploadApi, imagesApi]) await app.register(api, { store });
  await app.register(uploads, { store: { db, uploads: storage } });
  /** Names of what is kept. */
  const files = () => keptFiles(db, directory);
  const rows = () => db.selectFrom('images').selectAll().execute();
  const send = (payload: Buffer | string, contentType: string = FORM) => {
    const headers = contentType === '' ? {} : { 'content-type': contentType };
    return app.inject({ method: 'POST', url: '/api/upload', payload, headers });
  };
  const expectNothingStored = async () => expect([await files(), await rows()]).toEqual([[], []]);
  return {
    ...{ app, db, directory, storage, pictures, reencoder, files, rows, send, expectNothingStored },
    upload: (bytes: Buffer | string, filename = 'фото.png') => send(form({ filename, type: 'image/png', bytes })),
    expectRefused: async (answer: LightMyRequestResponse, status: number, code: string) => {
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
      expect(answer.json().message).toMatch(/^[А-ЯЁ].*\.$/s);
      await expectNothingStored();
    },
    /** Forgets all pictures and what was written down of them. */
    empty: async () => {
      for (const table of ['images', 'picture_parts', 'journal'] as const) await db.deleteFrom(table).execute();
      for (const kept of ['uploads', 'picture-cache'])
        await rm(path.join(home, kept), { recursive: true, force: true });
    },
    close: async () => {
      await app.close();
      await pictures.close();
      await storage.close();
      await db.destroy();
      await drop();
    },
  };
}

export interface Part {
  name?: string;
  filename?: string;
  type?: string;
  headers?: string;
  bytes: Buffer | string;
}

export const BOUNDARY = 'xxBOUNDARYxx';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form as browsers write it (RFC 7578). */
export function form(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name = 'image', filename, type, headers = '', bytes }) => [
    `--${BOUNDARY}\r\n${headers}Content-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** A picture sent to the whole application by `call`: what it answers, and its name in the library. */
export async function uploadPicture(call: Caller, bytes: Buffer, filename = 'a.png') {
  const payload = form({ filename, type: 'image/png', bytes });
  const answer = await call('POST', '/api/upload', payload, { 'content-type': FORM });
  expect(answer.statusCode).toBe(201);
  const { url, ...more } = answer.json();
  return { ...more, url: String(url), name: String(url).slice('/uploads/'.length) };
}
