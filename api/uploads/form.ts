import type { IncomingMessage } from 'node:http';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ModelError } from '../../errors.ts';
import { afterQuery, limitQuery } from '../../http/paging.ts';
import { queryText } from '../../model/fields.ts';

const LIMITS = { files: 4, fields: 4, parts: 4, headerPairs: 20, fieldNameSize: 100, fieldSize: 1024 };
/** Bytes of an oversized upload still read and discarded: browsers show a response only after sending all. */
export const MAX_DISCARDED = 64 * 1024 * 1024;

/** `fileSize` in bytes: beyond it a stream ends early and is `truncated`. */
export async function acceptForms(scope: FastifyInstance, fileSize: number): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits: { ...LIMITS, fileSize }, throwFileSizeLimit: false });
  scope.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
}

export type FileStream = MultipartFile['file'];

interface Reading<T> {
  read: (file: FileStream) => Promise<T>; // Throws a ModelError for a file that is refused
  drop?: (content: T) => Promise<void>; // Discards the content of a form that is refused later
}

interface FormFile<T> {
  content: T;
  fileName: string; // as the client gave it; empty when it gave none
}

/** The only file of a form. 400 for none, two or a truncated form, 415 for no form. */
export async function readOnlyFile<T>(request: FastifyRequest, { read, drop }: Reading<T>): Promise<FormFile<T>> {
  if (!request.isMultipart()) throw notMultipart();
  const files: FormFile<T>[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const file = { content: await read(part.file), fileName: part.filename ?? '' };
      // Browsers send an empty, nameless file when none was chosen.
      if (part.filename === '' && part.file.bytesRead === 0) await drop?.(file.content);
      else files.push(file);
      if (files.length > 1) throw new ModelError(400, 'many_files', 'За один раз загружается один файл.');
    }
  } catch (error) {
    for (const { content } of files) await drop?.(content);
    if (error instanceof ModelError) await discardRest(request.raw);
    throw error instanceof ModelError ? error : badForm(error);
  }
  const [file] = files;
  if (!file) throw new ModelError(400, 'no_file', 'Файл не выбран: пришлите один файл.');
  return file;
}

/** Parser errors mean a malformed form or a disconnected client. */
function badForm(cause: unknown): ModelError {
  const message = 'Загрузка оборвалась, или форма записана с ошибкой. Загрузите файл ещё раз.';
  return Object.assign(new ModelError(400, 'bad_form', message), { cause });
}

function discardRest(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_DISCARDED;
    // The parser unpipes the body a moment later, which would pause it.
    body.unpipe();
    body.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    body.once('end', resolve).once('close', resolve);
    body.resume();
    if (body.readableEnded || body.destroyed) resolve();
  });
}

function notMultipart(): ModelError {
  return new ModelError(415, 'unsupported_type', 'Файл нужно прислать в форме multipart/form-data.');
}

export const flag = (name: string) =>
  z
    .enum(['true', 'false'], `${name}: выберите «да» или «нет».`)
    .transform((value) => value === 'true')
    .optional();

/** Text that cannot be the name of an upload becomes empty. */
export const nameParams = z.object({
  name: z.string().transform((name) => (/^[\w.-]{1,100}$/.test(name) ? name : '')),
});

export const PAGE_SIZE = 50;

export const libraryQuery = z.object({
  limit: limitQuery,
  after: afterQuery,
  q: queryText('Поиск', 300).optional(),
  unused: flag('Только ненужные'),
});
