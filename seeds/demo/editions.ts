import { typeset } from './content.ts';
import type { ImageName } from './files.ts';
import type { DemoResults } from './programme.ts';

type DemoEdition = {
  year: number;
  city: string;
  hall: string;
  days: [first: string, last: string];
  hosts: string;
  poster: ImageName;
  accent: string;
  /** In the running order: name, song, town. They are called a, b, c, … below. */
  contestants: [name: string, song: string, region: string][];
} & Omit<DemoResults, 'points'>;

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
      Екатеринбург: 'b e a g j c h d i f',
      Казань: 'e g a b j h c i d f',
      Москва: 'j e a g b h c d f i',
      Томск: 'h e g a j b c d i f',
      Калининград: 'a e g j h b d c f i',
    },
    audience: 'e a g b h j c d i f',
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
      Казань: 'b f h g d j i c e a',
      Самара: 'f e h g b d j i c a',
      Москва: 'j f g b h d i c e a',
      Мурманск: 'd f h g b j i c e a',
      Пермь: 'h f b g d j i c e a',
    },
    audience: 'f g h b d j a i c e',
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
      'Нина Сафронова': 'm e h k b g l f d i',
      'Вадим Кручинин': 'm h e g k l b f j n',
      'Лада Мирская': 'e m h b g k f l c d',
      'Олег Тарасов': 'm g e h l k b f i a',
      'Заира Омарова': 'g m e h b k l f j d',
      'Павел Кострома': 'm k e h g b l f n a',
      'Алина Рябинина': 'm e h g b l k f c j',
    },
    audience: 'm f e h g k b l i j d n a c',
  },
];

/** Points of the audience in each of them, from the first place on. */
export const AUDIENCE = [96, 71, 58, 47, 39, 32, 26, 21, 17, 13, 10, 7, 4, 2];

export function editionInput({ year, city, hall, days, hosts, accent }: DemoEdition) {
  const [starts_on, ends_on] = days;
  return {
    ...{ title: `Рампа-${year}`, year, city, starts_on, ends_on, accent },
    hall: typeset(hall),
    hosts: typeset(hosts),
  };
}
