import { guardsOf } from './guard.ts';

export const copies = [
  ...guardsOf('ops/backup/create.ts', ['test/backup/incomplete.slow.test.ts'], {
    'A copy without its pictures displaces a whole one.': [
      'faultOf(manifest) ? path.join(folder, INCOMPLETE) : file',
      'file',
    ],
    'An upgrade changes the database without a copy of what was before.': [
      'return { isPending: true, copy: await copy(config, db, next.name) };',
      'return { isPending: true };',
      { tests: ['test/backup/restore.slow.sqlite.test.ts'] },
    ],
  }),
  ...guardsOf('ops/backup/archive/manifest.ts', ['test/backup/incomplete.slow.test.ts'], {
    'A damaged picture is copied as a whole one.': [
      "sha256.startsWith(name.slice(0, name.indexOf('.')))",
      "sha256 !== ''",
    ],
  }),
  ...guardsOf('ops/backup/completeness.ts', ['test/backup/incomplete.slow.test.ts'], {
    'A copy of half a site is taken for a good one.': [
      'before && isLoss(content.tally, before) && {',
      'before && before.kept < 0 && {',
    ],
    'A copy of a database that lost a table looks sound.': ['if (absent.length === 0) return;', 'if (absent) return;'],
  }),
  ...guardsOf('ops/backup/lock.ts', ['test/backup/backup.test.ts'], {
    'Two copies are made at once.': [
      'if (lock) return lock;',
      'if (lock || name) return lock ?? ({ [Symbol.dispose]() {} } as DatabaseSync);',
    ],
  }),
  ...guardsOf('ops/backup/retention.ts', ['test/backup/retention.pure.test.ts'], {
    'Many copies within an hour push out older ones.': [
      '    ...newestFirst.filter(({ madeAt }) => Math.abs(now - madeAt.getTime()) < HOUR),\n',
      '',
    ],
  }),
  ...guardsOf('ops/backup/archive/reader.ts', ['test/backup/damage.slow.sqlite.test.ts'], {
    'A damaged archive is restored.': ['    if (found.get(name) !== sum) throw', "    if (sum === '') throw"],
    'An archive holds files that no copy has.': [
      'if (!OWN.has(entry.name) && uploadOf(entry.name) === undefined)',
      "if (entry.name === '' && !OWN.has(entry.name))",
    ],
  }),
  ...guardsOf('ops/tar.ts', ['test/backup/damage.slow.sqlite.test.ts'], {
    'Something lies behind the end of an archive.': [' || at + 2 * BLOCK !== whole', ''],
  }),
  ...guardsOf('ops/backup/elsewhere/copy.ts', ['test/backup/elsewhere.slow.sqlite.test.ts'], {
    'Copies of another site are removed.': ['if (isTaken)', 'if (isTaken && !target)'],
  }),
  ...guardsOf('ops/backup/elsewhere/target.ts', ['test/backup/elsewhere.slow.sqlite.test.ts'], {
    'Copies elsewhere lie in the folder that they are copies of.': [
      'const own = await realpath(other).catch(() => other);',
      'const own = [other, real].join();',
    ],
    'A disk that gives back other bytes holds the only copy.': ['if (written !== sum())', "if (written === '')"],
  }),
  ...guardsOf('ops/backup/restore.ts', ['test/backup/restore.slow.sqlite.test.ts', 'test/backup/backup.test.ts'], {
    'Presses of a restored database have numbers that open pages have seen.': ['    await beginEpoch(db);\n', ''],
  }),
];
