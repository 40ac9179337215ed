import type { Name } from './contestants.ts';
import { typeset } from './typeset.ts';

const HALL = typeset('Зал «Эллинг», Светлореченск');

/** Shows with their running orders. */
export const demoShows: { title: string; hall: string; starts_at: string; ends_at: string; order: Name[] }[] = [
  {
    title: 'Первый полуфинал',
    hall: HALL,
    starts_at: '2025-07-15T17:00:00.000Z',
    ends_at: '2025-07-15T19:00:00.000Z',
    order: [
      'tok',
      'yulaev',
      'zabolotskaya',
      'choir',
      'movsesyan',
      'sergeeva',
      'mother',
      'chizhov',
      'lighthouse',
      'sokolovskaya',
    ],
  },
  {
    title: 'Гранд-финал',
    hall: HALL,
    starts_at: '2025-07-20T17:00:00.000Z',
    ends_at: '2025-07-20T20:00:00.000Z',
    order: [
      'train',
      'lunyova',
      'yulaev',
      'choir',
      'ten',
      'sergeeva',
      'anchor',
      'safin',
      'podorozhnik',
      'gadzhieva',
      'mother',
      'ochirova',
      'lighthouse',
      'sokolovskaya',
    ],
  },
];

/** Performers of the final so far, in order; the last is on stage now. */
export const demoPerformed: Name[] = [
  'train',
  'lunyova',
  'yulaev',
  'choir',
  'ten',
  'sergeeva',
  'anchor',
  'safin',
  'podorozhnik',
];
