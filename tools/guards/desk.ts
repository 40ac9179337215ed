import { guardsOf } from './guard.ts';

/** Of the browser: the panel, the player, the pages. Those of `app/` are built for each. */
export const desk = [
  ...guardsOf('app/ui/admin/fields/whole-number.tsx', ['test/results/paste.pure.test.ts'], {
    'A pasted number becomes another one.': [
      '/^\\d{1,3}(?:[\\u00a0\\u2007\\u2009\\u202f]\\d{3})+$/.test(text)',
      'text',
    ],
    'A cell takes more points than it may hold.': [
      'if (value !== null && value >= least && value <= most) return { value };',
      'if (value !== null) return { value };',
    ],
  }),
  ...guardsOf('app/routes/admin/results/paste/plan.ts', ['test/results/paste.pure.test.ts'], {
    'Rows of different lengths shift points to others.': [
      'if (uneven) return',
      'if (uneven && copied.length === 0) return',
    ],
    'A name that stands twice takes the points of another.': [
      'keys.includes(key) && why === words.unknown',
      'keys.includes(key)',
    ],
  }),
  ...guardsOf('app/ui/admin/use-just-changed.ts', ['test/panel/double-tap.slow.e2e.ts'], {
    'A finger on its way hits what has just come under it.': [
      'return settled !== meaning;',
      'return settled !== meaning && false;',
      { only: 'does not reach the undo' },
    ],
  }),
  ...guardsOf('app/routes/admin/live/hold-button.tsx', ['test/panel/double-tap.slow.e2e.ts'], {
    'Two quick taps close the vote.': ["turn('pressed', wait, COOLDOWN)", 'wait()', { only: 'closes nothing' }],
  }),
  ...guardsOf('app/routes/admin/live/main-button.tsx', ['test/panel/double-tap.slow.e2e.ts'], {
    'A key that is held presses again and again.': [
      'if (event.repeat) event.preventDefault();',
      'void event;',
      { only: 'a key that is held down is one press' },
    ],
    'A second tap counts while the first is on its way.': [
      ' || isOnItsWay;',
      ' || (isOnItsWay && false);',
      { only: 'while the first is still on its way' },
    ],
  }),
  ...guardsOf('app/routes/admin/live/presses.ts', ['test/panel/double-tap.slow.e2e.ts'], {
    'A double tap on «Ещё раз» counts twice.': [
      'if (!offered || offered.isTaken) return;',
      'if (!offered) return;',
      { only: 'counts by «Ещё раз»' },
    ],
  }),
  ...guardsOf('app/entry.server.tsx', ['test/pages/visits.e2e.ts'], {
    'A touch while the document is being parsed starts a script that is cut off.': [
      "if (document.readyState === 'loading')",
      'if (false)',
      { only: 'touched while' },
    ],
  }),
  ...guardsOf('app/player/source.ts', ['test/pages/visits.e2e.ts'], {
    'A link shows a stream of strangers in the player of the site.': [
      'if (isOurs) return',
      'if (sources) return',
      { only: 'and no other' },
    ],
  }),
  ...guardsOf('app/routes/public/article/blocks/frames.ts', ['test/embeds/pages.e2e.ts'], {
    'An embed asks its site before a click.': [
      "if (document.documentElement.dataset.consent !== 'accepted') return;",
      '',
      { only: 'nothing is asked of others before a click' },
    ],
  }),
  ...guardsOf('app/inline/page-script.ts', ['test/settings/start-time.slow.e2e.ts'], {
    'Something is stored before the visitor has decided.': [
      "page.dataset.consent !== 'unset' && key.startsWith('rampa.')",
      'key !== KEY',
    ],
    'A closed cookie question takes the focus with it.': [
      "if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });",
      'void hadFocus;',
      { tests: ['test/pages/consent.slow.e2e.ts'], only: 'a keyboard reaches the question' },
    ],
  }),
  ...guardsOf('app/ui/page-link.tsx', ['test/accessibility/keys.slow.demo.e2e.ts'], {
    'A screen reader says nothing of a page that was opened by a link.': [
      'heading?.focus({ preventScroll: true });',
      '',
    ],
  }),
  ...guardsOf('app/root.tsx', ['test/pages/pages.test.ts'], {
    'A screen reader reads Russian as another language.': ['lang="ru"', ''],
    'A page that was asked for without spoilers tells by an event.': [
      'isPublic && isSpoilerFree',
      'false',
      { tests: ['test/programme/spoilers.test.ts'] },
    ],
  }),
  ...guardsOf('app/ui/results/use-board-state.ts', ['test/live/own-second.slow.e2e.ts'], {
    'Home names the winner before the picture in another tab.': [
      'isBehind ? (loaded && received) || null : newer',
      'newer',
    ],
    'A page names the winner whom a viewer who is behind may not have seen.': [
      'isAhead: isLate || isUnseen',
      'isAhead: isLate',
      { tests: ['test/live/own-second.slow.e2e.ts'], only: 'opened beside the picture' },
    ],
  }),
  ...guardsOf('app/inline/waiting.ts', ['test/live/own-second.slow.e2e.ts'], {
    'A page that is opened beside the picture tells what a viewer who is behind has not seen.': [
      "page.dataset.waits = '';",
      '',
      { only: 'opened beside the picture' },
    ],
  }),
  ...guardsOf('app/routes/public/results.tsx', ['test/results/corrections.slow.e2e.ts'], {
    'The points of a show that was restarted stay on an open page of the results.': [
      'areAllOfThisShow(newer, loaded) ? undefined',
      'newer.length > -1 ? undefined',
    ],
  }),
  ...guardsOf('model/results/document.ts', ['test/editions/api.both.test.ts'], {
    'Points from an old page are public without a reveal, once a new festival was started.': [
      'await requireCurrent(tx, input.current_edition)',
      'await requireCurrent(tx, undefined)',
    ],
  }),
  ...guardsOf('model/editions/start.ts', ['test/editions/api.both.test.ts'], {
    'Two who start a new festival at once start two.': [
      'await requireCurrent(tx, input.current_edition)',
      'await requireCurrent(tx, undefined)',
    ],
  }),
];
