import type { PlacesSection, Section } from '../../model/results/scores.ts';
import { SCALE, totalOf } from '../../model/results/scores.ts';
import type { demoContestants } from './contestants.ts';

type Name = (typeof demoContestants)[number]['key'];

interface DemoResults {
  juries: Record<string, Name[]>; // Of each jury, best first
  audience: [Name, number][]; // Points of the audience, best first
}

/** By the title of the show. */
export const demoResults: Record<string, DemoResults> = {
  'Первый полуфинал': {
    juries: {
      Москва: [
        'sokolovskaya',
        'yulaev',
        'mother',
        'sergeeva',
        'lighthouse',
        'choir',
        'tok',
        'chizhov',
        'movsesyan',
        'zabolotskaya',
      ],
      Казань: [
        'yulaev',
        'sergeeva',
        'sokolovskaya',
        'choir',
        'zabolotskaya',
        'mother',
        'lighthouse',
        'tok',
        'chizhov',
        'movsesyan',
      ],
      Архангельск: [
        'lighthouse',
        'sokolovskaya',
        'choir',
        'sergeeva',
        'yulaev',
        'tok',
        'mother',
        'movsesyan',
        'zabolotskaya',
        'chizhov',
      ],
      Светлореченск: [
        'sergeeva',
        'choir',
        'sokolovskaya',
        'lighthouse',
        'mother',
        'yulaev',
        'chizhov',
        'zabolotskaya',
        'tok',
        'movsesyan',
      ],
    },
    audience: [
      ['choir', 61],
      ['sokolovskaya', 52],
      ['lighthouse', 40],
      ['yulaev', 31],
      ['sergeeva', 22],
      ['mother', 14],
      ['tok', 6],
      ['chizhov', 4],
      ['movsesyan', 2],
      ['zabolotskaya', 0],
    ],
  },
  'Гранд-финал': {
    juries: {
      Москва: [
        'sokolovskaya',
        'lunyova',
        'yulaev',
        'ochirova',
        'mother',
        'safin',
        'podorozhnik',
        'sergeeva',
        'train',
        'ten',
      ],
      'Санкт-Петербург': [
        'mother',
        'sokolovskaya',
        'podorozhnik',
        'lunyova',
        'ten',
        'sergeeva',
        'anchor',
        'gadzhieva',
        'yulaev',
        'choir',
      ],
      Казань: [
        'safin',
        'yulaev',
        'gadzhieva',
        'sokolovskaya',
        'ochirova',
        'choir',
        'lighthouse',
        'lunyova',
        'sergeeva',
        'train',
      ],
      Новосибирск: [
        'sokolovskaya',
        'ochirova',
        'sergeeva',
        'ten',
        'lunyova',
        'lighthouse',
        'yulaev',
        'mother',
        'podorozhnik',
        'anchor',
      ],
      Владивосток: [
        'ten',
        'sergeeva',
        'ochirova',
        'sokolovskaya',
        'lighthouse',
        'gadzhieva',
        'lunyova',
        'train',
        'choir',
        'safin',
      ],
      Махачкала: [
        'gadzhieva',
        'lunyova',
        'sokolovskaya',
        'safin',
        'podorozhnik',
        'yulaev',
        'anchor',
        'mother',
        'ten',
        'choir',
      ],
      Светлореченск: [
        'anchor',
        'sokolovskaya',
        'choir',
        'lunyova',
        'lighthouse',
        'podorozhnik',
        'ochirova',
        'gadzhieva',
        'train',
        'mother',
      ],
    },
    audience: [
      ['anchor', 78],
      ['sokolovskaya', 71],
      ['podorozhnik', 63],
      ['choir', 52],
      ['gadzhieva', 40],
      ['lunyova', 31],
      ['train', 24],
      ['ten', 17],
      ['mother', 12],
      ['yulaev', 8],
      ['lighthouse', 5],
      ['sergeeva', 3],
      ['ochirova', 2],
      ['safin', 0],
    ],
  },
};

/** As the panel would save it. */
export function toScores({ juries, audience }: DemoResults, ids: ReadonlyMap<string, number>) {
  const idOf = (name: Name) => ids.get(name) ?? 0;
  const givers = Object.entries(juries).map(([name, order]) => ({
    name,
    points: order.map((key, at): [number, number] => [idOf(key), SCALE[at] ?? 0]),
  }));
  const places: PlacesSection['places'] = audience.map(([key, points], at) => ({
    ...{ contestant: idOf(key), place: at + 1, points },
  }));
  const sections: Section[] = [
    { kind: 'jury', title: 'Жюри', mode: 'givers', givers },
    { kind: 'audience', title: 'Зрители', mode: 'places', places },
  ];
  return { sections, control_total: totalOf(sections) };
}
