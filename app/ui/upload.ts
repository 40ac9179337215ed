import type { StoredFile } from '../../model/files/library.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { readToken } from './api.ts';
import { ApiError, networkError, parse, readRefusal } from './errors/api-error.ts';

export interface UploadedImage {
  url: string;
  width?: number;
  height?: number;
  /** Metadata of the same picture in the library. */
  alt?: string;
}

export interface UploadOptions {
  /** Share sent, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export type UploadedFile = StoredFile;

export function uploadImage(file: Blob, options?: UploadOptions): Promise<UploadedImage> {
  return send('/api/upload', file, options);
}

/** Like `uploadImage`, for documents and audio; a file that is too large is not sent. */
export async function uploadFile(file: Blob, options?: UploadOptions): Promise<UploadedFile> {
  if (file.size > FILE_BYTES) throw new Error(TOO_LARGE);
  return send('/api/files', file, options);
}

const TOO_LARGE = 'Файл больше 100 МБ. Сожмите его или выложите в облако и поставьте ссылку.';

/** An error has the response's `message`, else its text, else 'HTTP error! status: {code}'. */
async function send<T extends { url: string }>(path: string, file: Blob, options?: UploadOptions): Promise<T> {
  const { text, status, token } = await sendForm(path, formOf(file), options);
  const body = parse(text) as Partial<T> | undefined | null;
  if (typeof body?.url !== 'string' || body.url === '')
    throw new ApiError('Server did not return a valid URL.', status, { token });
  return body as T;
}

export function formOf(file: Blob): FormData {
  const form = new FormData();
  // Without a third argument the name of a nameless file would be `blob`.
  form.append('file', file, file instanceof File ? file.name : '');
  return form;
}

interface Sent {
  text: string;
  status: number;
  token: string | null;
}

/** Posts a form, or JSON; `onText` gets the answer received so far. ApiError, AbortError. */
export function sendForm(
  path: string,
  body: FormData | string,
  { onProgress, onText, signal }: UploadOptions & { onText?: (text: string) => void } = {},
): Promise<Sent> {
  const token = readToken();
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  // `fetch` reports no upload progress.
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('Accept', 'application/json');
  if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json');
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
  request.onprogress = () => request.status === 200 && onText?.(request.responseText);
  request.onload = () => {
    const { status, responseText: text } = request;
    if (status >= 200 && status <= 299) return resolve({ text, status, token });
    const { message, ...details } = readRefusal(text, { empty: `HTTP error! status: ${status}` });
    reject(new ApiError(message, status, { ...details, token }));
  };
  request.onerror = () => reject(networkError(token));
  request.onabort = () => reject(signal?.reason ?? new DOMException('Загрузка остановлена.', 'AbortError'));
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.send(body);
  return promise;
}
