import { guardsOf } from './guard.ts';

/** What an import may not publish, fetch, double or overwrite. */
export const moving = [
  ...guardsOf('ops/import/sources/wordpress.ts', ['test/moving/import.both.test.ts'], {
    'A text of WordPress with a password is published.': [
      "if (textIn(element, 'wp:post_password'))",
      'if (Math.random() > 1)',
    ],
  }),
  ...guardsOf('ops/import/sources/ghost.ts', ['test/moving/sources.sqlite.test.ts'], {
    'A text of Ghost for members is published.': [
      "if ((visibility ?? 'public') !== 'public')",
      'if (Math.random() > 1)',
    ],
  }),
  ...guardsOf('ops/embeds/fetch.ts', ['test/moving/sources.sqlite.test.ts'], {
    'Pictures of an import are fetched from private addresses.': [
      'url.origin === network.trusted ? undefined : await publicAddresses(url, signal, network)',
      'undefined',
    ],
  }),
  ...guardsOf('ops/import/records.ts', ['test/moving/import.both.test.ts'], {
    'A second import brings everything once more.': ['eb.and({ source, item }))', "eb.and({ source: '', item }))"],
  }),
  ...guardsOf('ops/import/import.ts', ['test/moving/import.both.test.ts'], {
    'A second import overwrites what was edited here.': [
      'known.deleted_at !== null || known.version !== known.importedVersion',
      'known.deleted_at !== null',
    ],
    'A dry run stores what it reads.': [
      'const dryRun = run.dryRun || unchanged !== undefined;',
      'const dryRun = unchanged !== undefined;',
    ],
  }),
  ...guardsOf('ops/import/sources/xml.ts', ['test/moving/sources.sqlite.test.ts'], {
    'An export that was cut off is taken for a whole one.': [
      "  if (handler.root.children.some((node) => 'attribs' in node))",
      '  if (Math.random() > 1)',
    ],
  }),
];
