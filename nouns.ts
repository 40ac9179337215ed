import { ADMINISTRATORS, EDITORS, NIGHT, ROLES, type Role, WRITERS } from './roles.ts';

/** What the rest of the code has to know of each noun. Server, browser and tests read it. */
interface Noun {
  /**
   * Audit log: sentences by action. Actions are part of the API: never rename. `{title}` and `{subject}` are filled in,
   * `[…](…)` is a link. The actor is left out: a Russian past tense would need its gender.
   */
  sentences: Record<string, string>;
  /** Columns that hold addresses of uploaded images. Articles have an index of their own: `model/uploads/uses.ts`. */
  images?: readonly ImageColumn[];
  /** API routes that need no token. */
  open?: readonly string[];
  /** Who may call its other routes; one that is missing is for administrators, and `test/security/roles.test.ts` names it. */
  roles?: Record<string, readonly Role[]>;
  screen?: Screen;
  /** An editor's audit log is without its lines. */
  isAdministration?: true;
}

/** The table has a `version`, and `id` as its key unless `key` names another. */
interface ImageColumn {
  table: string;
  column: string;
  key?: string;
  /** «Картинка стоит …». */
  place: string;
}

/** A screen of the panel: `/admin/<path>`, made by `app/routes/admin/<file>.tsx`. */
export interface Screen {
  path: string;
  file: string;
  title: string;
  /** To others it says that it is not for them; the calls are refused by the noun's `roles`. */
  roles: readonly Role[];
  /** Part of the menu; without one the screen is reached from others. */
  menu?: 'site' | 'house';
  /** Outline on a 24 × 24 grid. */
  icon?: string;
}

