import { EDITORS, WRITERS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const articles = {
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
} as const satisfies Record<string, Resource>;
