import { guardsOf } from './guard.ts';

export const signIn = [
  ...guardsOf('model/sessions/throttle.ts', ['test/sign-in/throttle.test.ts'], {
    'One address tries as many passwords as it likes.': ['row.failures < FREE_FAILURES', 'row.failures < Infinity'],
    'Many addresses together try as many passwords of one name as they like.': [
      'row && row.failures >= RATE_LIMIT.failures',
      'row && row.failures === Infinity',
    ],
    'Guesses of one’s own password that are sent at once are not counted against each other.': [
      '    refuseFor(await waitOf(tx, source));\n',
      '',
      { tests: ['test/sign-in/confirm.test.ts'], project: 'postgres' },
    ],
    'A clock that was set back locks people out for as long.': [
      'time > 2 * wait ? 0 : Math.min(wait, Math.max(0, time))',
      'Math.max(0, time)',
    ],
    'A sign-in under one’s own name pays for guesses at another.': [
      'if (name === undefined) await tx.deleteFrom',
      'if (each) await tx.deleteFrom',
    ],
  }),
  ...guardsOf('model/sessions/sign-in.ts', ['test/sign-in/totp.test.ts'], {
    'An attack on a name locks its owner out of a known device.': [
      'const isKnown = token !== undefined && (await isKnownDevice(db, token, name));',
      'const isKnown = false;',
      { tests: ['test/sign-in/throttle.test.ts'] },
    ],
    'Codes are guessed without a count.': [
      "await countFailure(store, sources);\n  throw new ModelError(401, 'wrong_otp'",
      "throw new ModelError(401, 'wrong_otp'",
    ],
    'Who has the password guesses codes from many addresses.': [
      '{ ...sources, each: [...sources.each, ofAll] }',
      'sources',
    ],
  }),
  ...guardsOf('http/session.ts', ['test/sign-in/throttle.test.ts'], {
    'Scripts read the cookie of a known device.': ["    'HttpOnly',\n", ''],
    'The request of somebody who is removed while its body arrives is carried out.': [
      "if (!request.session || request.method === 'GET' || request.method === 'HEAD') return;",
      'if (request) return;',
      { tests: ['test/sign-in/team.both.test.ts', 'test/security/roles.test.ts'] },
    ],
    'Routes of the panel are carried out without a token.': [
      'if (request.is404 || request.routeOptions.config.public ||',
      'if (request.url ||',
      { tests: ['test/security/refusals.test.ts'] },
    ],
    'Every role calls every route.': [
      'if (!roles.includes(session.role)) throw',
      'if (roles.length === 0) throw',
      { tests: ['test/security/roles.test.ts'] },
    ],
    'An unattended panel changes the team without a password.': [
      'if (asksPassword && !session.isConfirmed)',
      'if (asksPassword && session.adminId < 0)',
      { tests: ['test/sign-in/confirm.test.ts'] },
    ],
  }),
  ...guardsOf('model/sessions/sessions.ts', ['test/sign-in/sessions.test.ts'], {
    'A session that nobody uses stays open.': ['new Date(now.getTime() - IDLE_TIMEOUT).toISOString()', "''"],
    'A session stays open for more than seven days.': ['new Date(now.getTime() - LIFETIME).toISOString()', "''"],
    'A pattern in place of an id ends a session.': ['/^[0-9a-f]{16}$/.test(id)', 'id'],
    'A password given once opens the team for as long as the session lasts.': [
      'Math.abs(now.getTime() - Date.parse(confirmed_at)) < CONFIRMATION_LIFETIME',
      'true',
      { tests: ['test/sign-in/confirm.test.ts'], only: 'does not last longer for a clock' },
    ],
  }),
  ...guardsOf('model/sessions/devices.ts', ['test/sign-in/team.both.test.ts'], {
    'A sign-in that was under way opens a session with a password that is reset meanwhile.': [
      ".$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))",
      '',
    ],
  }),
  ...guardsOf('model/admins/secrets.ts', ['test/sign-in/sessions.test.ts'], {
    'Who reads the database has the tokens of all sessions.': [
      "createHash('sha256').update(token).digest('hex')",
      'token',
    ],
  }),
  ...guardsOf('model/admins/passwords.ts', ['test/sign-in/team.both.test.ts'], {
    'Sessions outlive a password that an administrator has reset.': [
      "    await tx.deleteFrom('sessions').where('admin_id', '=', id).execute();\n",
      '',
    ],
    'Of two changes of one password at once both count.': [".where('password_hash', '=', checked.passwordHash)", ''],
  }),
  ...guardsOf('model/admins/admins.ts', ['test/sign-in/invitations.both.test.ts'], {
    'The last administrator removes or demotes themselves.': [
      "if (!admins.some((admin) => admin.id !== id && admin.role === 'administrator'))",
      'if (admins.length === 0)',
      { only: 'is neither demoted nor removed' },
    ],
    'Two names look the same, by a sign that nobody sees.': [
      '/[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]/u.test(username)',
      "username === ''",
      { tests: ['test/sign-in/team.both.test.ts'] },
    ],
    'Who is no administrator any more still lets people in by invitations.': [
      '    await dropInvitationsBy(tx, admin.username);\n',
      '',
    ],
  }),
  ...guardsOf('model/admins/password-rule.ts', ['test/sign-in/team.both.test.ts'], {
    'A password that is easy to guess is taken.': [
      'if (!isEasyToGuess(password, known)) return;',
      'if (password) return;',
    ],
  }),
  ...guardsOf('api/audit-log.ts', ['test/security/roles.test.ts'], {
    'Editors see logins and the team in the audit log.': [
      "if (role === 'administrator') return asked;",
      'if (role) return asked;',
    ],
  }),
  ...guardsOf('model/admins/codes.ts', ['test/sign-in/totp.test.ts'], {
    'A code of the app that somebody has seen opens once more.': [".where('last_step', '<', step)", ''],
    'A recovery code opens the account of another.': [".where('admin_id', '=', id)", ''],
  }),
  ...guardsOf('model/sessions/login-links.ts', ['test/sign-in/sessions.test.ts'], {
    'A login link opens twice.': [
      ".deleteFrom('login_links')\n      .where('token_hash'",
      ".updateTable('login_links')\n      .set({ used_at: null })\n      .where('token_hash'",
    ],
  }),
];
