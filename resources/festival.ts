import { EDITORS, OPERATORS, WRITERS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const festival = {
  article: {
    sentences: {
      'article.create': 'Новость [«{title}»](/admin/news/edit/{subject}) создана.',
      'article.update': 'Новость [«{title}»](/admin/news/edit/{subject}) изменена.',
      'article.publish': 'Новость [«{title}»](/admin/news/edit/{subject}) опубликована.',
      'article.unpublish': 'Новость [«{title}»](/admin/news/edit/{subject}) снята с публикации.',
      'article.schedule': 'Новость [«{title}»](/admin/news/edit/{subject}) запланирована.',
      'article.delete': 'Новость «{title}» перемещена в корзину.',
      'article.restore': 'Новость [«{title}»](/admin/news/edit/{subject}) восстановлена.',
      'article.erase': 'Новость «{title}» удалена навсегда.',
      'article.pin': 'Новость [«{title}»](/admin/news/edit/{subject}) закреплена на главной и в новостях.',
      'article.unpin': 'Новость [«{title}»](/admin/news/edit/{subject}) больше не закреплена.',
      'article.draft': 'Правки новости [«{title}»](/admin/news/edit/{subject}) отложены: на сайте прежняя версия.',
      'article.discard': 'Неопубликованные правки новости [«{title}»](/admin/news/edit/{subject}) отброшены.',
      'article.review': 'Новость [«{title}»](/admin/news/edit/{subject}) отправлена на проверку.',
      'article.return': 'Новость [«{title}»](/admin/news/edit/{subject}) возвращена с проверки.',
      'article.preview': 'Новость [«{title}»](/admin/news/edit/{subject}) открыта для предпросмотра по ссылке.',
    },
    images: [
      { table: 'article_drafts', column: 'change', key: 'article_id', place: 'в неопубликованных правках новости' },
    ],
    screen: {
      path: 'news',
      file: 'news',
      title: 'Новости',
      roles: WRITERS,
      entry: {
        part: 'site',
        icon: 'M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5zM17 9h3v8.5a1.5 1.5 0 0 1-3 0M7.5 8.5h6M7.5 12h6M7.5 15.5h3.5',
      },
    },
  },
  group: {
    sentences: {
      'group.create': 'Группа вариантов «{title}» создана.',
      'group.update': 'Группа вариантов «{title}» изменена.',
      'group.delete': 'Группа вариантов «{title}» удалена.',
    },
  },
  tag: {
    sentences: { 'tag.update': 'Тег переименован: {title}.', 'tag.delete': 'Тег «{title}» убран из новостей.' },
    screen: { path: 'tags', file: 'tags', title: 'Теги', roles: EDITORS, tabOf: 'news' },
  },
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
  show: {
    sentences: {
      'show.create': 'Концерт [«{title}»](/admin/programme) добавлен.',
      'show.update': 'Концерт [«{title}»](/admin/programme) изменён.',
      'show.order': 'Порядок выступлений изменён: [«{title}»](/admin/programme).',
      'show.delete': 'Концерт «{title}» удалён.',
    },
    images: [{ table: 'contestants', column: 'image', place: 'у участника программы' }],
    screen: {
      path: 'programme',
      file: 'programme',
      title: 'Программа',
      roles: OPERATORS,
      entry: { part: 'site', icon: 'M9 6h11M9 12h11M9 18h11M4.5 5v2.5M4 11h1.5L4 13.5h1.5M4 17h1.5v2.5H4' },
    },
  },
  contestant: {
    sentences: {
      'contestant.create': 'Участник добавлен: [{title}](/admin/programme).',
      'contestant.update': 'Участник изменён: [{title}](/admin/programme).',
      'contestant.withdraw': 'Участник снят с конкурса: [{title}](/admin/programme).',
      'contestant.return': 'Участник возвращён в конкурс: [{title}](/admin/programme).',
      'contestant.delete': 'Участник удалён: {title}.',
    },
  },
  stage: {
    sentences: {
      'stage.performance': 'На сцене: {title}.',
      'stage.break': 'Перерыв: концерт «{title}».',
      'stage.end': 'Концерт «{title}» окончен.',
      'stage.undo': 'Отменено нажатие «{title}».',
    },
    isNight: true,
  },
  results: {
    sentences: {
      'results.save': 'Таблица баллов изменена: [«{title}»](/admin/results?show={subject}).',
      'results.arm': 'Итоги подготовлены к показу: [«{title}»](/admin/results?show={subject}).',
      'results.confirm': 'Баллы не по шкале подтверждены: [«{title}»](/admin/results?show={subject}).',
      'results.correct': 'Открытые баллы исправлены: [{title}](/admin/results?show={subject}).',
      'results.disarm': 'Подготовка показа снята: [«{title}»](/admin/results?show={subject}).',
      'results.step': 'Итоги открыты: {title}.',
      'results.next': 'Следующим шагом итогов будет: {title}.',
      'results.undo': 'Отменён шаг итогов «{title}».',
      'results.restart': 'Показ итогов начат заново: [«{title}»](/admin/results?show={subject}).',
    },
    isNight: true,
    screen: { path: 'results', file: 'results/results', title: 'Итоги', roles: OPERATORS, tabOf: 'programme' },
  },
  edition: {
    sentences: {
      'edition.create': 'Фестиваль [«{title}»](/admin/editions) добавлен в архив.',
      'edition.update': 'Фестиваль [«{title}»](/admin/editions) изменён.',
      'edition.delete': 'Фестиваль «{title}» удалён.',
      'edition.start': 'Начат новый фестиваль: [«{title}»](/admin/editions).',
      'edition.return': 'Возвращён прежний фестиваль: [«{title}»](/admin/editions).',
    },
    images: [{ table: 'editions', column: 'poster', place: 'на афише фестиваля' }],
    screen: { path: 'editions', file: 'editions', title: 'Фестивали', roles: EDITORS, tabOf: 'programme' },
  },
} as const satisfies Record<string, Resource>;
