/** Keys are part of the API. A blank line separates paragraphs; an empty link is hidden. */
export const siteTextDefaults = {
  site_name: 'Рампа',
  site_description: 'Конкурс песни: новости, трансляция и голосование зрителей.',
  header_logo: 'Рампа',
  logo_image: '',
  accent_color: '',
  banner_date: '20 июля 2025',

  hero_line: '',
  hero_title: 'Конкурс песни 2025',
  hero_text: 'Один вечер, одна сцена и песни, которые останутся с нами. Выбираем победителя вместе.',
  hero_link_text: 'О нас',
  home_news_title: 'Последние новости',
  home_news_link_text: 'Все новости',
  home_vote_title: 'Ваш голос решает',
  home_vote_text: 'Послушайте песни финалистов и поддержите ту, которую хочется услышать ещё раз.',
  home_vote_link_text: 'Голосовать',
  home_over_title: 'Голоса считают',
  home_over_text: 'Голосование завершено. Скоро узнаем победителя.',

  news_title: 'Новости',
  news_empty: 'Новостей пока нет. Загляните позже.',

  watch_waiting_title: 'Эфир ещё не начался',
  watch_waiting_text: 'Возвращайтесь 20 июля: прямой эфир начнётся на этой странице.',
  watch_late_text:
    'Время начала уже наступило. Прямой эфир начнётся на\u00a0этой странице, как только всё будет готово.',
  watch_over_title: 'Эфир завершён',
  watch_over_text: 'Спасибо, что смотрели вместе с\u00a0нами!',
  vote_closed_title: 'Голосование ещё не открыто',
  vote_closed_text: 'Пока закрыто. Когда откроется, напишем в\u00a0новостях.',
  vote_over_title: 'Голосование завершено',
  vote_over_text: 'Приём голосов закрыт. Спасибо!',
  vote_button_text: 'Перейти к голосованию',

  about_title: 'О нас',
  about_text:
    'Наш конкурс — праздник новой песни. Авторы и исполнители выходят на одну сцену, чтобы показать музыку, которую ещё никто не слышал.\n\n' +
    'В финале 2025 года участники споют вживую. Победителя выберут зрители и профессиональное жюри: голоса складываются поровну.\n\n' +
    'Следите за новостями, смотрите трансляцию 20 июля и голосуйте за песню, которая тронула вас больше других.',

  legal_age: '',
  legal_details: '',
  legal_privacy: '',
  legal_marks: '',

  footer_copyright: '© 2025 Конкурс песни. Все права защищены.',
  social_telegram: 'https://telegram.org/',
  social_youtube: 'https://www.youtube.com/',
  social_tiktok: 'https://www.tiktok.com/',
  social_rutube: 'https://rutube.ru/',
};
