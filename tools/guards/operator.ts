import { guardsOf } from './guard.ts';

/** Releases, moves, starts, the database. */
export const operator = [
  ...guardsOf('ops/release/archive.ts', ['test/deploy/release.pure.test.ts'], {
    'A changed release is installed.': ['if (!isGenuine)', 'if (!signature)'],
    'A release of anybody is installed.': [
      'const key = keys.map(publicKey).find(({ id }) => id.equals(signature.keyId));',
      'const [key] = keys.map(publicKey);',
    ],
    'A release brings files that its sums do not name.': [
      'if (!entry.isFile() || (name !== SUMS && !listed.has(name)))',
      "if (name === '')",
    ],
  }),
  ...guardsOf('ops/release/layout.ts', ['test/deploy/release.pure.test.ts'], {
    'Two upgrades at once.': ['if (!lock) throw', 'if (!lock) return await work();\n  if (!folder) throw'],
  }),
  ...guardsOf('ops/integrity/lost.ts', ['test/start/start.slow.sqlite.test.ts'], {
    'A site that lost its database becomes a new one.': [
      'if (signs.length === 0) return undefined;',
      'if (signs) return undefined;',
    ],
  }),
  ...guardsOf('ops/move/move.ts', ['test/backup/move.slow.postgres.test.ts'], {
    'A site is moved to where another one lies.': [
      "if ((await stateOf(db)).kind !== 'site') return;",
      'if (db) return;',
      { only: 'to where a site lies already, or pictures' },
    ],
    'A site is moved while a server changes it.': [
      'if (await hasOthers(db))',
      'if ((await hasOthers(db)) && !url)',
      { only: 'while a server uses the source or the target' },
    ],
  }),
  ...guardsOf('cli/database.ts', ['test/database/newer.test.ts'], {
    'A command changes the database of a newer version.': ['if (step !== undefined) throw newer(step);', ''],
  }),
  ...guardsOf('db/open.ts', ['test/backup/restore.slow.sqlite.test.ts'], {
    'Two servers use one folder.': [
      'pragma journal_mode = memory; begin exclusive',
      'pragma journal_mode = memory',
      { only: 'while a server runs on the data a restore is refused' },
    ],
  }),
  ...guardsOf('db/sqlite/opening.ts', ['test/start/database.slow.sqlite.test.ts'], {
    'A power cut takes changes that were acknowledged.': [
      'pragma synchronous = full;',
      'pragma synchronous = normal;',
      { only: 'the database is opened for safety' },
    ],
    'A database that was moved away is written on.': [
      'isReplaced = !isSameFile(found, database);',
      'isReplaced = found === database;',
      { only: 'that was moved away' },
    ],
  }),
  ...guardsOf('db/sqlite/room.ts', ['test/start/full-disk.slow.sqlite.test.ts'], {
    'On a full disk another program stops every read of the site.': ['if (!isReadable(raw)) {', 'if (!raw) {'],
  }),
  ...guardsOf('db/write.ts', ['test/images/images.sqlite.test.ts'], {
    'A database that another program has locked for a moment fails a change.': [
      'if (!isBusy(error)) throw error;',
      'if (error) throw error;',
    ],
  }),
  ...guardsOf('ops/jobs.ts', ['test/backup/jobs.test.ts'], {
    'Two of three servers do the same work.': [
      ".where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now.toISOString())]))",
      '',
    ],
  }),
  ...guardsOf(
    'db/dialect.ts',
    [
      'test/start/start.slow.postgres.test.ts',
      'test/sign-in/team.both.test.ts',
      'test/sign-in/invitations.both.test.ts',
    ],
    {
      'Two of the first servers of a new site make an administrator each.': [
        'if (!isSqlite(tx)) await sql`lock table',
        'if (tx && table === "") await sql`lock table',
        { project: 'postgres' },
      ],
    },
  ),
  ...guardsOf('boot/start.ts', ['test/database/file.sqlite.test.ts'], {
    'Other users of the machine read the database.': ['  process.umask(PRIVATE);\n', ''],
  }),
  ...guardsOf('boot/shutdown.ts', ['test/start/ending.slow.sqlite.test.ts'], {
    'One promise that fails ends the server.': [
      "process.on('unhandledRejection',",
      "process.on('multipleResolves',",
      { only: 'a promise that failed with nobody waiting' },
    ],
    'An upload without an end keeps the server from ending.': [
      'setTimeout(() => app.server.closeAllConnections(), FINISH_TIMEOUT)',
      'setTimeout(() => {}, FINISH_TIMEOUT)',
      { only: 'an upload that goes on for ever' },
    ],
  }),
  ...guardsOf('config/network.ts', ['test/start/wrong-settings.pure.test.ts'], {
    'Every visitor is believed to be a proxy.': [
      'Number(prefix) <= (/^::ffff:/i.test(address) ? 96 : 0)',
      'Number(prefix) < 0',
    ],
  }),
  ...guardsOf('config/settings.ts', ['test/start/wrong-settings.pure.test.ts'], {
    'A key of the metrics is short enough to be guessed.': [
      'if (value.length >= SHORTEST_TOKEN) return value;',
      'if (value) return value;',
    ],
  }),
];
