import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDiskFull, isReadOnly, isUnavailable } from '../db/errors.ts';
import { diskFull, ModelError, readOnly, unavailable } from '../errors.ts';
import { endInBatches } from './limits/slow-readers.ts';
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts';

interface Refusal {
  status: number;
  code: string;
  message: string;
  fields?: Record<string, string> | undefined;
  retryAfter?: number | undefined;
  current?: object | undefined;
}

/** Headers already set when an upload turns out to be unreadable. */
const OF_A_FILE = ['Content-Type', 'Content-Disposition', 'Content-Range', 'ETag'];

/** Errors are `{message, code, fields?}`: a Russian sentence for people, a stable code for programs. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const hasLeft = request.raw.destroyed && !request.raw.complete;
    // Only logged: the client has disconnected.
    const refusal = hasLeft ? { status: 400, code: 'aborted', message: 'Запрос оборвался.' } : toRefusal(error);
    if (refusal.status >= 500) {
      request.failure = error;
      for (const name of OF_A_FILE) reply.removeHeader(name);
    }
    return refuse(request, reply, refusal);
  });
}

/** Sends a refusal; 413 closes the connection, as the rest of the body is still on its way. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, fields, retryAfter, current }: Refusal,
): FastifyReply {
  request.refusal = code;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  if (status === 413) reply.header('Connection', 'close');
  if (status === 503 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '5');
  if (status === 401 && request.routeOptions.url === '/api/auth/verify')
    return reply.status(status).send({ valid: false, message, code });
  return reply.status(status).header('Cache-Control', 'no-store').send({ message, code, fields, current });
}

/** Handlers of refusals before there is a route or a hook. */
export function earlyRefusals(settings: Parameters<typeof securityHeaders>[0]) {
  const headers = securityHeaders(settings);
  const endLate = endInBatches((socket) => socket.end(httpFault('ERR_HTTP_REQUEST_TIMEOUT', headers())));
  const end = (response: ServerResponse, status: number, message: string) => {
    const body = JSON.stringify({ message, code: 'bad_http' });
    response.writeHead(status, headersBeside(body, headers())).end(body);
  };
  return {
    /** URLs below `/api/`; others were made decodable before. */
    badUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      reply.headers({ ...headers(request.protocol === 'https'), ...CLOSED });
      reply.status(400).send({ message: 'Адрес записан с ошибкой.', code: 'bad_url' });
    },

    badHttp(error: ConnectionError, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endLate(socket);
      else socket.end(httpFault(error.code, headers()));
    },

    /** Methods of other protocols that Node's parser accepts, such as RTSP. */
    badMethod: (_request: IncomingMessage, response: ServerResponse): void => end(response, 400, NO_HTTP),

    /** `Expect` other than `100-continue` (RFC 9110, 10.1.1). */
    expectation: (_request: IncomingMessage, response: ServerResponse): void =>
      end(response, 417, 'Заголовок Expect: сервер понимает только 100-continue.'),
  };
}

function httpFault(code: string, headers: Record<string, string>): string {
  const { status, message } = HTTP_FAULTS[code] ?? { status: '400 Bad Request', message: NO_HTTP };
  const body = JSON.stringify({ message, code: 'bad_http' });
  const head = Object.entries(headersBeside(body, headers)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`;
}

function headersBeside(body: string, headers: Record<string, string>): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
    ...CLOSED,
    Connection: 'close',
  };
}

const CLOSED = { 'Content-Security-Policy': CLOSED_POLICY, 'Cache-Control': 'no-store' };

const NO_HTTP = 'Запрос не разобран: это не HTTP.';
const HTTP_FAULTS: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'Слишком длинные заголовки запроса.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'Запрос передавался слишком долго.' },
};

function toRefusal(error: FastifyError | ModelError): Refusal {
  if (error instanceof ModelError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return wrongFields(error.validation);
  if (isUnavailable(error)) return unavailable();
  if (isDiskFull(error)) return diskFull();
  if (isReadOnly(error)) return readOnly();
  return KNOWN[error.code] ?? byStatus(error.statusCode);
}

function wrongFields(problems: { instancePath: string; message?: string | undefined }[]): Refusal {
  const fields: Record<string, string> = {};
  for (const { instancePath, message = 'Неверное значение.' } of problems) {
    const field = instancePath.split('/')[1];
    if (field) fields[field] ??= message;
  }
  const [first = 'Запрос не разобран: проверьте его поля.'] = Object.values(fields);
  return { status: 400, code: 'invalid', message: first, ...(Object.keys(fields).length > 0 && { fields }) };
}

export const TOO_LARGE: Refusal = { status: 413, code: 'too_large', message: 'Слишком много данных в одном запросе.' };
const NOT_JSON: Refusal = {
  status: 415,
  code: 'unsupported_type',
  message: 'Нужен запрос в формате JSON (Content-Type: application/json).',
};

const KNOWN: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: NOT_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'bad_request',
    message: 'Запрос оборвался: длина тела не совпала с обещанной.',
  },
};

function byStatus(status: number | undefined): Refusal {
  if (status && status >= 400 && status < 500)
    return { status, code: 'bad_request', message: 'Запрос не разобран: проверьте его.' };
  return {
    status: 500,
    code: 'internal',
    message: 'На сервере что-то сломалось. Попробуйте ещё раз; если не поможет, посмотрите журнал сервера.',
  };
}
