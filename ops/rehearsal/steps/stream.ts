import { fact, heardBy } from '../checks.ts';
import type { Night, Step } from '../night.ts';

interface Watch {
  is_stream_enabled: boolean;
  is_stream_over: boolean;
  stream_url: string | null;
  recording_url: string | null;
}

/** Nobody loads it: the page is only read. */
const RECORDING = 'https://video.example.org/rehearsal.m3u8';

export const streamOn: Step = {
  id: 'stream-on',
  title: 'Эфир начался',
  about: 'Оператор включает трансляцию, и у всех открытых страниц вместо отсчёта появляется плеер.',
  after: 2,
  async run(night) {
    const hearing = night.crowd.listen('watch-settings');
    const from = Date.now();
    const recording = { recording_url: RECORDING, recording_starts_at: null };
    await night.desk.change('/api/watch-settings', { is_stream_enabled: true, ...recording });
    const told = await hearing.first<Watch>(({ is_stream_enabled }) => is_stream_enabled, night.patience);
    const { text } = await night.loads.load('/watch', '10.255.0.2');
    const { checks, heard } = heardBy(told, night.crowd.viewers.length, from);
    const shown = fact('Новая страница — уже с плеером', !text.includes('<count-down'), {
      expected: 'плеер',
      measured: text.includes('<count-down') ? 'обратный отсчёт' : 'плеер',
      advice: 'Страница отдана из кэша, который не сбросился. Запустите rampa doctor и сообщите разработчикам.',
    });
    const leaks = told.filter(({ data }) => (data as Watch).recording_url !== null).length;
    return { checks: [...checks, shown, hidden('Адрес записи скрыт до конца', leaks)], heard };
  },
};

export const streamOff: Step = {
  id: 'stream-off',
  title: 'Эфир окончен',
  about:
    'Концерт завершён, трансляция выключена: открытые страницы показывают запись с выступлениями, адрес потока больше никому не виден.',
  after: 2,
  async run(night) {
    await night.desk.press({ show_id: night.show.id, kind: 'end' }, night.patience);
    const hearing = night.crowd.listen('watch-settings');
    const from = Date.now();
    await night.desk.change('/api/watch-settings', { is_stream_enabled: false, is_stream_over: true });
    const told = await hearing.first<Watch>(({ is_stream_over }) => is_stream_over, night.patience);
    const leaks = told.filter(({ data }) => (data as Watch).stream_url !== null).length;
    const { checks, heard } = heardBy(told, night.crowd.viewers.length, from);
    return {
      heard,
      checks: [...checks, hidden('Адрес потока скрыт', leaks), await chapters(night), await recording(night)],
    };
  },
};

function hidden(name: string, leaks: number) {
  return fact(name, leaks === 0, {
    expected: 'у всех',
    measured: leaks === 0 ? 'у всех' : `виден, зрителям: ${leaks}`,
    advice: 'Не вписывайте этот адрес заранее и сообщите разработчикам: так быть не должно.',
  });
}

/** Made of the presses of the night. */
async function chapters({ desk, show }: Night) {
  const listed = await desk.must<{ at: string }[]>('GET', `/api/programme/${show.id}/chapters`);
  const performances = desk.presses.filter(({ kind }) => kind === 'performance');
  const found = performances.filter(({ since }) => listed.some(({ at }) => at === since));
  return fact('Главы записи', found.length === performances.length, {
    expected: `по нажатиям, ${performances.length}`,
    measured: String(found.length),
    advice: 'Сравните нажатия в «Пульте эфира» с программой концерта: участник мог быть снят.',
  });
}

/** The page is the recording now, with a link for each performance. */
async function recording({ desk, loads }: Night) {
  const { text } = await loads.load('/watch', '10.255.0.4');
  const links = text.split('href="/watch?t=').length - 1;
  const performances = desk.presses.filter(({ kind }) => kind === 'performance').length;
  return fact('Запись на странице «Смотреть»', links >= performances, {
    expected: `с выступлениями, ${performances}`,
    measured: links > 0 ? `выступлений ${links}` : 'её нет',
    advice: 'Проверьте адрес записи в разделе «Трансляция» панели и нажатия в «Пульте эфира».',
  });
}
