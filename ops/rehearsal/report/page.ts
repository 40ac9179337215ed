import { amount, inWords } from '../checks.ts';
import type { Check, StepResult } from '../night.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { heardChart } from './heard.ts';
import { serverChart } from './server-chart.ts';
import { stepList } from './steps.ts';
import { STYLES } from './styles.ts';
import { escapeHtml } from './svg.ts';
import { timeline } from './timeline.ts';

const WIDE = 1040;
const MIDDLE = 660;
const NARROW = 340;
const MEGABYTE = 1024 * 1024;

/** The report as one HTML file without scripts and without anything foreign. `timeZone` of the site. */
export function reportPage(rehearsal: Rehearsal, timeZone: string): string {
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const title = rehearsal.isPassed ? 'Репетиция пройдена' : 'Репетиция не пройдена';
  const name = rehearsal.isPassed ? '' : ' bad';
  const where = rehearsal.isDemo ? 'на показательном фестивале' : 'на копии сайта';
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${title} — ${time.format(new Date(rehearsal.at))}</title><style>${STYLES}</style></head><body><main>
<header><p class="verdict${name}"><span class="sign${name}" aria-hidden="true">${rehearsal.isPassed ? '✓' : '✗'}</span>${stepsInWords(rehearsal.steps)}</p>
<h1>${title}</h1><p class="soft">Ночь концерта «${escapeHtml(rehearsal.show)}» сыграна ${where} ${time.format(new Date(rehearsal.at))} за ${duration(rehearsal.took)}. Сам сайт не затронут.</p>
${figures(rehearsal)}</header>
${mend(rehearsal.steps)}
${charts(rehearsal)}
<section><h2>Шаги ночи</h2><p class="soft">Справа — когда шаг начался, от начала репетиции.</p>${stepList(rehearsal.steps)}</section>
${settings(rehearsal)}
</main></body></html>
`;
}

function stepsInWords(steps: StepResult[]): string {
  const count = (state: string) => steps.filter((step) => step.state === state).length;
  const failed = count('failed') > 0 ? `, не пройдено ${count('failed')}` : '';
  const skipped = count('skipped') > 0 ? `, пропущено ${count('skipped')}` : '';
  return `Шагов пройдено ${count('passed')} из ${steps.length}${failed}${skipped}`;
}

function figures({ viewers, speed, load, steps, samples }: Rehearsal): string {
  const press = steps.find(({ id }) => id === 'on-stage')?.heard;
  const back = steps.find(({ id }) => id === 'server-dies')?.heard;
  const memory = Math.max(0, ...samples.map((sample) => sample.memory ?? 0));
  const all = [
    ['Зрителей', amount(viewers)],
    ['Быстрее настоящей ночи', `×${amount(speed)}`],
    ['Открыто страниц', amount(load.pages)],
    ['Разослано событий', amount(load.told)],
    ['Не открылось страниц', amount(load.failed)],
    ['Нажатие увидели 99\u00a0%', press ? inWords(press.p99) : '—'],
    ['Все вернулись после сбоя', back ? inWords(back.max) : '—'],
    ['Память сервера, наибольшая', memory > 0 ? `${Math.round(memory / MEGABYTE)} МБ` : '—'],
  ];
  return `<dl class="figures">${all.map(([what, value]) => `<div><dt>${what}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

/** What did not hold, with what to do; once for all that it helps against. */
function mend(steps: StepResult[]): string {
  const failed = steps.flatMap((step) => step.checks.filter(({ isGood }) => !isGood).map((check) => ({ step, check })));
  if (failed.length === 0) return '';
  const groups = Map.groupBy(failed, ({ check }) => check.advice ?? '');
  const items = [...groups].map(([advice, group]) => `<li>${group.map(problem).join('')}${escapeHtml(advice)}</li>`);
  return `<section><h2>Что исправить</h2><ul class="mend">${items.join('')}</ul></section>`;
}

function problem({ step, check: { name, expected, measured } }: { step: StepResult; check: Check }): string {
  const words = `${name}: ${measured}; ждали: ${expected}`;
  return `<b><a href="#${step.id}">${escapeHtml(step.title)}</a>. ${escapeHtml(words)}</b>`;
}

function charts(rehearsal: Rehearsal): string {
  const { steps, samples, took } = rehearsal;
  return `<section><h2>Ход ночи</h2><p class="soft">Сколько ждали страницу; полосы — шаги, их номера те же, что ниже.</p>
${figure(
  (width) => timeline({ steps, samples, took }, width),
  [
    ['p50', 'половина страниц'],
    ['p99', '99 % страниц'],
    ['limit', 'предел, 1 с'],
    ['failed', 'страница не открылась'],
  ],
)}</section>
<section><h2>За сколько узнавали зрители</h2><p class="soft">От нажатия или назначенной секунды до открытой страницы; у погибшего сервера — с его остановкой.</p>
${figure(
  (width) => heardChart(steps, width),
  [
    ['dots', 'половина зрителей'],
    ['dots p95', '95 %'],
    ['dots p99', '99 %'],
    ['limit', 'предел, 1 с'],
  ],
)}</section>
<section><h2>Сервер</h2>${figure((width) => serverChart(samples, took, width), [])}</section>`;
}

/** Drawn three times: letters of the wide one could not be read on a phone. */
function figure(draw: (width: number) => string, keys: [name: string, words: string][]): string {
  const caption = keys.map(([name, words]) => `<span class="key ${name}">${words}</span>`).join('');
  return `<figure><div class="wide">${draw(WIDE)}</div><div class="middle">${draw(MIDDLE)}</div><div class="narrow">${draw(NARROW)}</div>${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
}

function settings({ machine, viewers, speed, load, isDemo }: Rehearsal): string {
  const gigabytes = (bytes: number) =>
    `${new Intl.NumberFormat('ru', { maximumFractionDigits: 1 }).format(bytes / 1e9)} ГБ`;
  const all = [
    ['Процессор', `${machine.processor}, ядер: ${machine.cores}`],
    ['Память', gigabytes(machine.memory)],
    ['Система', machine.system],
    ['Свободно на диске копии', gigabytes(machine.diskFree)],
    ['Версии', `rampa ${machine.rampa}, Node ${machine.node}, SQLite ${machine.sqlite}`],
    [
      'Данные',
      `${isDemo ? 'показательный фестиваль' : 'копия сайта'}: новостей и страниц — ${amount(machine.articles)}, участников — ${amount(machine.contestants)}`,
    ],
    [
      'Нагрузка',
      `зрителей ${amount(viewers)}, запаздывание картинки от 2 до 90 с; страниц ${amount(load.pages)}, из них не открылось ${amount(load.failed)} и ещё ${amount(load.away)}, пока сервера не было; переподключений ${amount(load.reconnected)}`,
    ],
    ['Повторить', `rampa rehearse --viewers ${viewers} --speed ${speed}${isDemo ? ' --demo' : ''}`],
  ];
  return `<section><h2>На чём сыграно</h2><dl class="facts">${all.map(([what, value]) => `<div><dt>${what}</dt><dd>${escapeHtml(value ?? '')}</dd></div>`).join('')}</dl>
<h2 class="later">Как читать</h2><ul class="notes">
<li>Ускорены люди: паузы между шагами, приход зрителей, их возвращение после сбоя и чтение страниц — в ${amount(speed)} раз. Сервер отвечает со своей скоростью, поэтому нагрузка гуще, чем будет в настоящую ночь.</li>
<li>Своя секунда — когда до нажатия дошла картинка зрителя. Раньше неё страница не должна ничего показать.</li>
<li>Не проверяются сеть, прокси, плеер, картинки и внешний сайт голосования; база PostgreSQL играется копией в SQLite.</li></ul></section>`;
}

/** Of ms: «40 с», «2 мин 5 с». */
function duration(time: number): string {
  const seconds = Math.round(time / 1000);
  return seconds < 60 ? `${seconds}\u00a0с` : `${Math.floor(seconds / 60)}\u00a0мин ${seconds % 60}\u00a0с`;
}
