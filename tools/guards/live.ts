import type { Guard } from './guard.ts';

export const live: Guard[] = [
  {
    guard: 'A lagging answer sets an open page back.',
    file: 'model/live/id.ts',
    remove: 'return one.version < other.version ||',
    put: 'return',
    tests: ['test/live/clock.pure.test.ts'],
  },
  {
    guard: 'What a page missed is not told when it comes back.',
    file: 'http/live/clock.ts',
    remove: 'isOlder(seen, id)',
    put: '!seen',
    tests: ['test/live/clock.pure.test.ts', 'test/live/live.test.ts'],
  },
  {
    guard: 'Presses soon after another are merged into one event, and boards have to ask.',
    file: 'http/live/live.ts',
    remove: '      await this.#broadcastSteps();\n',
    put: '',
    tests: ['test/results/api.test.ts'],
  },
  {
    guard: 'The name of a contestant that was mended stays wrong on the board.',
    file: 'model/programme/contestants.ts',
    remove: '      await followContestant(tx, saved);\n',
    put: '',
    tests: ['test/results/api.test.ts'],
  },
];
