import { EDITORS, NIGHT } from '../roles.ts';
import type { Noun } from './noun.ts';

export const programme = {
  show: {
    sentences: {
      'show.create': 'Концерт [«{title}»](/admin/programme) добавлен.',
      'show.update': 'Концерт [«{title}»](/admin/programme) изменён.',
      'show.order': 'Порядок выступлений изменён: [«{title}»](/admin/programme).',
      'show.delete': 'Концерт «{title}» удалён.',
    },
    images: [{ table: 'contestants', column: 'image', place: 'у участника программы' }],
    open: ['/api/programme', '/api/programme/:id/chapters'],
    roles: {
      'GET /api/programme': NIGHT,
      'POST /api/admin/shows': NIGHT,
      'PUT /api/admin/shows/:id': NIGHT,
      'PUT /api/admin/shows/:id/order': NIGHT,
      'DELETE /api/admin/shows/:id': NIGHT,
    },
    screen: {
      path: 'programme',
      file: 'programme',
      title: 'Программа',
      roles: NIGHT,
      menu: 'site',
      icon: 'M9 6h11M9 12h11M9 18h11M4.500 5v2.500M4 11h1.500L4 13.500h1.500M4 17h1.500v2.500H4',
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
    roles: {
      'POST /api/admin/contestants': NIGHT,
      'PUT /api/admin/contestants/:id': NIGHT,
      'DELETE /api/admin/contestants/:id': NIGHT,
    },
  },
  stage: {
    sentences: {
      'stage.performance': 'На сцене: {title}.',
      'stage.break': 'Перерыв: концерт «{title}».',
      'stage.end': 'Концерт «{title}» окончен.',
      'stage.undo': 'Нажатие отменено: {title}.',
    },
    isNight: true,
    open: ['/api/stage'],
    roles: {
      'POST /api/stage': NIGHT,
      'DELETE /api/stage/:id': NIGHT,
      'GET /api/stage/cues': NIGHT,
    },
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
      'results.undo': 'Шаг итогов отменён: {title}.',
      'results.restart': 'Показ итогов начат заново: [«{title}»](/admin/results?show={subject}).',
    },
    isNight: true,
    open: ['/api/results', '/api/results/:id'],
    roles: {
      'GET /api/admin/results/:id': NIGHT,
      'PUT /api/admin/results/:id': EDITORS,
      'POST /api/results/:id/arm': EDITORS,
      'DELETE /api/results/:id/arm': EDITORS,
      'POST /api/results/:id/corrections': EDITORS,
      'POST /api/results/:id/reveal': NIGHT,
      'POST /api/results/:id/next': NIGHT,
      'DELETE /api/results/:id/reveal': EDITORS,
      'DELETE /api/results/reveals/:id': NIGHT,
    },
    screen: { path: 'results', file: 'results/results', title: 'Итоги', roles: NIGHT },
  },
} as const satisfies Record<string, Noun>;
