import type { siteTextDefaults } from '../../../../model/settings/site-text-defaults.ts';

type Key = keyof typeof siteTextDefaults;

interface Group {
  title: string;
  page: string;
  labels: Partial<Record<Key, string>>;
}

export const groups: Group[] = [
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
  {
    title: 'Оформление',
    page: '/',
    labels: { accent_color: 'Акцентный цвет', logo_image: 'Логотип-картинка' },
  },
  {
    title: 'Главная страница',
    page: '/',
    labels: {
      hero_title: 'Крупный заголовок',
      hero_text: 'Текст под заголовком',
      hero_link_text: 'Ссылка «О конкурсе»',
      home_news_title: 'Заголовок блока новостей',
      home_news_link_text: 'Ссылка на все новости',
      home_vote_title: 'Заголовок призыва голосовать',
      home_vote_text: 'Текст призыва голосовать',
      home_vote_link_text: 'Кнопка призыва голосовать',
    },
  },
  { title: 'Новости', page: '/news', labels: { news_title: 'Заголовок страницы', news_empty: 'Когда новостей нет' } },
  {
    title: 'Трансляция до эфира',
    page: '/watch',
    labels: { watch_waiting_title: 'Заголовок ожидания', watch_waiting_text: 'Текст ожидания' },
  },
  {
    title: 'Голосование',
    page: '/vote',
    labels: {
      vote_button_text: 'Кнопка голосования',
      vote_closed_title: 'Заголовок, когда голосование закрыто',
      vote_closed_text: 'Текст, когда голосование закрыто',
    },
  },
  { title: 'О конкурсе', page: '/about', labels: { about_title: 'Заголовок страницы', about_text: 'Текст страницы' } },
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

const named = new Map(groups.flatMap(({ labels }) => Object.entries(labels)));

export function labelOf(key: string): string {
  return named.get(key) ?? key;
}

export function isNamed(key: string): boolean {
  return named.has(key);
}
