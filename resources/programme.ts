import { EDITORS, OPERATORS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const programme = {
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
      entry: {
        part: 'site',
        icon: 'M9 6h11M9 12h11M9 18h11M4.500 5v2.500M4 11h1.500L4 13.500h1.500M4 17h1.500v2.500H4',
      },
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
