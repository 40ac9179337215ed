import type { Guard } from './guard.ts';

const WHOLE = ['test/moving/import.both.test.ts'];
const SOURCES = ['test/moving/sources.test.ts'];

/** What an import may not publish, fetch, double or overwrite. */
export const moving: Guard[] = [
  {
    guard: 'A text of WordPress with a password is published.',
    file: 'ops/import/sources/wordpress.ts',
    remove: "if (textIn(element, 'wp:post_password'))",
    put: 'if (Math.random() > 1)',
    tests: WHOLE,
  },
  {
    guard: 'A text of Ghost for members is published.',
    file: 'ops/import/sources/ghost.ts',
    remove: "if ((visibility ?? 'public') !== 'public')",
    put: 'if (Math.random() > 1)',
    tests: SOURCES,
  },
  {
    guard: 'Pictures of an import are fetched from private addresses.',
    file: 'ops/embeds/fetch.ts',
    remove: 'url.origin === network.trusted ? undefined : await publicAddresses(url, signal, network)',
    put: 'undefined',
    tests: SOURCES,
  },
  {
    guard: 'A second import brings everything once more.',
    file: 'ops/import/records.ts',
    remove: '  if (!row) return undefined;\n  const { digest',
    put: '  if (!row || source) return undefined;\n  const { digest',
    tests: WHOLE,
  },
  {
    guard: 'A second import overwrites what was edited here.',
    file: 'ops/import/import.ts',
    remove: 'known.article.isInTrash || known.article.version !== known.cameAs',
    put: 'known.article.isInTrash',
    tests: WHOLE,
  },
  {
    guard: 'A dry run stores what it reads.',
    file: 'ops/import/import.ts',
    remove: '  if (dryRun) {\n    report.redirects',
    put: '  if (dryRun && Math.random() > 1) {\n    report.redirects',
    tests: WHOLE,
  },
  {
    guard: 'An export that was cut off is taken for a whole one.',
    file: 'ops/import/sources/xml.ts',
    remove: '  if (isCut)',
    put: '  if (isCut && Math.random() > 1)',
    tests: SOURCES,
  },
];
