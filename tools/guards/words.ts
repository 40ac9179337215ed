import { guardsOf } from './guard.ts';

/** Escapes, headers, and what the server asks others for. */
export const words = [
  ...guardsOf('model/body/vocabulary.ts', ['test/body/body.pure.test.ts'], {
    'Links in articles run scripts.': [
      "['http', 'https', 'mailto', 'tel', 'sms']",
      "['http', 'https', 'mailto', 'tel', 'sms', 'javascript']",
    ],
    'Scripts that stand in an article are kept as its text.': ["'script style title head", "'title head"],
    'A page that an article links reaches back to its window.': [
      "foreign ? 'noopener noreferrer' : undefined",
      'undefined',
    ],
  }),
  ...guardsOf('model/text/markup.ts', ['test/body/body.pure.test.ts'], {
    'Words of an article are markup.': [".replace(/</g, '&lt;')", ''],
    'A quote ends an attribute of an article.': ["escapeText(value).replace(/\"/g, '&quot;')", 'escapeText(value)'],
  }),
  ...guardsOf('model/body/body.ts', ['test/body/body.pure.test.ts'], {
    'The second filter lets everything pass.': ['  allowedSchemes: [...LINK_SCHEMES],\n', '  allowedSchemes: false,\n'],
  }),
  ...guardsOf('api/feeds/formats.ts', ['test/security/openapi.test.ts'], {
    'A title is markup in feeds.': [
      ".replace(/[&<>\"']/g, (character) => NAMES[character] ?? '')",
      ".replace(/&/g, (character) => NAMES[character] ?? '')",
    ],
  }),
  ...guardsOf('model/settings/calendar.ts', ['test/settings/start-time.sqlite.test.ts'], {
    'A title adds lines and fields to a calendar.': [".replaceAll('\\n', '\\\\n')", ''],
    'Commas of a title part a calendar’s fields.': [".replace(/[\\\\;,]/g, '\\\\$&')", ''],
  }),
  ...guardsOf('model/programme/chapters.ts', ['test/programme/by-clock.test.ts'], {
    'Names are markup in the track of chapters.': ['escapeText(title)', 'title'],
  }),
  ...guardsOf('model/fields.ts', ['test/settings/settings.both.test.ts'], {
    'A message leads to a script.': ['!/^https?:\\/\\//i.test(value) || ', ''],
    'PostgreSQL refuses what SQLite has stored.': [
      "return value.replaceAll('\\0', '').toWellFormed();",
      'return value;',
      {
        tests: ['test/hostile/malformed.slow.both.test.ts'],
        only: 'texts that no database stores',
        project: 'postgres',
      },
    ],
  }),
  ...guardsOf('http/security-headers.ts', ['test/security/policies.test.ts'], {
    'A script that was let in changes where all links lead.': ['    "base-uri \'none\'",\n', ''],
    'Pages run scripts from anywhere on the site, uploads too.': [
      "['script-src', sources, ...scripts]",
      "['script-src', \"'self'\", \"'unsafe-inline'\", ...scripts.slice(scripts.length)]",
    ],
    'Other sites frame the panel.': [
      "kind === 'player' ? \"frame-ancestors 'self'\" : \"frame-ancestors 'none'\",",
      '',
    ],
    'Pictures of a page on TLS come in the clear.': ['"\'self\' https: data:"', '"\'self\' http: https: data:"'],
  }),
  ...guardsOf('http/security-headers.ts', ['test/security/openapi.test.ts'], {
    'A proxy keeps answers of the panel.': [
      "if (/^\\/api\\/(auth|admin)\\//.test(url)) reply.header('Cache-Control', 'no-store');",
      'void url;',
    ],
    'Subdomains are shut out by a setting that nobody made.': [
      'hstsSubdomains ? ',
      'publicUrl !== HSTS ? ',
      { tests: ['test/limits/connections.test.ts'] },
    ],
  }),
  ...guardsOf('boot/log.ts', ['test/doctor/command.slow.sqlite.test.ts'], {
    'Secrets of the settings stand in the log.': [
      '.reduce((text, secret) => text.replaceAll(secret, HIDDEN), line)',
      '.reduce((text) => text, line)',
    ],
  }),
  ...guardsOf('http/request-log.ts', ['test/doctor/log.test.ts'], {
    'Addresses of previews, which are secrets, stand in the log.': [" && !request.url.startsWith('/preview/')", ''],
  }),
  ...guardsOf('http/session.ts', ['test/doctor/metrics.test.ts'], {
    'Anyone reads the metrics through the proxy.': [' && forwardingHeader(request) === undefined', ''],
  }),
  ...guardsOf('ops/embeds/fetch.ts', ['test/embeds/fetch.pure.test.ts'], {
    'An embed makes the server ask any host.': [
      'if (!isListed || !isPlain) throw',
      "if (!isListed && url.host === '') throw",
    ],
    'The server asks machines of its own network.': [
      'found.length === 0 || !found.every(isPublic)',
      'found.length === 0',
    ],
    'A name has another address once it was checked.': [
      '((_host, _options, done) => done(null, addresses))',
      '((host, _options, done) => void network.resolve(host).then(([address = ""]) => done(null, [{ address, family: 4 }])))',
    ],
    'Redirects of a provider lead on without an end.': [
      'if (redirects === MAX_REDIRECTS) throw',
      'if (redirects === 20) throw',
    ],
    'A provider’s answer is as long as it likes.': ['if (length > most) throw', 'if (length < 0) throw'],
  }),
  ...guardsOf('ops/alerts/alerts.ts', ['test/alerts/alerts.sqlite.test.ts'], {
    'An alert is sent on to an address that nobody configured.': ["redirect: 'manual',", "redirect: 'follow',"],
  }),
];
