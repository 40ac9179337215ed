import { guardsOf } from './guard.ts';

export const news = [
  ...guardsOf('model/articles/visibility.ts', ['test/articles/articles.test.ts'], {
    'Visitors read articles before their hour.': [
      "eb('articles.publish_at', '<=', now),",
      "eb('articles.publish_at', 'is not', null),",
    ],
    'Visitors read articles after their end.': [
      "eb.or([eb('articles.expires_at', 'is', null), eb('articles.expires_at', '>', now)]),",
      '',
    ],
  }),
  ...guardsOf('model/articles/row.ts', ['test/articles/authors.test.ts'], {
    'Authors read the drafts of others.': [
      'return isEditor(role) || row.created_by === username;',
      'return Boolean(role || username || row);',
    ],
    'Authors change what is published.': [
      'if (!isEditor(role) && publish_at !== null)',
      "if (!role && publish_at === '')",
    ],
    'Of two saves of one version at the same moment one is lost.': [
      '  assertMayChange(row, by);\n  assertVersion(row, expected);\n',
      '  assertMayChange(row, by);\n',
      { tests: ['test/articles/history.both.test.ts'] },
    ],
  }),
  ...guardsOf('model/articles/saving/draft.ts', ['test/articles/stored-draft.both.test.ts'], {
    'A stored draft replaces that of a colleague.': [
      'assertVersion(before, expected);\n    if (old.publish_at === null',
      'if (old.publish_at === null',
      { only: 'older state' },
    ],
  }),
  ...guardsOf('model/articles/articles.ts', ['test/articles/stored-draft.both.test.ts'], {
    'A stored draft is published over what was saved meanwhile.': [
      'assertVersion(pending ?? found, expected);',
      'assertVersion(found, pending ? undefined : expected);',
      { only: 'older state' },
    ],
  }),
  ...guardsOf('resources/festival.ts', ['test/articles/stored-draft.both.test.ts'], {
    'Pictures of a stored draft are deleted as unused.': [
      "{ table: 'article_drafts', column: 'change', key: 'article_id', place: 'в неопубликованных правках новости' },",
      '',
      { only: 'stands only in a draft' },
    ],
  }),
  ...guardsOf('model/articles/saving/saving.ts', ['test/articles/authors.test.ts'], {
    'Authors publish.': [
      'if (isEditor(role) || (now.publish_at === null && !wouldChange(before, now))) return;',
      'if (role || now || before) return;',
    ],
    'An autosave changes what is published.': [
      'if (change.autosave) assertDraft(old, shown);',
      '',
      { tests: ['test/articles/drafts.test.ts'] },
    ],
  }),
  ...guardsOf('model/articles/slugs.ts', ['test/articles/authors.test.ts'], {
    'Authors take former addresses of others away.': [
      'if (!isEditor(by.role) && (await isFormer(db, key, by))) return true;',
      '',
    ],
    'A page takes an address that the site answers itself.': [
      "|| (kind === 'page' && isReservedPath(slug))",
      '',
      { tests: ['test/site-pages/api.test.ts'] },
    ],
  }),
  ...guardsOf('errors.ts', ['test/articles/articles.test.ts'], {
    'A save overwrites a newer version.': [
      'if (expected && !expected.includes(version))',
      'if (expected?.includes(-version))',
    ],
  }),
  ...guardsOf('model/articles/groups.ts', ['test/articles/groups.both.test.ts'], {
    'Two outcomes of one contest are public.': ['if (!holder) return;', 'if (!holder || groupId) return;'],
    'Of two servers that publish two outcomes at the same moment both do.': [
      "    .updateTable('groups')\n    .set((eb) => ({ version: eb.ref('version') }))\n    .where('id', '=', id)\n    .returningAll()\n",
      "    .selectFrom('groups')\n    .selectAll()\n    .where('id', '=', id)\n",
      { project: 'postgres' },
    ],
  }),
  ...guardsOf('model/articles/previews.ts', ['test/articles/previews.test.ts'], {
    'A preview link works after its week.': [".where('previews.expires_at', '>', new Date().toISOString())", ''],
    'A preview link shows what was deleted.': [".where('articles.deleted_at', 'is', null)", ''],
  }),
  ...guardsOf('model/articles/trash.ts', ['test/articles/trash.both.test.ts'], {
    'What was in the trash for 30 days is still brought back.': [' || row.deleted_at <= trashCutoff()', ''],
  }),
  ...guardsOf('db/write.ts', ['test/sign-in/audit-log.test.ts'], {
    'A change is kept without its line in the audit log, or the other way round.': [
      'store.db.transaction().execute',
      'store.db.connection().execute',
    ],
  }),
  ...guardsOf('model/settings/revert.ts', ['test/settings/revert.test.ts'], {
    'What was put back from the audit log takes later changes with it.': [
      'if (!isUnchanged(entry.changes, now)) {',
      'if (entry.id < 0) {',
    ],
  }),
  ...guardsOf('model/redirects/addresses.ts', ['test/redirects/api.test.ts'], {
    'Redirects lead in a circle.': ['if (new Set(way).size < way.length) return', 'if (way.length === 0) return'],
  }),
  ...guardsOf('model/settings/vote.ts', ['test/live/live.test.ts'], {
    'The address of a vote is known before the vote opens.': [
      "return addressIsHidden(settings) ? { ...settings, voting_url: '' } : settings;",
      'return settings;',
    ],
  }),
  ...guardsOf('model/settings/watch/watch.ts', ['test/live/stream-off.test.ts'], {
    'The addresses of a stream are known while it is off.': [
      'if (settings.is_stream_enabled) return',
      'if (settings) return',
    ],
  }),
  ...guardsOf('model/fields.ts', ['test/settings/settings.both.test.ts'], {
    'A setting holds an address with a name and a password in it.': [
      " && url.username === '' && url.password === ''",
      '',
    ],
  }),
];
