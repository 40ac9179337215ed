import { SCALE } from '../../model/results/scores.ts';
import type { ImageName } from './files.ts';
import { typeset } from './typeset.ts';

interface DemoEdition {
  year: number;
  city: string;
  hall: string;
  days: [first: string, last: string];
  hosts: string;
  poster: ImageName;
  accent: string;
  /** In the running order: name, song, town. They are called a, b, c, … below. */
  contestants: [name: string, song: string, region: string][];
  /** Who of the jury put whom first, second, …: ten letters each. */
  juries: Record<string, string>;
  /** Points of the audience, from the first place on: a letter each. */
  audience: string;
}

/** What the current one says of itself. */
export const demoEdition = {
  ...{ title: 'Рампа-2025', year: 2025, city: 'Светлореченск', hall: 'Зал «Эллинг»' },
  ...{ starts_on: '2025-07-15', ends_on: '2025-07-20' },
};

/** The three years before; winners are those of the article on the history. */
export const demoEditions: DemoEdition[] = [
  {
    year: 2022,
    city: 'Екатеринбург',
    hall: 'Дворец «Уралмаш»',
    days: ['2022-08-12', '2022-08-14'],
    hosts: 'Игорь Лапин и Диана Юсупова',
    poster: 'raised-hands',
    accent: '#3f8cff',
    contestants: [
      ['Вера Лунёва', 'Причал', 'Калининград'],
      ['«Третий этаж»', 'Сквозняк', 'Екатеринбург'],
      ['Богдан Чернов', 'Поезд на юг', 'Ростов-на-Дону'],
      ['Алёна Тугарина', 'Не зови', 'Тверь'],
      ['Тимур Хасанов', 'Июль', 'Казань'],
      ['«Сухой лист»', 'Октябрь', 'Вологда'],
      ['Нелли Азарова', 'Белые ночи', 'Санкт-Петербург'],
      ['«Кедр»', 'Тайга', 'Томск'],
      ['Марат Биктимиров', 'Степь', 'Оренбург'],
      ['Софья Ланская', 'Почерк', 'Москва'],
    ],
    juries: {
      Екатеринбург: 'beagjchdif',
      Казань: 'egabjhcidf',
      Москва: 'jeagbhcdfi',
      Томск: 'hegajbcdif',
      Калининград: 'aegjhbdcfi',
    },
    audience: 'eagbhjcdif',
  },
  {
    year: 2023,
    city: 'Казань',
    hall: 'Концертный зал «Прибой»',
    days: ['2023-07-28', '2023-07-30'],
    hosts: 'Диана Юсупова и Роман Вешняков',
    poster: 'sea-of-lights',
    accent: '#c04bd8',
    contestants: [
      ['«Девять фур»', 'Гидравлика', 'Сургут'],
      ['Эльвира Саттарова', 'Шёлк', 'Казань'],
      ['Пётр Ильменский', 'Наследство', 'Великий Новгород'],
      ['«Маяк 14»', 'Туман', 'Мурманск'],
      ['Кристина Волошина', 'Рельсы', 'Самара'],
      ['«Две табуретки»', 'Кухня', 'Самара'],
      ['Расул Гамидов', 'Горы помнят', 'Махачкала'],
      ['«Голубятня»', 'Крыша', 'Пермь'],
      ['Ульяна Зорина', 'Варежки', 'Архангельск'],
      ['Лев Аронов', 'Пауза', 'Москва'],
    ],
    juries: {
      Казань: 'bfhgdjicea',
      Самара: 'fehgbdjica',
      Москва: 'jfgbhdicea',
      Мурманск: 'dfhgbjicea',
      Пермь: 'hfbgdjicea',
    },
    audience: 'fghbdjaice',
  },
  {
    year: 2024,
    city: 'Самара',
    hall: 'Арена «Жигули»',
    days: ['2024-07-19', '2024-07-21'],
    hosts: 'Роман Вешняков и Ася Коровина',
    poster: 'grand-stage',
    accent: '#f0a020',
    contestants: [
      ['«Песочные часы»', 'Шесть кубометров', 'Волгоград'],
      ['Камилла Рустамова', 'Ладонь', 'Самара'],
      ['Георгий Власов', 'Этажи', 'Челябинск'],
      ['«Тихий час»', 'Одеяло', 'Иваново'],
      ['Аглая Строева', 'Полынья', 'Архангельск'],
      ['«Хор соседей»', 'Лестница', 'Нижний Новгород'],
      ['Мурат Кумыков', 'Перевал', 'Нальчик'],
      ['Варвара Щедрина', 'Черновик', 'Псков'],
      ['«Проводница»', 'Верхняя полка', 'Омск'],
      ['Илья Соболь', 'Не спеши', 'Тюмень'],
      ['Зоя Кравец', 'Сирень', 'Воронеж'],
      ['«Шум моря»', 'Раковина', 'Владивосток'],
      ['Юлия Северова', 'Берега', 'Светлореченск'],
      ['Артём Лужин', 'Провода', 'Калуга'],
    ],
    juries: {
      'Нина Сафронова': 'mehkbglfdi',
      'Вадим Кручинин': 'mhegklbfjn',
      'Лада Мирская': 'emhbgkflcd',
      'Олег Тарасов': 'mgehlkbfia',
      'Заира Омарова': 'gmehbklfjd',
      'Павел Кострома': 'mkehgblfna',
      'Алина Рябинина': 'mehgblkfcj',
    },
    audience: 'mfehgkblijdnac',
  },
];

const AUDIENCE = [96, 71, 58, 47, 39, 32, 26, 21, 17, 13, 10, 7, 4, 2];

/** The table of points; `ids`: of the contestants in the running order. */
export function sectionsOf({ juries, audience }: DemoEdition, ids: readonly number[]) {
  const idOf = (letter: string) => ids[letter.charCodeAt(0) - 97] ?? 0;
  const givers = Object.entries(juries).map(([name, order]) => ({
    name,
    points: [...order].map((letter, at): [number, number] => [idOf(letter), SCALE[at] ?? 0]),
  }));
  const places = [...audience].map((letter, at) => ({
    ...{ contestant: idOf(letter), place: at + 1, points: AUDIENCE[at] ?? 0 },
  }));
  return [
    { kind: 'jury' as const, title: 'Жюри', mode: 'givers' as const, givers },
    { kind: 'audience' as const, title: 'Зрители', mode: 'places' as const, places },
  ];
}

/** What a form would send. */
export function editionInput({ year, city, hall, days, hosts, accent }: DemoEdition) {
  const [starts_on, ends_on] = days;
  return {
    ...{ title: `Рампа-${year}`, year, city, starts_on, ends_on, accent },
    hall: typeset(hall),
    hosts: typeset(hosts),
  };
}
