import { guardsOf } from './guard.ts';

export const night = [
  ...guardsOf('model/live/press.ts', ['test/programme/stage.test.ts', 'test/results/api.test.ts'], {
    'A double tap puts the next but one on stage.': [
      'if (!press.again && own?.kind === kind &&',
      'if (!press.again && own?.kind === null &&',
      { tests: ['test/programme/double-press.test.ts'] },
    ],
    'A clock that was put back refuses presses for as long.': [
      'return Math.abs(',
      'return Number(',
      { tests: ['test/programme/double-press.test.ts'] },
    ],
    'A press that is sent twice counts twice.': [
      'key === press.key',
      'key === undefined',
      { tests: ['test/programme/stage.test.ts'] },
    ],
    'Another press under a used key is answered as if it counted.': [
      'if (!matches(known, { kind, ...named }))',
      'if (known === null)',
    ],
    'Of two operators who saw the same both move the stage on.': [
      'if (!isKnown || press.seen < (newest?.version ?? 0))',
      'if (!isKnown)',
    ],
    'An undo takes back what others have pressed since.': [
      "if (!entry || last !== entry || entry.kind === 'undo')",
      'if (!entry)',
    ],
    'A step that everybody has seen is taken back without a word.': [
      "if (part === 'results' && Date.now() - Date.parse(entry.at) > UNDO_WINDOW)",
      'if (Date.parse(entry.at) === UNDO_WINDOW)',
      { tests: ['test/results/api.test.ts'] },
    ],
  }),
  ...guardsOf('model/programme/stage.ts', ['test/programme/stage.test.ts'], {
    'The stage is that of a show that visitors must not see.': ['if (show.is_public === 0)', 'if (show.is_public < 0)'],
    'A contestant who is withdrawn is put on stage.': [
      'if (row.is_withdrawn === 1) throw',
      'if (row.is_withdrawn < 0) throw',
    ],
  }),
  ...guardsOf('model/live/log.ts', ['test/programme/stage.test.ts'], {
    'A press says that it will be made tomorrow.': ['if (at > now) throw', 'if (at < 0) throw'],
    'A press of yesterday moves the stage.': ['if (at < now - MAX_LATENESS) throw', 'if (at < 0) throw'],
  }),
  ...guardsOf('model/live/fold.ts', ['test/programme/stage-pages.sqlite.test.ts'], {
    'A press that was forgotten keeps somebody on stage for days.': [
      'PRESS_LIFETIME = 4 * 3_600_000;',
      'PRESS_LIFETIME = 400 * 3_600_000;',
      { only: 'a forgotten press', isInPages: true },
    ],
    'A viewer behind the live edge sees who is on stage before the picture does.': [
      'known.findLast(({ at }) => at <= moment) ?? known[0]',
      'known.at(-1)',
      { tests: ['test/live/fold.pure.test.ts'] },
    ],
  }),
  ...guardsOf('model/results/document.ts', ['test/results/api.test.ts'], {
    'Points change while they are prepared to be shown.': [
      'if (before?.armed_at) throw',
      "if (before?.armed_at === '') throw",
    ],
    'Half a table of points is shown.': ['if (!before || gaps.length > 0) throw', 'if (!before) throw'],
    'Points that are off their scale are shown unasked.': [
      'if (breaches.length === 0) return;',
      'if (breaches) return;',
      { tests: ['test/results/wrong-points.test.ts'] },
    ],
    'What was confirmed of other points lets these pass.': [
      ' || !breaches.every((breach) => confirmed.has(breach))',
      '',
      { tests: ['test/results/wrong-points.test.ts'] },
    ],
    'Points are mended out of sight in the middle of the reveal.': [
      'if (log.steps.has(id)) throw',
      'if (log.steps.size < 0) throw',
    ],
  }),
  ...guardsOf('model/results/gaps.ts', ['test/results/api.test.ts'], {
    'A typing error in the points is not seen by the total.': [
      'else if (control_total !== total)',
      'else if (total < 0)',
    ],
  }),
  ...guardsOf('model/results/reveals.ts', ['test/results/api.test.ts'], {
    'The results of a show that is not on the site are revealed.': [
      'if (show.is_public === 0)',
      'if (show.is_public < 0)',
    ],
    'A correction tells points before their step.': [
      'if (found.last >= revealed) throw',
      'if (found.last < 0) throw',
      { tests: ['test/results/wrong-points.test.ts'] },
    ],
  }),
  ...guardsOf('model/results/locked.ts', ['test/results/api.test.ts'], {
    'A wrong winner is shown, since one with points has left the show.': [
      'locked === null ? await performersOf(db, show)',
      'db ? await performersOf(db, show)',
    ],
    'Who was withdrawn stays on the board.': ['all.filter(({ is_withdrawn }) => is_withdrawn === 0)', 'all'],
  }),
  ...guardsOf('model/programme/shows.ts', ['test/results/api.test.ts'], {
    'A show is deleted while its results are prepared.': ["assertNotLocked(tx, show, 'show')", 'Promise.resolve()'],
  }),
  ...guardsOf('model/results/results.ts', ['test/results/pages.test.ts', 'test/results/api.test.ts'], {
    'Whoever comes to a show after its places were entered wins.': ['rankedIn(entered, taking)', 'taking'],
    'Prepared results are announced before their first step.': [
      "    .where((eb) => eb.or([eb('shows.id', 'in', [0, ...steps.keys()]), eb('is_final', '=', 1)]))\n",
      '',
    ],
    'The board of a show that is hidden stays public.': [
      "    .where('is_public', '=', 1)\n",
      '',
      { tests: ['test/results/api.test.ts'] },
    ],
  }),
  ...guardsOf('model/results/board.ts', ['test/results/board.pure.test.ts'], {
    'Equal totals are ranked by the running order alone.': ['    other.audience - one.audience ||\n', ''],
  }),
  ...guardsOf('model/spoilers.ts', ['test/programme/spoilers.test.ts'], {
    'Feeds without spoilers tell who won.': [
      'return found.filter(({ slug }) => !hidden.has(slug));',
      'return hidden.size < 0 ? [] : [...found];',
    ],
  }),
  ...guardsOf('http/url.ts', ['test/programme/spoilers.test.ts'], {
    'Who asked for a site without spoilers gets the pages that tell.': [
      "kind === 'public' && prefersSpoilerFree(cookie) && !hidesSpoilers(search)",
      'prefersSpoilerFree(cookie) && search === cookie',
    ],
  }),
];
