import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { BackupWork } from '../api/backup.ts';
import type { Config } from '../config.ts';
import { cachePages } from '../http/cache/hooks.ts';
import type { PageCache } from '../http/cache/page-cache.ts';
import { createServer, METHODS, serveDirectly } from '../http/cache/send.ts';
import { answerErrors, earlyRefusals } from '../http/errors.ts';
import { answerAsDeclared } from '../http/etag.ts';
import { acceptBodies, admitBodies, endUnreadBody } from '../http/limits/bodies.ts';
import { answerInTurn } from '../http/limits/connections.ts';
import { shedLoad } from '../http/limits/load-shedding.ts';
import { endSlowReaders } from '../http/limits/slow-readers.ts';
import type { Live } from '../http/live/live.ts';
import { answerNotFound, decodableUrl } from '../http/not-found.ts';
import { checkTarget } from '../http/origin.ts';
import { type RenderPage, servePages } from '../http/pages/serve.ts';
import { redirectOldAddresses } from '../http/redirects.ts';
import { logRequests, requestIds } from '../http/request-log.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import { guard } from '../http/session.ts';
import { createLimit } from '../model/limit.ts';
import type { Store } from '../model/store.ts';
import type { DatabaseHealth } from '../ops/integrity/check.ts';
import { createMeters, type Meters } from '../ops/metrics/meters.ts';
import { registerApis } from './apis.ts';
import { drainConnections } from './shutdown.ts';

const BODY_LIMIT = 64 * 1024;
const MAX_CONNECTIONS = 12_000;
const HEADERS_TIMEOUT = 10_000; // ms
const REQUEST_TIMEOUT = 15 * 60_000; // ms: a photo over a crowded network
const CONNECTION_CHECK_INTERVAL = 2000;
/** In ms. Longer than a proxy's own timeout, so that the server never closes first. */
const KEEP_ALIVE = { exposed: 10_000, behindProxy: 72_000 };

const COMPRESS_CONCURRENCY = 2; // of uncached responses

export interface AppOptions {
  config: Config;
  store: Store;
  renderPage: RenderPage;
  pageCache: PageCache;
  live: Live;
  backups?: BackupWork;
  assetsDir?: string | undefined;
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  logger?: FastifyBaseLogger;
  meters?: Meters;
  health?: Readonly<DatabaseHealth>;
  isOverloaded?: () => boolean; // Whether public cache misses are refused; by default measured at the event loop
  extend?: (app: FastifyInstance) => Promise<void>;
}

/** The application, not yet listening. Hooks and routes depend on their order. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, logger, meters = createMeters() } = options;
  const early = earlyRefusals(config);
  const compressing = createLimit(COMPRESS_CONCURRENCY);
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    // Routes use Zod: Fastify's own JSON Schema compilers would load a hundred unused files.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    // Requests during shutdown are answered with `Connection: close`.
    return503OnClosing: false,
    serverFactory: (handler) => createHttpServer(handler, options, meters),
    frameworkErrors: early.badUrl,
    clientErrorHandler: early.badHttp,
    genReqId: requestIds(config.trustProxy),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  meters.requests.install(app);
  meters.signs.install(app, config);
  app.addHook('onClose', async () => meters.stop());
  answerErrors(app);
  setSecurityHeaders(app, config);
  checkTarget(app);
  answerNotFound(app);
  acceptBodies(app);
  guard(app, { db: store.db });
  answerAsDeclared(app);
  admitBodies(app);
  redirectOldAddresses(app, options.pageCache, store.db);
  // Vite's development server needs fresh pages and compiles in the event loop.
  const isDevelopment = options.before !== undefined;
  if (!isDevelopment) cachePages(app, options.pageCache, store.db, config);
  logRequests(app);
  if (!isDevelopment) shedLoad(app, options.isOverloaded);

  await registerApis(app, options, { meters, compressing });
  if (options.extend) await options.extend(app);
  await app.register(servePages, { ...options, compressing });
  await app.register(drainConnections);
  return app;
}

function noCompiler(): never {
  throw new Error('A route describes itself in Zod, not in JSON Schema.');
}

function createHttpServer(handler: RequestListener, { config, pageCache, before }: AppOptions, { requests }: Meters) {
  const limits = {
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL,
    keepAliveTimeout: config.trustProxy.length > 0 ? KEEP_ALIVE.behindProxy : KEEP_ALIVE.exposed,
    // Node's refusal has no body; `checkTarget` sends one.
    requireHostHeader: false,
  };
  const early = earlyRefusals(config);
  const known = new Set(METHODS);
  const serve = serveDirectly(pageCache, config);
  const answer: RequestListener = (request, response) => {
    endUnreadBody(request, response);
    const began = performance.now();
    // While it closes, Fastify answers with `Connection: close`.
    if (server.listening && serve(request, response)) requests.answered(response.statusCode, performance.now() - began);
    else handler(request, response);
  };
  const server = createServer(limits, (request, response) => {
    if (!known.has(request.method ?? '')) return early.badMethod(request, response);
    // Absolute form of a target, `http://host/path`, as proxies send it.
    if (request.url?.[0] !== '/') request.url = `/${request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '')}`;
    if (before) return before(request, response, () => handler(request, response));
    answerInTurn(request, response, answer);
  });
  server.maxConnections = MAX_CONNECTIONS;
  endSlowReaders(server);
  server.on('checkExpectation', early.expectation);
  return server;
}
