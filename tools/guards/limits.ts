import { guardsOf } from './guard.ts';

export const limits = [
  ...guardsOf('http/limits/bodies.ts', ['test/security/refusals.test.ts'], {
    'JSON of any depth is parsed.': ['if (depth > MAX_DEPTH)', 'if (depth === Infinity)'],
    'JSON of any number of values is parsed.': [
      'if (values > MAX_VALUES)',
      'if (values === Infinity)',
      { tests: ['test/limits/cost.slow.sqlite.test.ts'], only: 'JSON is refused before it is parsed' },
    ],
    'A body in another encoding is taken for UTF-8.': [
      'if ([...type.matchAll(CHARSET)]',
      'if (type.length < Infinity || [...type.matchAll(CHARSET)]',
    ],
    'A body that is too large is read to its end.': [
      '> routeOptions.bodyLimit)',
      '> Infinity * routeOptions.bodyLimit)',
    ],
  }),
  ...guardsOf('http/origin.ts', ['test/cache/page-cache.test.ts'], {
    'Two hosts in one request: the cache takes one, the page the other.': [
      'return seen < 2;',
      'return seen < Infinity;',
    ],
    'A Host with anything in it comes into links.': [
      'host !== undefined && HOST.test(host) &&',
      'host !== undefined &&',
    ],
    'An address of any length is read.': [
      'if (request.url.length > MAX_URL)',
      'if (request.url.length < 0)',
      { tests: ['test/limits/connections.test.ts'] },
    ],
  }),
  ...guardsOf('http/limits/bodies.ts', ['test/limits/slow-clients.pure.test.ts'], {
    'A body that trickles in holds its connection.': [
      'setTimeout(() => refuseSlowBody(request, reply), timeouts.json)',
      'setTimeout(() => {}, timeouts.json)',
    ],
    'An upload that stops holds its connection.': [
      'if (socket.bytesRead - before < bytes) {',
      'if (bytes < 0) {',
      { only: 'a file that stops coming' },
    ],
    'The stream of an upload that was cut off stays open.': [
      'request.raw.destroy()',
      'request.raw.socket.destroy()',
      { only: 'a file that stops coming' },
    ],
  }),
  ...guardsOf('http/limits/connections.ts', ['test/limits/connections.test.ts'], {
    'Hundreds of requests wait on one connection.': [
      'if (count > MAX_WAITING || streaming.has(socket))',
      'if (streaming.has(socket))',
      { only: 'more of them end the connection' },
    ],
  }),
  ...guardsOf('http/limits/slow-readers.ts', ['test/limits/slow-clients.pure.test.ts'], {
    'Clients that read nothing keep answers in memory.': [
      'if (performance.now() - state.since < timeout || ended === MAX_ENDED_PER_CHECK) continue;',
      'if (state) continue;',
      { only: 'is cut off' },
    ],
  }),
  ...guardsOf('http/limits/connections.ts', ['test/articles/list-limits.slow.test.ts'], {
    'One network reads all whole lists at once.': [
      'all < room.all && taken(network) < room.perNetwork',
      'all < Infinity && network !== room',
    ],
    'One IPv6 network is 2^64 addresses.': [
      'if (!isIPv6(plain)) return plain;',
      'if (plain) return plain;',
      { tests: ['test/live/crowd.pure.test.ts'] },
    ],
  }),
  ...guardsOf('model/articles/lists/listed.ts', ['test/articles/list-limits.slow.test.ts'], {
    'A part of a list is as large as the articles in it.': [
      'const PART_BYTES = 2 * 1024 * 1024;',
      'const PART_BYTES = Infinity;',
    ],
  }),
  ...guardsOf('http/limits/load-shedding.ts', ['test/limits/shedding.pure.test.ts'], {
    'An overloaded server goes on making pages.': [
      'if (rendered.size > 0 && isOverloaded()) throw overloaded();',
      'isOverloaded();',
    ],
    'A lone visitor of a late server is turned away.': ['rendered.size > 0 && isOverloaded()', 'isOverloaded()'],
    'All pages that are asked for are made at the same time.': [
      'const MAX_CONCURRENT = 8;',
      'const MAX_CONCURRENT = 800;',
    ],
    'One long block of the loop counts as overload.': [
      'if (lateChecks < MIN_LATE_CHECKS || checkedAt - onTime.at < MIN_LATE_TIME) return false;',
      'if (lateChecks === 0) return false;',
    ],
  }),
  ...guardsOf('http/live/clients.ts', ['test/live/crowd.pure.test.ts'], {
    'One address takes the event streams of all.': [' && known < this.#perAddressRoom', ''],
    'Any number of event streams is opened.': [' && this.#clients.size < this.room', ''],
    'Events for who does not read pile up.': [
      'if (client.socket.writableLength <= MAX_UNREAD)',
      'if (client.socket.writableLength <= Infinity)',
    ],
  }),
  ...guardsOf('model/body/sanitizer.ts', ['test/body/sanitizer.sqlite.test.ts'], {
    'A body keeps the sanitizer for as long as it takes.': [
      'setTimeout(() => lose(to, tooSlow()), deadline)',
      'setTimeout(() => {}, deadline)',
    ],
    'Any number of bodies waits in memory.': [
      'createLimit(1, WAITING, tooManyWaiting)',
      'createLimit(1, Infinity * WAITING, tooManyWaiting)',
    ],
  }),
  ...guardsOf('model/body/markup.ts', ['test/body/body.pure.test.ts'], {
    'Bodies of any depth are read.': [
      'if (this.#depth > MAX_BODY_DEPTH) {',
      'if (this.#depth === Infinity) {',
      { only: 'limits' },
    ],
    'Bodies of any number of elements are read.': [
      'if (this.#nodes > MAX_BODY_NODES)',
      'if (this.#nodes === Infinity)',
      { only: 'limits' },
    ],
  }),
  ...guardsOf('model/body/shape/writer.ts', ['test/body/body.pure.test.ts'], {
    'A link around many paragraphs makes a body many times as long.': [
      'if (this.#length > MAX_BODY_BYTES)',
      'if (this.#length === Infinity)',
      { only: 'limits' },
    ],
  }),
  ...guardsOf('model/text/plain.ts', ['test/articles/articles.test.ts'], {
    'A letter carries thousands of marks, on which browsers work for seconds.': [
      '/\\p{M}{17,}/gu',
      '/\\p{M}{17000,}/gu',
    ],
  }),
  ...guardsOf('http/request-log.ts', ['test/doctor/log.test.ts'], {
    'Who has no token fills the log, a line for each request.': [
      'return isOwn ? 0 : MIN_INTERVAL.anonymous;',
      'return 0;',
    ],
  }),
];
