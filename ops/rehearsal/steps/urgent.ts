import { fact, heardBy } from '../checks.ts';
import type { Step } from '../night.ts';

const TEXT = 'Репетиция: так выглядит срочная строка.';

/** The line at the top of every page, where this version has one. */
export const urgentLine: Step = {
  id: 'urgent',
  title: 'Срочная строка',
  about: 'Редактор пишет срочную строку: она появляется на всех открытых страницах и исчезает, когда её убрали.',
  after: 1,
  async run(night) {
    const { status } = await night.desk.call('GET', '/api/urgent');
    if (status === 404) return { checks: [], skipped: 'В этой версии сайта срочной строки нет.' };
    const hearing = night.crowd.listen('urgent');
    const from = Date.now();
    await night.desk.must('PUT', '/api/urgent', { text: TEXT, link: null, minutes: 5 });
    const told = await hearing.first<{ text: string } | null>((data) => data?.text === TEXT, night.patience);
    const { text } = await night.loads.load('/', '10.255.0.5');
    await night.desk.must('PUT', '/api/urgent', { text: '', link: null, minutes: null });
    const { checks, heard } = heardBy(told, night.crowd.viewers.length, from);
    const shown = fact('Строка на новых страницах', text.includes(TEXT), {
      expected: 'есть',
      measured: text.includes(TEXT) ? 'есть' : 'нет',
      advice: 'Страница отдана из кэша, который не сбросился. Сообщите разработчикам.',
    });
    return { checks: [...checks, shown], heard };
  },
};
