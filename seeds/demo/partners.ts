import { typeset } from './typeset.ts';

/** Partners of the demo world: none of them exists. `logo` is a file in `logos/`. */
export const demoPartners = [
  {
    name: typeset('Зал «Эллинг»'),
    group: 'Генеральный партнёр',
    link: 'https://example.org/elling',
    logo: 'elling',
  },
  {
    name: typeset('Чайный дом «Полдень»'),
    group: 'Партнёры',
    link: 'https://example.org/polden',
    logo: 'polden',
    advertiser: typeset('ООО «Полдень»'),
    erid: 'DemoErid2025polden',
  },
  { name: typeset('Верфь «Три мачты»'), group: 'Партнёры', link: 'https://example.org/machty', logo: 'machty' },
  {
    name: typeset('Радио «Волна»'),
    group: 'Информационные партнёры',
    link: 'https://example.org/volna',
    logo: 'volna',
  },
  {
    name: typeset('Светлореченская городская газета'),
    group: 'Информационные партнёры',
    link: 'https://example.org/gazeta',
  },
];

export function logoFile(name: string): URL {
  return new URL(`./logos/${name}.webp`, import.meta.url);
}
