import { guardsOf } from './guard.ts';

export const live = [
  ...guardsOf('model/live/id.ts', ['test/live/clock.pure.test.ts'], {
    'A page is told again of a change of a list that it has read.': ['return one.version < other.version ||', 'return'],
    'A lagging answer sets an open page back.': [
      'other?.epoch && one.version < other.version;',
      'other?.epoch && false;',
      { tests: ['test/live/document.pure.test.ts'] },
    ],
  }),
  ...guardsOf('http/live/clock.ts', ['test/live/clock.pure.test.ts', 'test/live/live.test.ts'], {
    'What a page missed is not told when it comes back.': ['isOlder(seen, id)', '!seen'],
  }),
  ...guardsOf('http/live/live.ts', ['test/results/api.test.ts'], {
    'Presses soon after another are merged into one event, and boards have to ask.': [
      '      this.#broadcastPresses(presses ?? []);\n',
      '',
    ],
    'A change whose state could not be read reaches open pages half a minute later.': [
      'presses ? MAX_TIMER : RETRY_DELAY',
      'presses ? MAX_TIMER : MAX_TIMER',
      { tests: ['test/live/changes.both.test.ts'] },
    ],
  }),
  ...guardsOf('model/programme/contestants.ts', ['test/results/api.test.ts'], {
    'The name of a contestant that was mended stays wrong on the board.': [
      '      await followContestant(tx, saved);\n',
      '',
    ],
  }),
];
