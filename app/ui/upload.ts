import type { StoredFile } from '../../model/files/library.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { readToken } from './api.ts';
import { ApiError, parse, readRefusal } from './errors/api-error.ts';

export interface UploadedImage {
  url: string;
  width?: number;
  height?: number;
  /** What the library says of the same picture already. */
  alt?: string;
}

export interface UploadOptions {
  /** Share sent, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Of `POST /api/files`. */
export type UploadedFile = StoredFile;

export function uploadImage(file: Blob, options?: UploadOptions): Promise<UploadedImage> {
  return send('/api/upload', file, options);
}

/** `uploadImage` of a document or audio; one that is too large is not sent. */
export async function uploadFile(file: Blob, options?: UploadOptions): Promise<UploadedFile> {
  if (file.size > FILE_BYTES) throw new Error(TOO_LARGE);
  return send('/api/files', file, options);
}

const TOO_LARGE = 'Файл больше 100 МБ. Сожмите его или выложите в облако и поставьте ссылку.';

/**
 * An error has the response's `message`, else its text, else 'HTTP error! status: {code}'; a response
 * without a URL fails with 'Server did not return a valid URL.'.
 */
function send<T extends { url: string }>(
  path: string,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<T> {
  const token = readToken();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // `fetch` reports no upload progress.
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('Accept', 'application/json');
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
  request.onload = () => {
    const answer = readAnswer<T>(request, token);
    if (answer instanceof ApiError) reject(answer);
    else resolve(answer);
  };
  request.onerror = () =>
    reject(new ApiError('Сервер не ответил. Проверьте соединение и повторите.', 0, { code: 'network', token }));
  request.onabort = () => reject(signal?.reason ?? new DOMException('Загрузка остановлена.', 'AbortError'));
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  const form = new FormData();
  // Without a third argument the name of a nameless file would be `blob`.
  form.append('file', file, file instanceof File ? file.name : '');
  request.send(form);
  return promise;
}

function readAnswer<T extends { url: string }>(
  { status, responseText }: XMLHttpRequest,
  token: string | null,
): T | ApiError {
  if (status < 200 || status > 299) {
    const { message, ...details } = readRefusal(responseText, { empty: `HTTP error! status: ${status}` });
    return new ApiError(message, status, { ...details, token });
  }
  const body = parse(responseText) as Partial<T> | undefined | null;
  if (typeof body?.url !== 'string' || body.url === '')
    return new ApiError('Server did not return a valid URL.', status, { token });
  return body as T;
}
