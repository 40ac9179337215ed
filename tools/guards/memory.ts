import { guardsOf } from './guard.ts';

/** What is kept of answers, by the server itself. */
export const memory = [
  ...guardsOf('http/cache/store.ts', ['test/cache/single-flight.test.ts'], {
    'Addresses that are none push pages out of memory.': [
      'if (entry.response.status === 200) return',
      'if (entry.response.status) return',
      { tests: ['test/cache/chosen-values.slow.sqlite.test.ts'] },
    ],
    'A kept page does not know the hour of an article.': [
      'return madeAt <= now && now < until;',
      'return madeAt <= now && until >= 0;',
      { tests: ['test/cache/stale-if-error.test.ts'] },
    ],
    'Who asks after a save gets a page that was begun before it.': [
      "if (flight.generation < asked || result === 'left') continue;",
      "if (result === 'left') continue;",
    ],
    'Who asks after the hour of an article gets a page from before it.': [
      'return result && askedAt < result.until ? result : start(target);',
      'return result && askedAt ? result : start(target);',
    ],
    'A page that visitors wait for is lost with its first reader.': [
      "flight.generation < asked || result === 'left'",
      'flight.generation < asked',
      { tests: ['test/cache/single-flight.test.ts', 'test/cache/single-flight.test.ts'] },
    ],
  }),
  ...guardsOf('http/url.ts', ['test/cache/chosen-values.slow.sqlite.test.ts'], {
    'Values that anyone may invent push articles out of memory.': [
      "partition: 'chosen', endsWithVote",
      "partition: 'articles', endsWithVote",
    ],
  }),
  ...guardsOf('http/etag.ts', ['test/cache/page-cache.test.ts'], {
    'A long list of known tags costs more than the page.': [' || known.length > MAX_KNOWN', ''],
  }),
  ...guardsOf('http/cache/page-cache.ts', ['test/cache/page-cache.test.ts', 'test/cache/single-flight.test.ts'], {
    'A page of before a change is kept after it.': [
      'return entry.generation === this.#generation && isValidNow(entry);',
      'return isValidNow(entry);',
    ],
    'The address of a closed vote stays in pages while the database is away.': [
      'key.endsWithVote ? Math.min(expiresAt, closesAt) : expiresAt',
      'closesAt ? expiresAt : closesAt',
      { tests: ['test/database/away.slow.postgres.test.ts'] },
    ],
  }),
  ...guardsOf('http/cache/page-cache.ts', ['test/cache/single-flight.test.ts'], {
    'What was withdrawn is sent once more when its page cannot be made.': [
      "return !('isWithdrawal' in message && message.isWithdrawal);",
      'return true;',
    ],
    'A page that a withdrawal has overtaken becomes a last good copy.': [
      'if (entry.generation >= this.#since) this.#entries.set',
      'this.#entries.set',
    ],
    'An article whose time is over stays while the database is away.': [
      'entry && isValidNow({ madeAt: entry.madeAt, until: entry.expiresAt })',
      'entry',
      { tests: ['test/database/away.postgres.test.ts'] },
    ],
  }),
  ...guardsOf('http/cache/response.ts', ['test/cache/page-cache.test.ts'], {
    'Each visitor’s page has the links of another’s host.': [
      'return response.hasOrigins ? ',
      'return response.hasOrigins && !origin ? ',
    ],
  }),
  ...guardsOf('http/cache/hooks.ts', ['test/cache/single-flight.test.ts'], {
    'A page that was made without something is kept.': [
      '!isForAll(key, reply) || request.failure !== undefined',
      '!isForAll(key, reply)',
    ],
    'Visitors get what an editor was given.': [
      '    request.isAdminRead = true;\n    return;\n',
      '',
      { tests: ['test/settings/settings.both.test.ts', 'test/live/stream-off.test.ts'] },
    ],
  }),
  ...guardsOf('http/live/change-feed.ts', ['test/live/together.postgres.test.ts'], {
    'Open pages hear of changes in the order in which servers tell them.': [
      '    this.#publishInOrder();\n    if (this.#pending.size > 0) this.#pollNow();\n',
      '    this.#audience.live.publish(message, change);\n',
    ],
  }),
];
