import { EDITORS, OPERATORS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const settings = {
  vote: {
    sentences: { 'vote.update': '[Настройки голосования](/admin/voting) изменены.' },
    isNight: true,
    screen: {
      path: 'voting',
      file: 'settings/voting',
      title: 'Голосование',
      roles: OPERATORS,
      entry: {
        part: 'site',
        icon: 'M4 13.5h3M17 13.5h3M4 13.5V20h16v-6.5M8 16.5h8M9 4h6a1 1 0 0 1 1 1v8.5H8V5a1 1 0 0 1 1-1zM10.3 8.5l1.3 1.3 2.400-2.600',
      },
    },
  },
  watch: {
    sentences: { 'watch.update': '[Настройки трансляции](/admin/watch-settings) изменены.' },
    isNight: true,
    screen: {
      path: 'watch-settings',
      file: 'settings/watch-settings',
      title: 'Трансляция',
      roles: OPERATORS,
      entry: {
        part: 'site',
        icon: 'M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.600 18.400a9 9 0 0 1 0-12.800M18.400 5.600a9 9 0 0 1 0 12.800',
      },
    },
  },
  urgent: {
    sentences: {
      'urgent.show': '[Срочное сообщение](/admin/live) показано: «{title}».',
      'urgent.remove': '[Срочное сообщение](/admin/live) убрано.',
    },
    isNight: true,
  },
  'site-text': {
    sentences: { 'site-text.update': '[Тексты сайта](/admin/site-content) изменены.' },
    images: [{ table: 'settings', column: 'value', key: 'name', place: 'в текстах или настройках сайта' }],
    screen: { path: 'site-content', file: 'settings/site-text', title: 'Тексты сайта', roles: EDITORS, tabOf: 'pages' },
  },
} as const satisfies Record<string, Resource>;