/** In the order of the panel's menu. */
export const nouns = {
  article: {
    sentences: {
      'article.create': 'Новость [«{title}»](/admin/news/edit/{subject}) создана.',
      'article.update': 'Новость [«{title}»](/admin/news/edit/{subject}) изменена.',
      'article.publish': 'Новость [«{title}»](/admin/news/edit/{subject}) опубликована.',
      'article.unpublish': 'Новость [«{title}»](/admin/news/edit/{subject}) снята с публикации.',
      'article.schedule': 'Новость [«{title}»](/admin/news/edit/{subject}) запланирована.',
      'article.delete': 'Новость «{title}» удалена в корзину.',
      'article.restore': 'Новость [«{title}»](/admin/news/edit/{subject}) восстановлена.',
      'article.erase': 'Новость «{title}» удалена навсегда.',
      'article.pin': 'Новость [«{title}»](/admin/news/edit/{subject}) закреплена на главной и в новостях.',
      'article.unpin': 'Новость [«{title}»](/admin/news/edit/{subject}) больше не закреплена.',
      'article.preview': 'Новость [«{title}»](/admin/news/edit/{subject}) открыта для предпросмотра по ссылке.',
    },
    open: ['/api/news', '/api/news/:slug'],
    roles: {
      'GET /api/admin/news': WRITERS,
      'GET /api/admin/news-counts': WRITERS,
      'GET /api/admin/news-plan': EDITORS,
      'POST /api/admin/news': WRITERS,
      'GET /api/admin/news/:slug': WRITERS,
      'PUT /api/admin/news/:slug': WRITERS,
      'DELETE /api/admin/news/:slug': WRITERS,
      'POST /api/admin/news/:slug/duplicate': WRITERS,
      'PUT /api/admin/news/:slug/pin': EDITORS,
      'DELETE /api/admin/news/:slug/pin': EDITORS,
      'PUT /api/admin/news/:slug/presence': WRITERS,
      'GET /api/admin/news/:slug/presence': WRITERS,
      'DELETE /api/admin/news/:slug/presence': WRITERS,
      'POST /api/admin/news/:slug/preview': WRITERS,
      'DELETE /api/admin/news/:slug/preview': WRITERS,
      'GET /api/admin/news/:slug/revisions': WRITERS,
      'GET /api/admin/news/:slug/revisions/:version': WRITERS,
      'POST /api/admin/news/:slug/revisions/:version/restore': WRITERS,
      'GET /api/admin/bin': WRITERS,
      'POST /api/admin/bin/:id/restore': WRITERS,
      'DELETE /api/admin/bin/:id': EDITORS,
      'POST /api/admin/preview/article': WRITERS,
    },
    screen: {
      path: 'news',
      file: 'news',
      title: 'Новости',
      roles: WRITERS,
      menu: 'site',
      icon: 'M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5zM17 9h3v8.5a1.5 1.5 0 0 1-3 0M7.5 8.5h6M7.5 12h6M7.5 15.5h3.5',
    },
  },
  group: {
    sentences: {
      'group.create': 'Группа вариантов «{title}» создана.',
      'group.update': 'Группа вариантов «{title}» изменена.',
      'group.delete': 'Группа вариантов «{title}» удалена.',
    },
    roles: {
      'GET /api/admin/groups': EDITORS,
      'POST /api/admin/groups': EDITORS,
      'PUT /api/admin/groups/:id': EDITORS,
      'DELETE /api/admin/groups/:id': EDITORS,
    },
  },
  tag: {
    sentences: {
      'tag.update': 'Тег переименован: {title}.',
      'tag.delete': 'Тег «{title}» убран из новостей.',
    },
    open: ['/api/tags'],
    roles: {
      'GET /api/admin/tags': WRITERS,
      'PUT /api/admin/tags/:slug': EDITORS,
      'DELETE /api/admin/tags/:slug': EDITORS,
    },
    screen: {
      path: 'tags',
      file: 'tags',
      title: 'Теги',
      roles: EDITORS,
      menu: 'house',
      icon: 'M4 5v6l9 9 7-7-9-9H4zM8.500 8.500h.01',
    },
  },
  vote: {
    sentences: { 'vote.update': '[Настройки голосования](/admin/voting) изменены.' },
    open: ['/api/vote-settings'],
    roles: {
      'GET /api/vote-settings': NIGHT,
      'PUT /api/vote-settings': NIGHT,
    },
    screen: {
      path: 'voting',
      file: 'voting',
      title: 'Голосование',
      roles: NIGHT,
      menu: 'site',
      icon: 'M4 13.5h3M17 13.5h3M4 13.5V20h16v-6.5M8 16.5h8M9 4h6a1 1 0 0 1 1 1v8.5H8V5a1 1 0 0 1 1-1zM10.3 8.5l1.3 1.3 2.400-2.600',
    },
  },
  watch: {
    sentences: { 'watch.update': '[Настройки трансляции](/admin/watch-settings) изменены.' },
    open: ['/api/watch-settings'],
    roles: {
      'GET /api/watch-settings': NIGHT,
      'PUT /api/watch-settings': NIGHT,
    },
    screen: {
      path: 'watch-settings',
      file: 'watch-settings',
      title: 'Трансляция',
      roles: NIGHT,
      menu: 'site',
      icon: 'M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.600 18.400a9 9 0 0 1 0-12.800M18.400 5.600a9 9 0 0 1 0 12.800',
    },
  },
  'site-text': {
    sentences: { 'site-text.update': '[Тексты сайта](/admin/site-content) изменены.' },
    images: [{ table: 'settings', column: 'value', key: 'name', place: 'в текстах или настройках сайта' }],
    open: ['/api/site-content'],
    roles: {
      'GET /api/site-content': EDITORS,
      'PUT /api/site-content': EDITORS,
      'POST /api/admin/preview/site-content': EDITORS,
    },
    screen: {
      path: 'site-content',
      file: 'site-text',
      title: 'Тексты сайта',
      roles: EDITORS,
      icon: 'M5 7V5h14v2M12 5v14M9 19h6',
    },
  },
  partner: {
    sentences: {
      'partner.create': 'Партнёр добавлен: [{title}](/admin/partners).',
      'partner.update': 'Партнёр изменён: [{title}](/admin/partners).',
      'partner.order': 'Порядок [партнёров](/admin/partners) изменён.',
      'partner.delete': 'Партнёр удалён: {title}.',
    },
    images: [{ table: 'partners', column: 'logo', place: 'у партнёра' }],
    open: ['/api/partners'],
    roles: {
      'GET /api/partners': EDITORS,
      'POST /api/admin/partners': EDITORS,
      'PUT /api/admin/partners/order': EDITORS,
      'PUT /api/admin/partners/:id': EDITORS,
      'DELETE /api/admin/partners/:id': EDITORS,
    },
    screen: {
      path: 'partners',
      file: 'partners',
      title: 'Партнёры',
      roles: EDITORS,
      menu: 'site',
      icon: 'M12 19.5 5.2 12.800a4.300 4.300 0 0 1 6.100-6.100l.7.7.7-.7a4.300 4.300 0 0 1 6.100 6.100z',
    },
  },
  page: {
    sentences: {
      'page.create': 'Страница [«{title}»](/admin/pages/edit/{subject}) создана.',
      'page.update': 'Страница [«{title}»](/admin/pages/edit/{subject}) изменена.',
      'page.publish': 'Страница [«{title}»](/admin/pages/edit/{subject}) опубликована.',
      'page.unpublish': 'Страница [«{title}»](/admin/pages/edit/{subject}) снята с публикации.',
      'page.schedule': 'Страница [«{title}»](/admin/pages/edit/{subject}) запланирована.',
      'page.order': 'Порядок [страниц](/admin/pages) изменён.',
      'page.delete': 'Страница «{title}» удалена в корзину.',
      'page.restore': 'Страница [«{title}»](/admin/pages/edit/{subject}) восстановлена.',
      'page.erase': 'Страница «{title}» удалена навсегда.',
      'page.preview': 'Страница [«{title}»](/admin/pages/edit/{subject}) открыта для предпросмотра по ссылке.',
    },
    open: ['/api/pages', '/api/pages/:slug'],
    roles: {
      'GET /api/admin/pages': EDITORS,
      'POST /api/admin/pages': EDITORS,
      'PUT /api/admin/pages/order': EDITORS,
      'GET /api/admin/pages/:slug': EDITORS,
      'PUT /api/admin/pages/:slug': EDITORS,
      'DELETE /api/admin/pages/:slug': EDITORS,
      'PUT /api/admin/pages/:slug/presence': EDITORS,
      'GET /api/admin/pages/:slug/presence': EDITORS,
      'DELETE /api/admin/pages/:slug/presence': EDITORS,
      'POST /api/admin/pages/:slug/preview': EDITORS,
      'DELETE /api/admin/pages/:slug/preview': EDITORS,
      'GET /api/admin/pages/:slug/revisions': EDITORS,
      'GET /api/admin/pages/:slug/revisions/:version': EDITORS,
      'POST /api/admin/pages/:slug/revisions/:version/restore': EDITORS,
      'GET /api/admin/pages-bin': EDITORS,
      'POST /api/admin/pages-bin/:id/restore': EDITORS,
      'DELETE /api/admin/pages-bin/:id': EDITORS,
    },
    screen: {
      path: 'pages',
      file: 'pages',
      title: 'Страницы',
      roles: EDITORS,
      menu: 'site',
      icon: 'M6 3.500h8l4.500 4.500v12.500H6zM14 3.500V8h4.500M9 12h6.500M9 15.500h6.500',
    },
  },
  redirect: {
    sentences: {
      'redirect.create': 'Переадресация добавлена: [{title}](/admin/redirects).',
      'redirect.update': 'Переадресация изменена: [{title}](/admin/redirects).',
      'redirect.delete': 'Переадресация удалена: {title}.',
      'redirect.import': '[Переадресация](/admin/redirects) загружена списком: {title}.',
      'redirect.forget': 'Прежний адрес {subject} больше не ведёт к «{title}».',
    },
    roles: {
      'GET /api/admin/redirects': EDITORS,
      'POST /api/admin/redirects': EDITORS,
      'POST /api/admin/redirects/import': EDITORS,
      'PUT /api/admin/redirects/:id': EDITORS,
      'DELETE /api/admin/redirects/:id': EDITORS,
      'GET /api/admin/former-addresses': EDITORS,
      'DELETE /api/admin/former-addresses/:slug': EDITORS,
    },
    screen: {
      path: 'redirects',
      file: 'redirects',
      title: 'Переадресация',
      roles: EDITORS,
      menu: 'house',
      icon: 'M4 18v-5a4 4 0 0 1 4-4h11M15 5l4 4-4 4M4 5.500h5',
    },
  },
  image: {
    sentences: {
      'image.upload': 'Картинка {title} загружена.',
      'image.update': 'Картинка {title} изменена.',
      'image.replace': 'Картинка {title} заменена другой.',
      'image.delete': 'Картинка {title} удалена.',
    },
    // The library names articles that show an image, drafts of others among them: not for authors.
    roles: {
      'POST /api/upload': WRITERS,
      'GET /api/admin/images': EDITORS,
      'PUT /api/admin/images/:name': EDITORS,
      'POST /api/admin/images/:name/replace': EDITORS,
      'DELETE /api/admin/images/:name': EDITORS,
    },
    screen: {
      path: 'images',
      file: 'images',
      title: 'Картинки',
      roles: EDITORS,
      menu: 'house',
      icon: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
    },
  },
  file: {
    sentences: {
      'file.upload': 'Файл «{title}» загружен.',
      'file.delete': 'Файл «{title}» удалён.',
    },
    // As for images.
    roles: {
      'POST /api/files': WRITERS,
      'GET /api/admin/files': EDITORS,
      'DELETE /api/admin/files/:name': EDITORS,
    },
    screen: {
      path: 'files',
      file: 'files',
      title: 'Файлы',
      roles: EDITORS,
      menu: 'house',
      icon: 'M6 3.5h8l4 4v13H6zM14 3.500v4h4M9 12h6M9 16h6',
    },
  },
  embed: {
    sentences: {},
    images: [{ table: 'embeds', column: 'poster', place: 'на видео или записи в новости' }],
  },
  admin: {
    isAdministration: true,
    sentences: {
      'admin.create': 'Администратор «{subject}» добавлен.',
      'admin.add': 'Участник «{subject}» добавлен, роль: {title}.',
      'admin.role': 'Роль участника «{subject}» изменена: {title}.',
      'admin.delete': 'Участник «{subject}» удалён.',
      'admin.password': 'Пароль участника «{subject}» изменён.',
      'admin.link': 'Ссылка для входа участника «{subject}» создана на сервере.',
      'admin.totp-on': 'Двухфакторный вход участника «{subject}» включён.',
      'admin.totp-off': 'Двухфакторный вход участника «{subject}» выключен.',
      'admin.totp-reset': 'Двухфакторный вход участника «{subject}» сброшен.',
      'admin.recovery-code': 'Запасной код участника «{subject}» использован.',
    },
    roles: {
      'GET /api/admin/me': ROLES,
      'PUT /api/admin/me/password': ROLES,
      'GET /api/admin/me/totp': ROLES,
      'POST /api/admin/me/totp': ROLES,
      'PUT /api/admin/me/totp': ROLES,
      'POST /api/admin/me/totp/off': ROLES,
      'GET /api/admin/admins': ADMINISTRATORS,
      'POST /api/admin/admins': ADMINISTRATORS,
      'DELETE /api/admin/admins/:id': ADMINISTRATORS,
      'PUT /api/admin/admins/:id/password': ADMINISTRATORS,
      'PUT /api/admin/admins/:id/role': ADMINISTRATORS,
      'DELETE /api/admin/admins/:id/totp': ADMINISTRATORS,
    },
    screen: {
      path: 'administrators',
      file: 'admins',
      title: 'Команда',
      roles: ADMINISTRATORS,
      menu: 'house',
      icon: 'M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c.4-3.3 2.800-5 6-5s5.600 1.700 6 5M15.5 5.3a3.25 3.25 0 0 1 0 5.900M17 14.800c2.3.6 3.700 2.200 4 4.700',
    },
  },
  invitation: {
    isAdministration: true,
    sentences: {
      'invitation.create': 'Приглашение создано: {title}.',
      'invitation.revoke': 'Приглашение отозвано: {title}.',
      'invitation.accept': '«{subject}» принимает приглашение: {title}.',
    },
    open: ['/api/auth/invitation'],
    roles: {
      'GET /api/admin/invitations': ADMINISTRATORS,
      'POST /api/admin/invitations': ADMINISTRATORS,
      'DELETE /api/admin/invitations/:id': ADMINISTRATORS,
    },
  },
  session: {
    isAdministration: true,
    sentences: {
      'session.login': 'Вход в панель.',
      'session.link': 'Вход в панель по ссылке с сервера.',
      'session.revoke': 'Сеанс завершён.',
    },
    open: ['/api/auth/login', '/api/auth/link'],
    roles: {
      'GET /api/auth/verify': ROLES,
      'POST /api/auth/logout': ROLES,
      'GET /api/admin/sessions': ROLES,
      'DELETE /api/admin/sessions/:id': ROLES,
    },
  },
  alert: {
    isAdministration: true,
    sentences: { 'alert.test': 'Пробное оповещение отправлено из раздела [«Проверка сайта»](/admin/doctor).' },
    roles: {
      'GET /api/admin/alerts': ADMINISTRATORS,
      'POST /api/admin/alerts/test': ADMINISTRATORS,
    },
  },
} as const satisfies Record<string, Noun>;

