import { readTexts } from '../pages.ts';
import { typeset } from './content.ts';
import type { ImageName } from './files.ts';
import { toOrders } from './programme.ts';

/** Fields of the current edition. */
export const demoEdition = {
  ...{ title: 'Рампа-2025', year: 2025, city: 'Светлореченск', hall: 'Зал «Эллинг»' },
  ...{ starts_on: '2025-07-15', ends_on: '2025-07-20' },
};

/**
 * The three previous editions; winners as in the article on the history. Contestants in running order: name, song, town. They
 * are called a, b, c, … in the `orders` of the juries and the audience, best first.
 */
export const demoEditions = readTexts(new URL('./editions/', import.meta.url)).map(({ head, body }) => {
  const [contestants = '', orders = ''] = body.split('\n\n');
  const { hall = '', hosts = '', ends_on = '', poster, points = '', ...words } = head;
  return {
    input: { ...words, year: Number(words.year), ends_on, hall: typeset(hall), hosts: typeset(hosts) },
    poster: poster as ImageName,
    contestants: contestants.split('\n').map((line) => line.split('; ')),
    orders: toOrders(orders),
    points: points.split(' ').map(Number),
  };
});
