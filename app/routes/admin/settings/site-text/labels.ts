import type { siteTextDefaults } from '../../../../../model/settings/site-text-defaults.ts';

type Key = keyof typeof siteTextDefaults;

export const groups: { title: string; page: string; labels: Partial<Record<Key, string>> }[] = [
  {
    title: 'Сайт целиком',
    page: '/',
    labels: {
      site_name: 'Название сайта',
      site_description: 'Описание сайта для поисковиков',
      header_logo: 'Логотип в шапке',
      banner_date: 'Дата в шапке',
    },
  },
  { title: 'Оформление', page: '/', labels: { accent_color: 'Акцентный цвет', logo_image: 'Логотип-картинка' } },
  {
    title: 'Главная страница',
    page: '/',
    labels: {
      hero_line: 'Строка над заголовком: что это и где',
      hero_title: 'Крупный заголовок',
      hero_text: 'Текст под заголовком',
      hero_link_text: 'Ссылка «О нас»',
      home_news_title: 'Заголовок блока новостей',
      home_news_link_text: 'Ссылка на все новости',
      home_vote_title: 'Заголовок призыва голосовать',
      home_vote_text: 'Текст призыва голосовать',
      home_vote_link_text: 'Кнопка призыва голосовать',
      home_over_title: 'Заголовок, пока считают голоса',
      home_over_text: 'Текст, пока считают голоса',
    },
  },
  { title: 'Новости', page: '/news', labels: { news_title: 'Заголовок страницы', news_empty: 'Когда новостей нет' } },
  {
    title: 'Трансляция до и после эфира',
    page: '/watch',
    labels: {
      watch_waiting_title: 'Заголовок до эфира',
      watch_waiting_text: 'Текст до эфира',
      watch_late_text: 'Текст, когда время начала прошло, а эфира нет',
      watch_over_title: 'Заголовок после эфира',
      watch_over_text: 'Текст после эфира',
    },
  },
  {
    title: 'Голосование',
    page: '/vote',
    labels: {
      vote_button_text: 'Кнопка голосования',
      vote_closed_title: 'Заголовок до голосования',
      vote_closed_text: 'Текст до голосования',
      vote_over_title: 'Заголовок после голосования',
      vote_over_text: 'Текст после голосования',
    },
  },
  { title: 'О нас', page: '/about', labels: { about_title: 'Заголовок страницы', about_text: 'Текст страницы' } },
  {
    title: 'Реквизиты и отметки',
    page: '/',
    labels: {
      legal_age: 'Возрастная отметка сайта',
      legal_details: 'Реквизиты организатора',
      legal_privacy: 'Политика обработки персональных данных',
      legal_marks: 'Отметки у имён',
    },
  },
  {
    title: 'Подвал и соцсети',
    page: '/',
    labels: {
      footer_copyright: 'Строка об авторских правах',
      social_telegram: 'Ссылка на Telegram',
      social_youtube: 'Ссылка на YouTube',
      social_tiktok: 'Ссылка на TikTok',
      social_rutube: 'Ссылка на Rutube',
    },
  },
];

export const NAMES: Readonly<Record<string, string>> = Object.assign({}, ...groups.map(({ labels }) => labels));

export function labelOf(key: string): string {
  return NAMES[key] ?? key;
}

export function isNamed(key: string): boolean {
  return key in NAMES;
}

export function isLink(key: string): boolean {
  return (key.startsWith('social_') && isNamed(key)) || key === 'legal_privacy';
}

/** What each of them does, under its field. */
const HINTS: Partial<Record<Key, string>> = {
  accent_color:
    'Пусто — оранжевый. Где выбранный цвет плохо читается, сайт сам делает его светлее или темнее: контраст текста всегда не ниже 4,5 : 1.',
  legal_age: 'Стоит в подвале каждой страницы и в данных для поисковиков. Пусто — отметки не будет.',
  legal_details:
    'Название, ИНН, ОГРН, адрес и почта: стоят в подвале каждой страницы, строка за строкой. Пусто — их там нет.',
  legal_privacy:
    'Путь на этом сайте или полный адрес. Ссылка встанет рядом с вопросом о cookie, на видео других сайтов и в подвале. Пусто — туда встанет страница /privacy, как только она опубликована.',
  legal_marks:
    'По строке на каждого: имя и его формы через запятую, тире, отметка. «Анна Иванова, Анны Ивановой — признана в РФ иностранным агентом». Где имя впервые стоит в новости, на её карточке или на странице, появится звёздочка, а ниже и в ленте RSS — сноска. Сами тексты не меняются. Участнику поставьте звёздочку прямо в имени, «Анна Иванова*», а сноску впишите в реквизиты.',
};

export function hintOf(key: string): string | undefined {
  return key.startsWith('social_') && isNamed(key) ? 'Пусто — ссылки в подвале не будет' : HINTS[key as Key];
}

/** Typed in lines, however short it is now. */
export function isMultiline(key: string): boolean {
  return key === 'legal_details' || key === 'legal_marks';
}

export function isShownInOtherForm(key: string): boolean {
  return ['accent_color', 'logo_image', 'legal_age', 'legal_marks'].includes(key);
}

export function pageOf(key: string): string {
  return groups.find(({ labels }) => key in labels)?.page ?? '/';
}
