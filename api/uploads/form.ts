import type { IncomingMessage } from 'node:http';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ModelError } from '../../errors.ts';
import { imageTooLarge } from '../../model/images/errors.ts';
import { PICTURE_BYTES } from '../../model/images/images.ts';

const LIMITS = {
  fileSize: PICTURE_BYTES,
  files: 4,
  fields: 4,
  parts: 4,
  headerPairs: 20,
  fieldNameSize: 100,
  fieldSize: 1024,
};
/** An oversized upload is read up to this (bytes): browsers show a response only after sending all. */
export const THROWN_AWAY = 64 * 1024 * 1024;

export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  scope.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
}

export interface FormFile {
  bytes: Buffer;
  fileName: string; // as the client gave it; empty when it gave none
}

/** The only file of a form. 400 for none, two or a truncated form, 413 over the limit, 415 for no form. */
export async function readOnlyFile(request: FastifyRequest): Promise<FormFile> {
  if (!request.isMultipart()) throw notMultipart();
  const files = await readFiles(request).catch(refuseForm);
  if (!files) {
    await throwAway(request.raw);
    throw imageTooLarge();
  }
  const [file] = files;
  if (!file) throw new ModelError(400, 'no_file', 'Файл не выбран: пришлите одну картинку.');
  return file;
}

async function readFiles(request: FastifyRequest): Promise<FormFile[] | undefined> {
  const files: FormFile[] = [];
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const bytes = await readFile(part);
    if (!bytes) return undefined;
    // Browsers send an empty, nameless file when none was chosen.
    if (part.filename === '' && bytes.length === 0) continue;
    files.push({ bytes, fileName: part.filename ?? '' });
    if (files.length > 1) throw new ModelError(400, 'many_files', 'За один раз загружается одна картинка.');
  }
  return files;
}

async function readFile({ file }: MultipartFile): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    chunks.push(chunk);
    if (file.truncated) return undefined;
  }
  return file.truncated ? undefined : Buffer.concat(chunks);
}

/** Parser errors are the client's fault, or it has gone. */
function refuseForm(error: unknown): never {
  if (error instanceof ModelError) throw error;
  const refusal = new ModelError(
    400,
    'bad_form',
    'Загрузка оборвалась, или форма записана с ошибкой. Загрузите картинку ещё раз.',
  );
  throw Object.assign(refusal, { cause: error });
}

function throwAway(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = THROWN_AWAY;
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
  return new ModelError(415, 'unsupported_type', 'Картинку нужно прислать файлом в форме multipart/form-data.');
}
