import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byLabel, counter, type Family } from './text.ts';

/** Upper bounds in seconds: from cached responses to photo uploads over a slow network. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

declare module 'fastify' {
  interface FastifyRequest {
    isCacheHit: boolean;
    refusal: string | undefined;
  }
}

/** `finished` are answers ready in memory. */
const CLASSES = 'finished page api_read api_write upload auth events picture asset probe unknown'.split(' ');

const LOGINS = ['/api/auth/login', '/api/auth/link'];
const LOGIN_RESULTS: Record<string, string> = {
  wrong_credentials: 'wrong',
  wrong_otp: 'wrong_code',
  otp_required: 'code_asked',
  too_many_attempts: 'throttled',
};

/** Counts responses. Those that bypass Fastify are reported by `answered`. */
export function createRequestMeter() {
  const counts = new Map(CLASSES.map((name) => [name, new Map<number, number>()]));
  const durations = new Map(CLASSES.map((name) => [name, new Histogram()]));
  const logins: Record<string, number> = { ok: 0, wrong: 0, wrong_code: 0, code_asked: 0, throttled: 0, refused: 0 };
  let aborted = 0;
  let shed = 0;

  function count(name: string, status: number): void {
    const known = counts.get(name);
    known?.set(status, (known.get(status) ?? 0) + 1);
  }

  function countRequest(request: FastifyRequest, status: number, ms: number): void {
    const name = request.isCacheHit ? 'finished' : classOf(request);
    count(name, status);
    durations.get(name)?.observe(ms / 1000);
    if (request.refusal === 'overloaded') shed += 1;
    if (!LOGINS.includes(request.routeOptions.url ?? '')) return;
    const result = status < 300 ? 'ok' : (LOGIN_RESULTS[request.refusal ?? ''] ?? 'refused');
    logins[result] = (logins[result] ?? 0) + 1;
  }

  return {
    /** A cached response that took so long, in ms. */
    answered(status: number, ms: number): void {
      count('finished', status);
      durations.get('finished')?.observe(ms / 1000);
    },
    install(app: FastifyInstance): void {
      app.decorateRequest('isCacheHit', false);
      app.decorateRequest('refusal', undefined);
      app.addHook('onResponse', async (request, reply) => countRequest(request, reply.statusCode, reply.elapsedTime));
      app.addHook('onRequestAbort', async (request) => {
        // An ended event stream is not an aborted request.
        if (classOf(request) !== 'events') aborted += 1;
      });
    },
    families: (): Family[] => [
      {
        name: 'rampa_http_requests_total',
        type: 'counter',
        help: 'Answered requests by kind and status; finished are answers ready in memory.',
        samples: [...counts].flatMap(([name, known]) =>
          [...known].map(([status, value]) => ({ labels: { class: name, status: String(status) }, value })),
        ),
      },
      {
        name: 'rampa_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time that answers took in this server, by kind; of event streams none.',
        samples: [...durations]
          .filter(([name]) => name !== 'events')
          .flatMap(([name, histogram]) => histogram.samples({ class: name })),
      },
      counter('rampa_http_requests_aborted_total', 'Requests whose sender left before the answer was whole.', aborted),
      counter('rampa_http_requests_shed_total', 'Requests refused because the server was overloaded.', shed),
      byLabel('counter', 'rampa_logins_total', 'Attempts to sign in by their result.', 'result', logins),
    ],
  };
}

function classOf({ routeOptions: { url = '' }, query, method }: FastifyRequest): string {
  if (url === '') return 'unknown';
  if (url.startsWith('/api/')) return apiClass(url, method, query);
  if (/^\/(uploads|covers|og)\/|\.(svg|png|ico)$/.test(url)) return 'picture';
  if (url.startsWith('/assets/')) return 'asset';
  return PROBES.includes(url) ? 'probe' : 'page';
}

const PROBES = ['/healthz', '/readyz', '/metrics'];

function apiClass(url: string, method: string, query: unknown): string {
  if (url === '/api/live') return Object.hasOwn(Object(query), 'poll') ? 'api_read' : 'events';
  if (url === '/api/upload') return 'upload';
  if (url.startsWith('/api/auth/')) return 'auth';
  return method === 'GET' || method === 'HEAD' ? 'api_read' : 'api_write';
}

class Histogram {
  readonly #counts: number[] = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  #sum = 0;

  observe(seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  samples(labels: Record<string, string>): Family['samples'] {
    let below = 0;
    const buckets = this.#counts.map((count, at) => {
      below += count;
      return { suffix: '_bucket' as const, labels: { ...labels, le: String(BOUNDS[at] ?? '+Inf') }, value: below };
    });
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: below }];
  }
}
