import { EDITORS } from '../roles.ts';
import type { Resource } from './resource.ts';

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
      entry: {
        part: 'house',
        title: 'Библиотека',
        icon: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
      },
    },
  },
  file: {
    sentences: {
      'file.upload': 'Файл «{title}» загружен.',
      'file.delete': 'Файл «{title}» удалён.',
    },
    // As for images.
    screen: {
      path: 'files',
      file: 'uploads/files',
      title: 'Файлы',
      roles: EDITORS,
      tabOf: 'images',
    },
  },
  embed: {
    sentences: {},
    images: [{ table: 'embeds', column: 'poster', place: 'на видео или записи в новости' }],
  },
} as const satisfies Record<string, Resource>;
