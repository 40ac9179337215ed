import { ADMINISTRATORS, EDITORS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const site = {
  partner: {
    sentences: {
      'partner.create': 'Партнёр добавлен: [{title}](/admin/partners).',
      'partner.update': 'Партнёр изменён: [{title}](/admin/partners).',
      'partner.order': 'Порядок [партнёров](/admin/partners) изменён.',
      'partner.delete': 'Партнёр удалён: {title}.',
    },
    images: [{ table: 'partners', column: 'logo', place: 'у партнёра' }],
    screen: { path: 'partners', file: 'partners', title: 'Партнёры', roles: EDITORS, tabOf: 'pages' },
  },
  page: {
    sentences: {
      'page.create': 'Страница [«{title}»](/admin/pages/edit/{subject}) создана.',
      'page.update': 'Страница [«{title}»](/admin/pages/edit/{subject}) изменена.',
      'page.publish': 'Страница [«{title}»](/admin/pages/edit/{subject}) опубликована.',
      'page.unpublish': 'Страница [«{title}»](/admin/pages/edit/{subject}) снята с публикации.',
      'page.schedule': 'Страница [«{title}»](/admin/pages/edit/{subject}) запланирована.',
      'page.order': 'Порядок [страниц](/admin/pages) изменён.',
      'page.delete': 'Страница «{title}» перемещена в корзину.',
      'page.restore': 'Страница [«{title}»](/admin/pages/edit/{subject}) восстановлена.',
      'page.erase': 'Страница «{title}» удалена навсегда.',
      'page.draft': 'Правки страницы [«{title}»](/admin/pages/edit/{subject}) отложены: на сайте прежняя версия.',
      'page.discard': 'Неопубликованные правки страницы [«{title}»](/admin/pages/edit/{subject}) отброшены.',
      'page.preview': 'Страница [«{title}»](/admin/pages/edit/{subject}) открыта для предпросмотра по ссылке.',
    },
    screen: {
      path: 'pages',
      file: 'pages',
      title: 'Страницы',
      roles: EDITORS,
      entry: {
        part: 'administration',
        icon: 'M6 3.500h8l4.500 4.500v12.500H6zM14 3.500V8h4.500M9 12h6.500M9 15.500h6.500',
      },
    },
  },
  redirect: {
    sentences: {
      'redirect.create': 'Переадресация добавлена: [{title}](/admin/redirects).',
      'redirect.update': 'Переадресация изменена: [{title}](/admin/redirects).',
      'redirect.delete': 'Переадресация удалена: {title}.',
      'redirect.import': '[Переадресация](/admin/redirects) загружена списком: {title}.',
    },
    screen: { path: 'redirects', file: 'redirects', title: 'Переадресация', roles: EDITORS, tabOf: 'pages' },
  },
  import: {
    sentences: {
      'import.undo': 'Привезённое убрано: {title}.',
      'import.run': 'Перенесено с прежнего сайта: {title}.',
    },
    isAdministration: true,
    screen: { path: 'import', file: 'import', title: 'Прежний сайт', roles: ADMINISTRATORS, tabOf: 'pages' },
  },
  image: {
    sentences: {
      'image.upload': 'Картинка {title} загружена.',
      'image.update': 'Картинка {title} изменена.',
      'image.replace': 'Картинка {title} заменена другой.',
      'image.delete': 'Картинка {title} удалена.',
    },
    // Not for authors: the library lists the articles that use an image, including other authors' drafts.
    screen: {
      path: 'images',
      file: 'uploads/images',
      title: 'Картинки',
      roles: EDITORS,
      entry: { part: 'administration', icon: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01' },
    },
  },
  file: {
    sentences: { 'file.upload': 'Файл «{title}» загружен.', 'file.delete': 'Файл «{title}» удалён.' },
    // As for images.
    screen: { path: 'files', file: 'uploads/files', title: 'Файлы', roles: EDITORS, tabOf: 'images' },
  },
  embed: { sentences: {}, images: [{ table: 'embeds', column: 'poster', place: 'на видео или записи в новости' }] },
  admin: {
    isAdministration: true,
    sentences: {
      'admin.create': 'Администратор «{subject}» добавлен.',
      'admin.add': 'Сотрудник «{subject}» добавлен, роль: {title}.',
      'admin.role': 'Роль сотрудника «{subject}» изменена: {title}.',
      'admin.name': 'Сотрудник «{subject}» подписан в панели «{title}».',
      'admin.delete': 'Сотрудник «{subject}» удалён.',
      'admin.password': 'Пароль сотрудника «{subject}» изменён.',
      'admin.link': 'Ссылка для входа сотрудника «{subject}» создана на сервере.',
      'admin.totp-on': 'Двухфакторный вход сотрудника «{subject}» включён.',
      'admin.totp-off': 'Двухфакторный вход сотрудника «{subject}» выключен.',
      'admin.totp-reset': 'Двухфакторный вход сотрудника «{subject}» сброшен.',
      'admin.recovery-code': 'Запасной код сотрудника «{subject}» использован.',
    },
    screen: {
      path: 'administrators',
      file: 'admins',
      title: 'Команда',
      roles: ADMINISTRATORS,
      entry: {
        part: 'administration',
        icon: 'M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c.4-3.3 2.800-5 6-5s5.600 1.700 6 5M15.5 5.3a3.25 3.25 0 0 1 0 5.900M17 14.800c2.3.6 3.700 2.200 4 4.700',
      },
    },
  },
  invitation: {
    isAdministration: true,
    sentences: {
      'invitation.create': 'Приглашение создано: {title}.',
      'invitation.revoke': 'Приглашение отозвано: {title}.',
      'invitation.accept': 'Приглашение принято: «{subject}», {title}.',
    },
  },
  session: {
    isAdministration: true,
    sentences: {
      'session.login': 'Вход в панель.',
      'session.link': 'Вход в панель по ссылке с сервера.',
      'session.revoke': 'Сеанс завершён.',
      'session.confirm': 'Пароль введён ещё раз, чтобы изменить команду.',
    },
  },
  alert: {
    isAdministration: true,
    sentences: { 'alert.test': 'Пробное оповещение отправлено из раздела [«Проверка сайта»](/admin/doctor).' },
  },
} as const satisfies Record<string, Resource>;
