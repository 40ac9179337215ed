import { numberText } from '../../doctor/report.ts';
import { minutes, type Night, receivedBy, type Step, sleepUntil, toCheck } from '../night.ts';

/** Minutes of the night: from this step to the broadcast, and duration of the crowd's arrival. */
const BEFORE_START = 7;
const ARRIVING = 3;
const COUNT_DOWN = 'role="timer"';
const PAGES = ['/', '/watch', '/vote', '/news', '/about'];

/** The site before the night: pages answer, and the countdown runs. */
export const start: Step = {
  id: 'start',
  title: 'Сайт перед эфиром',
  about: 'Сервер запущен на копии, эфир объявлен, на странице «Смотреть» идёт обратный отсчёт.',
  after: 0,
  async run(night) {
    const startsAt = new Date(Date.now() + minutes(night, BEFORE_START)).toISOString();
    const noVote = { is_voting_enabled: false, opens_at: null, closes_at: null, vote_state: 'closed' };
    await night.desk.change('/api/vote-settings', noVote);
    const noStream = { is_stream_enabled: false, is_stream_over: false, starts_at: startsAt };
    await night.desk.change('/api/watch-settings', noStream);
    const answers = await Promise.all(PAGES.map((page) => night.loads.load(page, '10.255.0.1')));
    const bad = PAGES.filter((_, at) => answers[at]?.status !== 200);
    const watch = answers[PAGES.indexOf('/watch')]?.text ?? '';
    return {
      checks: [
        toCheck('Главные страницы открываются', bad.length === 0, {
          expected: PAGES.join(', '),
          measured: bad.length === 0 ? 'все' : `не открылись: ${bad.join(', ')}`,
          advice: 'Наберите rampa doctor: он назовёт, что не в порядке с базой или сборкой.',
        }),
        toCheck('Обратный отсчёт', watch.includes(COUNT_DOWN) && watch.includes(startsAt), {
          expected: 'на странице «Смотреть»',
          measured: watch.includes(COUNT_DOWN) ? 'идёт' : 'его нет',
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
    const { crowd, timeout } = night;
    const from = Date.now();
    const gap = minutes(night, ARRIVING) / crowd.viewers.length;
    const arrivals = crowd.viewers.map(async (viewer, at) => {
      await sleepUntil(from + at * gap);
      await night.loads.load('/', viewer.address);
      await night.loads.load('/watch', viewer.address);
      viewer.join();
    });
    await Promise.all(arrivals);
    return { checks: [checkConnected(night, await crowd.allConnected(timeout))] };
  },
};

interface Watch {
  is_stream_enabled: boolean;
  is_stream_over: boolean;
  stream_url: string | null;
  recording_url: string | null;
}

/** Never played: only the page that contains this URL is read. */
const RECORDING = 'https://video.example.org/rehearsal.m3u8';

export const streamOn: Step = {
  id: 'stream-on',
  title: 'Эфир начался',
  about: 'Оператор включает трансляцию, и у всех открытых страниц вместо отсчёта появляется плеер.',
  after: 2,
  async run(night) {
    const change = { is_stream_enabled: true, recording_url: RECORDING, recording_starts_at: null };
    const act = () => night.desk.change('/api/watch-settings', change);
    const isOn = ({ is_stream_enabled }: Watch) => is_stream_enabled;
    const { received, checks, latencies } = await receivedBy(night, 'watch-settings', act, isOn);
    const { text } = await night.loads.load('/watch', '10.255.0.2');
    const shown = toCheck('Новая страница — уже с плеером', !text.includes(COUNT_DOWN), {
      expected: 'плеер',
      measured: text.includes(COUNT_DOWN) ? 'обратный отсчёт' : 'плеер',
      advice: 'Страница отдана из кэша, который не сбросился. Запустите rampa doctor и сообщите разработчикам.',
    });
    const leaks = received.filter(({ data }) => (data as Watch).recording_url !== null).length;
    return { checks: [...checks, shown, checkHidden('Адрес записи скрыт до конца', leaks)], latencies };
  },
};

export const streamOff: Step = {
  id: 'stream-off',
  title: 'Эфир окончен',
  about:
    'Концерт завершён, трансляция выключена: открытые страницы показывают запись с выступлениями, адрес потока больше никому не виден.',
  after: 2,
  async run(night) {
    await night.desk.press({ show_id: night.show.id, kind: 'end' }, night.timeout);
    const act = () => night.desk.change('/api/watch-settings', { is_stream_enabled: false, is_stream_over: true });
    const isOver = ({ is_stream_over }: Watch) => is_stream_over;
    const { received, checks, latencies } = await receivedBy(night, 'watch-settings', act, isOver);
    const leaks = received.filter(({ data }) => (data as Watch).stream_url !== null).length;
    return {
      latencies,
      checks: [...checks, checkHidden('Адрес потока скрыт', leaks), await chapters(night), await recording(night)],
    };
  },
};

function checkConnected({ crowd }: Night, haveCome: boolean) {
  return toCheck('Все на связи', haveCome && crowd.refused === 0, {
    expected: `${numberText(crowd.viewers.length)}, без отказов`,
    measured: `${numberText(crowd.connected)}, отказов ${crowd.refused}`,
    advice:
      'Сервер держит не больше 10 000 открытых страниц; проверьте и число разрешённых открытых файлов (ulimit -n).',
  });
}

function checkHidden(name: string, leaks: number) {
  return toCheck(name, leaks === 0, {
    expected: 'у всех',
    measured: leaks === 0 ? 'у всех' : `виден, зрителям: ${leaks}`,
    advice: 'Не вписывайте этот адрес заранее и сообщите разработчикам: так быть не должно.',
  });
}

async function chapters({ desk, show }: Night) {
  const listed = await desk.must<{ at: string }[]>('GET', `/api/programme/${show.id}/chapters`);
  const performances = desk.presses.filter(({ kind }) => kind === 'performance');
  const found = performances.filter(({ since }) => listed.some(({ at }) => at === since));
  return toCheck('Главы записи', found.length === performances.length, {
    expected: `по нажатиям, ${performances.length}`,
    measured: String(found.length),
    advice: 'Сравните нажатия в «Пульте эфира» с программой концерта: участник мог быть снят.',
  });
}

async function recording({ desk, loads }: Night) {
  const { text } = await loads.load('/watch', '10.255.0.4');
  const links = text.split('href="/watch?t=').length - 1;
  const performances = desk.presses.filter(({ kind }) => kind === 'performance').length;
  return toCheck('Запись на странице «Смотреть»', links >= performances, {
    expected: `с выступлениями, ${performances}`,
    measured: links > 0 ? `выступлений ${links}` : 'её нет',
    advice: 'Проверьте адрес записи в разделе «Трансляция» панели и нажатия в «Пульте эфира».',
  });
}
