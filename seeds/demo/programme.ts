import type { ImageName } from './pictures.ts';
import { typeset } from './typeset.ts';

interface DemoContestant {
  name: string;
  song: string;
  authors: string;
  region: string;
  picture: ImageName;
  text: string;
  clip?: { address: string; title: string; seconds: number };
}

/** Contestants of the demo world, by the word that the shows name them with; the final's fourteen first, in its order. */
const contestants = {
  train: {
    name: '«Электричка 6:40»',
    song: 'Следующая — любовь',
    authors: 'музыка и слова Лизы Морошкиной и Антона Курганова',
    region: 'Тула',
    picture: 'train-at-6-40',
    text: `Инженер, медсестра, студент и проводница познакомились в утреннем поезде Тула — Москва и там же репетируют: третий вагон с хвоста, контрабас у двери.

Песню для конкурса выбирали пассажиры, бюллетенями. Она победила с перевесом в один голос.`,
    clip: {
      address: 'https://rutube.ru/video/20250720202507202025072020250720/',
      title: typeset('«Электричка 6:40» — «Следующая — любовь»'),
      seconds: 176,
    },
  },
  lunyova: {
    name: 'Вера Лунёва',
    song: 'Янтарь',
    authors: 'музыка Веры Лунёвой, слова Игната Прусского',
    region: 'Калининград',
    picture: 'vera-lunyova',
    text: `Днём водит экскурсии по косе, вечером поёт в порту. «Янтарь» сочинила на дюне, в шторм: ветер унёс черновик, и второй куплет пришлось писать заново.

Говорит, что он вышел лучше.`,
  },
  yulaev: {
    name: 'Арслан Юлаев',
    song: 'Мёд и полынь',
    authors: 'музыка и слова Арслана Юлаева',
    region: 'Уфа',
    picture: 'arslan-yulaev',
    text: `Играет на курае с шести лет, на синтезаторе — с шестнадцати; в песне они спорят, и курай побеждает.

Дед Арслана держит пасеку под Белорецком. Первую запись сделали там, поэтому на двадцатой секунде слышна пчела.`,
  },
  choir: {
    name: '«Хор соседей»',
    song: 'Откройте окна',
    authors: 'музыка Нины Кораблёвой, слова жителей дома 8',
    region: 'Нижний Новгород',
    picture: 'choir-of-neighbours',
    text: `Тридцать один человек из одного дома, от первого подъезда до четвёртого. На сцену по правилам выходят шестеро, остальные поют из зала.

Хор начался с объявления на двери: «Кто умеет вторым голосом — позвоните в 42-ю».`,
  },
  ten: {
    name: 'Максим Тэн',
    song: 'Сопки',
    authors: 'музыка и слова Максима Тэна',
    region: 'Владивосток',
    picture: 'maxim-ten',
    text: `Дорога до Светлореченска заняла у него семь часовых поясов. Когда Максим выйдет на сцену, во Владивостоке будет глубокая ночь, но «свои не спят».

Песня о том, как возвращаться туда, где тебя помнят маленьким.`,
  },
  sergeeva: {
    name: 'Айталина Сергеева',
    song: 'Дыхание',
    authors: 'музыка Айталины Сергеевой, слова Кюннэй Поповой',
    region: 'Якутск',
    picture: 'aytalina-sergeeva',
    text: `Самый длинный вдох конкурса: одиннадцать секунд перед вторым куплетом. Зал обычно дышит вместе с ней.

Айталина поёт и играет на хомусе, который сделал её отец.`,
  },
  anchor: {
    name: '«Якорная, 5»',
    song: 'Домой по воде',
    authors: 'музыка и слова группы',
    region: 'Светлореченск',
    picture: 'anchor-street-5',
    text: `Хозяева площадки: репетируют через две улицы от «Эллинга», в бывшей сушильне парусов, и выходят в финал без отбора. Группа названа по адресу подъезда, в котором выросли все четверо.

Барабанщик работает на пароме, поэтому репетиции зависят от расписания.`,
  },
  safin: {
    name: 'Эмиль Сафин',
    song: 'Голубятня',
    authors: 'музыка Эмиля Сафина, слова Розы Ахтямовой',
    region: 'Казань',
    picture: 'emil-safin',
    text: `Учитель физики и голубятник. На уроках объясняет звук, на сцене проверяет.

В песне слышно, как взлетают сорок птиц: записывали на рассвете, со второго раза.`,
  },
  podorozhnik: {
    name: '«Подорожник»',
    song: 'Кружево',
    authors: 'музыка народная в обработке трио, слова Зои Кружевниковой',
    region: 'Вологда',
    picture: 'podorozhnik',
    text: `Три голоса без единого инструмента. В финал вышли последними: «второй шанс», 31 % из 264 тысяч голосов.

Партии разучивали под стук коклюшек, и ритм остался.`,
  },
  gadzhieva: {
    name: 'Саида Гаджиева',
    song: 'Горная почта',
    authors: 'музыка Саиды Гаджиевой и Мурада Алиева, слова Саиды Гаджиевой',
    region: 'Махачкала',
    picture: 'saida-gadzhieva',
    text: `Во время её полуфинала набережная подпрыгивала с частотой 2,8 герца: так записала сейсмостанция речного училища.

Песня — о бабушке, которая тридцать лет носила письма в сёла, куда не ездят машины.`,
  },
  mother: {
    name: '«Позвони маме»',
    song: 'После титров',
    authors: 'музыка и слова Кирилла Ветлугина',
    region: 'Санкт-Петербург',
    picture: 'call-your-mother',
    text: `Четверо друзей, которые пишут песни о том, что бывает, когда кино кончилось, а уходить не хочется.

Группа просит перед концертом сделать то, что написано в её названии.`,
  },
  ochirova: {
    name: 'Дарима Очирова',
    song: 'Тысяча вёрст',
    authors: 'музыка и слова Даримы Очировой',
    region: 'Улан-Удэ',
    picture: 'darima-ochirova',
    text: `Единственная песня конкурса без припева: дорога ведь не повторяется.

Дарима проехала поездом от Улан-Удэ до Светлореченска и каждый вечер пела проводникам новый куплет.`,
  },
  lighthouse: {
    name: '«Маяк 14»',
    song: 'Полярный день',
    authors: 'музыка Олега Студёного, слова группы',
    region: 'Мурманск',
    picture: 'lighthouse-14',
    text: `На генеральном прогоне у них села батарея в гитаре, и они спели без гитары. Режиссёр попросил так и оставить.

Тринадцатый номер группе достался по жеребьёвке. Она просит не поздравлять раньше времени.`,
  },
  sokolovskaya: {
    name: 'Мира Соколовская',
    song: 'Тёплый снег',
    authors: 'музыка и слова Миры Соколовской, аранжировка Александра Вдовина',
    region: 'Томск',
    picture: 'quiet-voice',
    text: `Преподаёт сольфеджио в музыкальной школе. Песня начинается с семи секунд тишины, и каждый раз кто-нибудь проверяет, работает ли микрофон.

В аранжировке четыре инструмента: рояль, альт, контрабас и снег.`,
  },
  tok: {
    name: '«Ток и Лён»',
    song: 'Ткань',
    authors: 'музыка и слова дуэта',
    region: 'Ярославль',
    picture: 'tok-i-lyon',
    text: 'Электрик и ткачиха. Бит собран из звуков станка, на котором Лена работает с девяти до шести.',
  },
  zabolotskaya: {
    name: 'Кира Заболоцкая',
    song: 'Колокольчики',
    authors: 'музыка Ильи Шторма, слова Киры Заболоцкой',
    region: 'Псков',
    picture: 'kira-zabolotskaya',
    text: 'Учится на звонаря и на вокалиста одновременно. В записи ни одного колокола: все звоны Кира спела сама.',
  },
  movsesyan: {
    name: 'Даниэль Мовсесян',
    song: 'Двор',
    authors: 'музыка и слова Даниэля Мовсесяна',
    region: 'Краснодар',
    picture: 'daniel-movsesyan',
    text: 'Пианист, который три года играл в гостиничном лифте и знает, как уложиться в девять этажей.',
  },
  chizhov: {
    name: 'Лев Чижов',
    song: 'Пассажир',
    authors: 'музыка Льва Чижова, слова Тамары Полевой',
    region: 'Тюмень',
    picture: 'lev-chizhov',
    text: 'Бортпроводник. Припев сочинил между Тюменью и Сургутом, второй куплет — на обратном рейсе.',
  },
} satisfies Record<string, DemoContestant>;

type Name = keyof typeof contestants;

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

/** Set as a printer would; `name` is the word of the running orders. */
export const demoContestants = Object.entries<DemoContestant>(contestants).map(
  ([key, { picture, clip, ...words }]) => ({
    key: key as Name,
    picture,
    clip: clip ?? null,
    words: Object.fromEntries(Object.entries(words).map(([field, text]) => [field, typeset(text)])) as Pick<
      DemoContestant,
      'name' | 'song' | 'authors' | 'region' | 'text'
    >,
  }),
);