type Nouns = typeof nouns;

export type Action = { [Name in keyof Nouns]: keyof Nouns[Name]['sentences'] }[keyof Nouns];

const all: Noun[] = Object.values(nouns);

/** Nouns whose lines stand in everybody's audit log. */
export const editorialKinds: string[] = Object.entries<Noun>(nouns).flatMap(([kind, { isAdministration }]) =>
  isAdministration ? [] : kind,
);

/** Screens that belong to no noun stand around the others. */
export const screens: Screen[] = [
  {
    path: '',
    file: 'dashboard',
    title: 'Обзор',
    roles: ROLES,
    menu: 'site',
    icon: 'M4 11.5 12 4l8 7.5M6 10v9.5h12V10M10 19.5V14h4v5.5',
  },
  ...all.flatMap(({ screen }) => screen ?? []),
  {
    path: 'journal',
    file: 'audit-log',
    title: 'Журнал',
    roles: EDITORS,
    menu: 'house',
    icon: 'M12 20a8 8 0 1 0-7.5-5.200M4 20v-5h5M12 8v4.5l3 1.800',
  },
  {
    path: 'doctor',
    file: 'doctor',
    title: 'Проверка сайта',
    roles: ADMINISTRATORS,
    menu: 'house',
    icon: 'M3.500 12.500H8l2-6 4 12 2.500-6h4',
  },
  { path: 'profile', file: 'profile', title: 'Мой профиль', roles: ROLES },
];

export const sentences: Record<string, string> = Object.assign({}, ...all.map((noun) => noun.sentences));

/** Without articles. `path`: of the screen that changes them. */
export const imageColumns = all.flatMap(({ images = [], screen }) =>
  images.map((column) => ({ key: 'id', ...column, path: screen?.path ?? '' })),
);

/** Routes of nouns, and who may call them. Of an open one: who gets what is stored, not what the public may see. */
export const rolesOfRoutes: Record<string, readonly Role[]> = Object.assign({}, ...all.map(({ roles }) => roles));

export const openRoutes = all.flatMap(({ open = [] }) => open);
