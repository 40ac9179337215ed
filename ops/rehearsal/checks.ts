import type { Check } from './night.ts';
import { quantilesOf } from './quantiles.ts';
import type { Load } from './viewers/loads.ts';
import type { Told } from './viewers/viewer.ts';

/** ms. The control desk's promise, see docs/operations.md; a page slower than this is noticed. */
const HEARD_WITHIN = 1000;
const PAGE_WITHIN = 1000;
const PAGE_AFTER_OUTAGE = 3000;

const SLOW =
  'Посмотрите, чем ещё занята машина (top), и повторите, когда она свободна. Если так будет снова, дайте серверу больше ядер или уменьшите --speed: зрители придут не так густо.';
const DEAF =
  'Посмотрите журнал сервера и число разрешённых открытых файлов (ulimit -n). За прокси проверьте, что он не копит ответы /api/live.';

/** Checks a fact. */
export function fact(
  name: string,
  isGood: boolean,
  texts: { expected: string; measured: string; advice?: string },
): Check {
  return { name, isGood, isTime: false, ...texts };
}

/** That 99 of 100 took no longer than `limit` ms. */
function quickly(name: string, times: number[], limit: number, advice = SLOW): Check {
  const found = quantilesOf(times);
  const expected = `99 % за ${inWords(limit)}`;
  if (!found) return { name, expected, measured: 'мерить нечего', isGood: true, isTime: true };
  const measured = `половина за ${inWords(found.p50)}, 99 % за ${inWords(found.p99)}`;
  return { name, expected, measured, isGood: found.p99 <= limit, isTime: true, advice };
}

/** Checks that all of `count` viewers got the event, and in time. `from`: Unix time in ms. */
export function heardBy(told: Told[], count: number, from: number): { checks: Check[]; heard: number[] } {
  const heard = told.map(({ at }) => Math.max(0, at - from));
  const everybody = fact('Узнали все', told.length === count, {
    expected: amount(count),
    measured: amount(told.length),
    advice: DEAF,
  });
  return { checks: [everybody, quickly('Узнали быстро', heard, HEARD_WITHIN)], heard };
}

/** That something took no longer than `limit` ms. */
export function within(name: string, took: number, limit: number, advice: string): Check {
  const texts = { expected: `за ${inWords(limit)}`, measured: `за ${inWords(took)}` };
  return { name, ...texts, isGood: took <= limit, isTime: true, advice };
}

/** Checks that pages were answered in time. `isOutage`: after a restart with a cold cache. */
export function pagesOpened(loads: Load[], isOutage = false): Check[] {
  if (loads.length === 0) return [];
  const answered = loads.filter(({ status }) => status === 200).map(({ took }) => took);
  const quick = quickly('Страницы открываются быстро', answered, isOutage ? PAGE_AFTER_OUTAGE : PAGE_WITHIN);
  if (isOutage) return answered.length > 0 ? [quick] : [];
  const [first, ...others] = loads.filter(({ status }) => status !== 200);
  const all = fact('Страницы открываются', first === undefined, {
    expected: 'ни одной ошибки',
    measured: first
      ? `ошибок ${others.length + 1} из ${loads.length}, первая: ${first.path} — ${first.status || 'нет ответа'}`
      : `${amount(loads.length)} без ошибок`,
    advice: 'Откройте эту страницу сами; причину называет журнал сервера (сведения о запросе с этим адресом).',
  });
  return [all, quick];
}

/** Of ms: «340 мс», «1,03 с», «24 с». */
export function inWords(time: number): string {
  if (time < 1000) return `${Math.round(time)}\u00a0мс`;
  const maximumFractionDigits = time < 2000 ? 2 : time < 10_000 ? 1 : 0;
  return `${new Intl.NumberFormat('ru', { maximumFractionDigits }).format(time / 1000)}\u00a0с`;
}

export function amount(count: number): string {
  return new Intl.NumberFormat('ru').format(count);
}
