import { SCALE, type Scores, totalOf } from '../../model/results/scores.ts';
import { typeset } from './content.ts';

const HALL = typeset('Зал «Эллинг», Светлореченск');
const FINALISTS =
  'train lunyova yulaev choir ten sergeeva anchor safin podorozhnik gadzhieva mother ochirova lighthouse sokolovskaya';

/** Contestants stand as words, separated by spaces. */
export interface DemoResults {
  juries: Record<string, string>; // Of each jury, best first
  audience: string; // Best first, and how many points each got
  points: number[];
}

interface DemoShow {
  show: { title: string; hall: string; starts_at: string; ends_at: string };
  order: string;
  results: DemoResults;
}

export const demoShows: DemoShow[] = [
  {
    show: {
      ...{ title: 'Первый полуфинал', hall: HALL },
      ...{ starts_at: '2025-07-15T17:00:00.000Z', ends_at: '2025-07-15T19:00:00.000Z' },
    },
    order: 'tok yulaev zabolotskaya choir movsesyan sergeeva mother chizhov lighthouse sokolovskaya',
    results: {
      juries: {
        Москва: 'sokolovskaya yulaev mother sergeeva lighthouse choir tok chizhov movsesyan zabolotskaya',
        Казань: 'yulaev sergeeva sokolovskaya choir zabolotskaya mother lighthouse tok chizhov movsesyan',
        Архангельск: 'lighthouse sokolovskaya choir sergeeva yulaev tok mother movsesyan zabolotskaya chizhov',
        Светлореченск: 'sergeeva choir sokolovskaya lighthouse mother yulaev chizhov zabolotskaya tok movsesyan',
      },
      audience: 'choir sokolovskaya lighthouse yulaev sergeeva mother tok chizhov movsesyan zabolotskaya',
      points: [61, 52, 40, 31, 22, 14, 6, 4, 2, 0],
    },
  },
  {
    show: {
      ...{ title: 'Гранд-финал', hall: HALL },
      ...{ starts_at: '2025-07-20T17:00:00.000Z', ends_at: '2025-07-20T20:00:00.000Z' },
    },
    order: FINALISTS,
    results: {
      juries: {
        Москва: 'sokolovskaya lunyova yulaev ochirova mother safin podorozhnik sergeeva train ten',
        'Санкт-Петербург': 'mother sokolovskaya podorozhnik lunyova ten sergeeva anchor gadzhieva yulaev choir',
        Казань: 'safin yulaev gadzhieva sokolovskaya ochirova choir lighthouse lunyova sergeeva train',
        Новосибирск: 'sokolovskaya ochirova sergeeva ten lunyova lighthouse yulaev mother podorozhnik anchor',
        Владивосток: 'ten sergeeva ochirova sokolovskaya lighthouse gadzhieva lunyova train choir safin',
        Махачкала: 'gadzhieva lunyova sokolovskaya safin podorozhnik yulaev anchor mother ten choir',
        Светлореченск: 'anchor sokolovskaya choir lunyova lighthouse podorozhnik ochirova gadzhieva train mother',
      },
      audience:
        'anchor sokolovskaya podorozhnik choir gadzhieva lunyova train ten mother yulaev lighthouse sergeeva ochirova safin',
      points: [78, 71, 63, 52, 40, 31, 24, 17, 12, 8, 5, 3, 2, 0],
    },
  },
];

/** Performers of the final so far, in order; the last is on stage now. */
export const demoPerformed = FINALISTS.split(' ').slice(0, 9);

/** As the panel would save it. */
export function toScores({ juries, audience, points }: DemoResults, idOf: (name: string) => number): Scores {
  const givers = Object.entries(juries).map(([name, order]) => ({
    name,
    points: order.split(' ').map((each, at): [number, number] => [idOf(each), SCALE[at] ?? 0]),
  }));
  const places = audience
    .split(' ')
    .map((name, at) => ({ contestant: idOf(name), place: at + 1, points: points[at] ?? 0 }));
  const sections: Scores['sections'] = [
    { kind: 'jury', title: 'Жюри', mode: 'givers', givers },
    { kind: 'audience', title: 'Зрители', mode: 'places', places },
  ];
  return { sections, control_total: totalOf(sections) };
}
