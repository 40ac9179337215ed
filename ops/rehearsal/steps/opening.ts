import { amount, fact } from '../checks.ts';
import { minutes, type Night, type Step, sleepUntil } from '../night.ts';

/** Minutes of the night: from this step to the start of the broadcast, and over which the crowd arrives. */
const BEFORE_START = 7;
const ARRIVING = 3;
const PAGES = ['/', '/watch', '/vote', '/news', '/about'];

/** The site before the night: pages stand, and the count-down runs. */
export const start: Step = {
  id: 'start',
  title: 'Сайт перед эфиром',
  about: 'Сервер запущен на копии, эфир объявлен, на странице «Смотреть» идёт обратный отсчёт.',
  after: 0,
  async run(night) {
    const startsAt = new Date(Date.now() + minutes(night, BEFORE_START)).toISOString();
    await night.desk.change('/api/vote-settings', {
      is_voting_enabled: false,
      opens_at: null,
      closes_at: null,
      vote_state: 'closed',
    });
    await night.desk.change('/api/watch-settings', {
      is_stream_enabled: false,
      is_stream_over: false,
      starts_at: startsAt,
    });
    const answers = await Promise.all(PAGES.map((page) => night.loads.load(page, '10.255.0.1')));
    const bad = PAGES.filter((_, at) => answers[at]?.status !== 200);
    const watch = answers[PAGES.indexOf('/watch')]?.text ?? '';
    return {
      checks: [
        fact('Главные страницы открываются', bad.length === 0, {
          expected: PAGES.join(', '),
          measured: bad.length === 0 ? 'все' : `не открылись: ${bad.join(', ')}`,
          advice: 'Наберите rampa doctor: он назовёт, что не в порядке с базой или сборкой.',
        }),
        fact('Обратный отсчёт', watch.includes(`until="${startsAt}"`), {
          expected: 'на странице «Смотреть»',
          measured: watch.includes('<count-down') ? 'идёт' : 'его нет',
          advice: 'Проверьте раздел «Трансляция» панели: начало эфира должно сохраняться.',
        }),
      ],
    };
  },
};

/** Everybody comes five minutes before. */
export const arrival: Step = {
  id: 'arrival',
  title: 'Приходит толпа',
  about: 'За пять минут до начала зрители открывают главную и «Смотреть» и остаются ждать.',
  after: BEFORE_START - 5,
  async run(night) {
    const { crowd, patience } = night;
    const from = Date.now();
    const gap = minutes(night, ARRIVING) / crowd.viewers.length;
    const arrivals = crowd.viewers.map(async (viewer, at) => {
      const due = from + at * gap;
      await sleepUntil(due);
      await night.loads.load('/', viewer.address);
      await night.loads.load('/watch', viewer.address);
      viewer.join();
    });
    await Promise.all(arrivals);
    const haveCome = await crowd.allConnected(patience);
    return { checks: [comes(night, haveCome)] };
  },
};

function comes({ crowd }: Night, haveCome: boolean) {
  return fact('Все на связи', haveCome && crowd.refused === 0, {
    expected: `${amount(crowd.viewers.length)}, без отказов`,
    measured: `${amount(crowd.connected)}, отказов ${crowd.refused}`,
    advice:
      'Сервер держит не больше 10 000 открытых страниц; проверьте и число разрешённых открытых файлов (ulimit -n).',
  });
}
