import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from '../../model/results/schema.ts';
import { RehearsalError } from '../errors.ts';
import type { Show } from './night.ts';

const RETRY_DELAY = 300; // ms

interface Stage {
  seq: number;
  since: string | null;
}

export interface Press {
  kind: string;
  at: number; // Unix time in ms
  seq: number; // From the response
  since: string | null;
  took: number; // From the press to its answer, in ms
  sent: number; // Number of attempts
}

interface Programme {
  shows: { id: number; title: string; is_public: boolean; running_order: number[] }[];
  contestants: { id: number; slug: string; is_withdrawn: boolean }[];
}

const FEWEST = 2;
const PAGES = ['/', '/watch', '/vote', '/news', '/about'];

/** Client of the temporary server's admin API; retries presses like the control desk. */
export class Desk {
  readonly presses: Press[] = [];
  readonly #origin: string;
  #token = '';
  #seen = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signIn(account: { username: string; password: string }): Promise<void> {
    const { status, body } = await this.call<{ token?: string }>('POST', '/api/auth/login', account);
    if (!body.token) throw new RehearsalError(`Войти на сервер копии не получилось: ответ ${status}.`);
    this.#token = body.token;
    const { body: stage } = await this.call<Stage>('GET', '/api/stage');
    this.#seen = stage.seq;
  }

  /** Resolves whatever the status is. */
  async call<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const headers: HeadersInit = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(this.#origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    // Pages and some responses are not JSON.
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as T };
  }

  /** RehearsalError with the server's message if refused. */
  async must<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, body: answer } = await this.call<T & { message?: string }>(method, path, body);
    if (status < 300) return answer;
    throw new RehearsalError(`${method} ${path}: ответ ${status}. ${answer.message ?? ''}`.trim());
  }

  /** Changes some fields of a setting and leaves the others as they are. */
  async change(path: string, fields: object): Promise<void> {
    const known = await this.must<Record<string, unknown>>('GET', path);
    const needed = Object.fromEntries(['title', 'description'].map((name) => [name, known[name] || 'Репетиция']));
    await this.must('PUT', path, { ...needed, ...fields });
  }

  /** Presses «На сцене» and records it in `presses`. */
  async press(cue: { show_id: number; kind: string; contestant_id?: number }, timeout: number): Promise<Press> {
    const { answer, ...sent } = await this.#send<Stage>('/api/stage', { ...cue, seen: this.#seen }, timeout);
    const press = { kind: cue.kind, seq: answer.seq, since: answer.since, ...sent };
    this.presses.push(press);
    this.#seen = answer.seq;
    return press;
  }

  async reveal(show: number, seen: number, timeout: number): Promise<Press> {
    const path = `/api/results/${show}/reveal`;
    const { answer, ...sent } = await this.#send<Pick<Results, 'seq' | 'steps'>>(path, { seen }, timeout);
    return { kind: 'step', seq: answer.seq, since: answer.steps.at(-1)?.at ?? null, ...sent };
  }

  /**
   * Retries like the control desk: same idempotency key and time, until an answer or for `timeout` ms; then repeats the press once,
   * as if the answer had been lost. RehearsalError when that counts as another press.
   */
  async #send<T extends { seq: number }>(path: string, press: object, timeout: number) {
    const at = Date.now();
    const key = randomUUID();
    for (let sent = 1; ; sent += 1) {
      // The first attempt carries no time: the server sets it.
      const moment = sent === 1 ? {} : { at: new Date(at).toISOString() };
      const body = { ...press, key, again: true, ...moment };
      const answer = await this.call<T & { message?: string }>('POST', path, body).catch(() => undefined);
      if (answer?.status === 200) {
        const took = Date.now() - at;
        const repeated = await this.must<T>('POST', path, body);
        if (repeated.seq !== answer.body.seq)
          throw new RehearsalError('Повтор нажатия с тем же ключом засчитан ещё раз.');
        return { answer: answer.body as T, at, took, sent };
      }
      const isFinal = answer !== undefined && answer.status < 500;
      if (isFinal || Date.now() - at > timeout)
        throw new RehearsalError(`Нажатие не принято: ${answer?.body.message ?? 'сервер не ответил'}`);
      await sleep(RETRY_DELAY);
    }
  }
}

/** RehearsalError while the broadcast of the site is on. */
export async function assertOffAir(desk: Desk): Promise<void> {
  const { is_stream_enabled } = await desk.must<{ is_stream_enabled: boolean }>('GET', '/api/watch-settings');
  if (!is_stream_enabled) return;
  throw new RehearsalError(
    'На сайте сейчас идёт трансляция, а репетиция займёт процессор и диск этой машины. Дождитесь конца эфира или добавьте --anyway.',
  );
}

/** The public show with the longest running order, and pages that viewers open. RehearsalError if there is none. */
export async function chooseShow(desk: Desk): Promise<{ show: Show; pages: string[] }> {
  const programme = await desk.must<Programme>('GET', '/api/programme');
  const out = new Set(programme.contestants.filter(({ is_withdrawn }) => is_withdrawn).map(({ id }) => id));
  const shows = programme.shows
    .filter(({ is_public }) => is_public)
    .map(({ id, title, running_order }) => ({ id, title, order: running_order.filter((each) => !out.has(each)) }))
    .toSorted((one, other) => other.order.length - one.order.length);
  const [show] = shows;
  if (!show || show.order.length < FEWEST)
    throw new RehearsalError(
      'Нет концерта с порядком выступлений. Добавьте в панели концерт и участников или сыграйте на показательном фестивале: --demo.',
    );
  const news = await desk.must<{ slug: string }[]>('GET', '/api/news?limit=3&fields=card');
  const first = programme.contestants.find(({ id }) => show.order.includes(id));
  const more = [
    ...news.map(({ slug }) => `/news/${slug}`),
    '/programme',
    ...(first ? [`/programme/${first.slug}`] : []),
  ];
  return { show, pages: [...PAGES, ...more] };
}
