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
} as const satisfies Record<string, Resource>;

export const uploads = {
  image: {
    sentences: {
      'image.upload': 'Картинка {title} загружена.',
      'image.update': 'Картинка {title} изменена.',
      'image.replace': 'Картинка {title} заменена другой.',
      'image.delete': 'Картинка {title} удалена.',
    },
    // The library names articles that show an image, drafts of others among them: not for authors.
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
} as const satisfies Record<string, Resource>;
