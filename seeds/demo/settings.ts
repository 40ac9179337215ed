import { typeset } from './content.ts';

const DEMO_STREAM = '/demo/live/master.m3u8'; // where the demo's own broadcast is served
const DEMO_RECORDING = '/demo/recording/master.m3u8';

/** Settings of the demo world: the stream is on, the vote is open. */
export const demoSettings = {
  watch: {
    is_stream_enabled: true,
    title: typeset('Гранд-финал «Рампы-2025»'),
    description: typeset(
      'Прямой эфир из зала «Эллинг», Светлореченск. Четырнадцать песен, живой оркестр и одна круглая сцена посреди старого судостроительного цеха.',
    ),
    stream_url: DEMO_STREAM,
    starts_at: '2025-07-20T17:00:00.000Z',
    recording_url: DEMO_RECORDING,
  },
  vote: {
    is_voting_enabled: true,
    title: typeset('Выберите песню года'),
    description: typeset(
      'Поддержите от одной до трёх песен. Голоса зрителей — половина итога, вторую половину ставит жюри. Голосование проходит на отдельном сайте и откроется в новой вкладке.',
    ),
    voting_url: 'https://example.org/vote/rampa-2025',
  },
  /** Site texts that differ from the defaults, by the same keys. */
  siteText: {
    site_description: typeset(
      '«Рампа» — конкурс песни. Финал 20 июля 2025 года в Светлореченске: новости, прямая трансляция и голосование зрителей.',
    ),
    hero_line: typeset('Конкурс песни · Светлореченск, «Эллинг»'),
    hero_title: typeset('Десятая «Рампа»'),
    hero_text: typeset(
      '20 июля, 20:00. Четырнадцать песен на круглой сцене бывшего судостроительного цеха. Победителя выбирают жюри и зрители.',
    ),
    home_vote_text: typeset(
      'Послушайте четырнадцать финальных песен и поддержите те, которые хочется услышать ещё раз. Ваш голос — половина итога.',
    ),
    about_text: [
      '«Рампа» — передвижной конкурс новой песни. Он начался в 2016 году на разгрузочной площадке мебельного склада в Ярославле и с тех пор каждый год переезжает в город победителя.',
      'Правил немного: живой голос, не больше трёх минут, не больше шести человек на сцене и песня, которой раньше никто не слышал.',
      'В 2025 году нас принимает Светлореченск. В полуфиналах 15 и 17 июля выступят двадцать участников, в финале 20 июля прозвучат четырнадцать песен. Победителя выбирают зрители и жюри: голоса складываются поровну.',
    ]
      .map(typeset)
      .join('\n\n'),
    legal_age: '6+',
    legal_details:
      'АНО «Конкурс песни „Рампа“»\nИНН 0000000000\nОГРН 0000000000000\nСветлореченск, Корабельная набережная,\u00a01',
    footer_copyright: typeset(
      '© 2016–2025 Конкурс песни «Рампа». Демонстрационный сайт: город, участники и события вымышлены.',
    ),
  },
} as const;

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
    erid: '2VtzqDemo25',
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

/** URLs of the festival's former site. */
export const demoRedirects = [
  { source: '/program.html', target: '/news/raspisanie-efirov' },
  { source: '/tickets', target: '/news/bilety' },
  { source: '/page.php?id=12', target: '/about' },
];
