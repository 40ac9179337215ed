import { safeText } from '../../../model/body/vocabulary.ts';
import { lengthText } from '../../../model/text/size.ts';
import { momentText, numberText } from '../../doctor/report.ts';
import { type Check, inWords, type StepResult } from '../night.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { nightChart } from './chart.ts';

const MEGABYTE = 1024 * 1024;

/** The report as one HTML file without scripts and without anything foreign. `timeZone` of the site. */
export function reportPage(rehearsal: Rehearsal, timeZone: string): string {
  const { isPassed, isDemo, at, took, show, steps } = rehearsal;
  const when = momentText(new Date(at), timeZone);
  const title = isPassed ? 'Репетиция пройдена' : 'Репетиция не пройдена';
  const where = isDemo ? 'на показательном фестивале' : 'на копии сайта';
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${title} — ${when}</title><style>${STYLES}</style></head><body><main>
<p class="${isPassed ? 'good' : 'bad'}">${sign(isPassed)} ${stepsInWords(steps)}</p>
<h1>${title}</h1><p>Ночь концерта «${safeText(show)}» сыграна ${where} ${when} за ${duration(took)}. Сам сайт не затронут.</p>
${facts(figures(rehearsal))}
${mend(steps)}
<h2>Ход ночи</h2><p class="soft">Сколько ждали страницу; полосы — шаги, их номера те же, что ниже.</p>
<figure>${nightChart(rehearsal)}<figcaption>${KEYS}</figcaption></figure>
<h2>За сколько узнавали зрители</h2><p class="soft">От нажатия или назначенной секунды до открытой страницы; у погибшего сервера — с его остановкой.</p>
${table(['Шаг', 'Половина', '95\u00a0%', '99\u00a0%', 'Все'], heardRows(steps))}
<h2>Шаги ночи</h2><p class="soft">В начале — когда шаг начался, от начала репетиции.</p>${steps.map(stepItem).join('')}
<h2>На чём сыграно</h2>${facts(settings(rehearsal))}
<h2>Как читать</h2><ul>
<li>Ускорены люди: паузы между шагами, приход зрителей, их возвращение после сбоя и чтение страниц — в ${numberText(rehearsal.speed)} раз. Сервер отвечает со своей скоростью, поэтому нагрузка гуще, чем будет в настоящую ночь.</li>
<li>Своя секунда — когда до нажатия дошла картинка зрителя. Раньше неё страница не должна ничего показать.</li>
<li>Не проверяются сеть, прокси, плеер, картинки и внешний сайт голосования; база PostgreSQL играется копией в SQLite.</li></ul>
</main></body></html>
`;
}

const KEYS = [
  ['p50', 'половина страниц'],
  ['p99', '99 % страниц'],
  ['limit', 'предел, 1 с'],
  ['failed', 'страница не открылась'],
]
  .map(([name, words]) => `<span class="key ${name}">${words}</span>`)
  .join('');

function stepsInWords(steps: StepResult[]): string {
  const count = (state: string) => steps.filter((step) => step.state === state).length;
  const failed = count('failed') > 0 ? `, не пройдено ${count('failed')}` : '';
  const skipped = count('skipped') > 0 ? `, пропущено ${count('skipped')}` : '';
  return `Шагов пройдено ${count('passed')} из ${steps.length}${failed}${skipped}`;
}

function figures({ viewers, speed, load, steps, samples }: Rehearsal): [string, string][] {
  const press = steps.find(({ id }) => id === 'on-stage')?.latencies;
  const back = steps.find(({ id }) => id === 'server-dies')?.latencies;
  const memory = Math.max(0, ...samples.map((sample) => sample.memory ?? 0));
  const delay = Math.max(0, ...samples.map((sample) => sample.delay ?? 0));
  return [
    ['Зрителей', numberText(viewers)],
    ['Быстрее настоящей ночи', `×${numberText(speed)}`],
    ['Открыто страниц', numberText(load.pages)],
    ['Разослано событий', numberText(load.received)],
    ['Не открылось страниц', numberText(load.failed)],
    ['Нажатие увидели 99\u00a0%', press ? inWords(press.p99) : '—'],
    ['Все вернулись после сбоя', back ? inWords(back.max) : '—'],
    ['Память сервера, наибольшая', memory > 0 ? `${Math.round(memory / MEGABYTE)} МБ` : '—'],
    ['Задержка цикла событий, наибольшая', inWords(delay)],
  ];
}

/** What did not hold, with what to do; once for all that it helps against. */
function mend(steps: StepResult[]): string {
  const failed = steps.flatMap((step) => step.checks.filter(({ isGood }) => !isGood).map((check) => ({ step, check })));
  if (failed.length === 0) return '';
  const groups = Map.groupBy(failed, ({ check }) => check.advice ?? '');
  const items = [...groups].map(([advice, group]) => `<li>${group.map(problem).join('')}${safeText(advice)}</li>`);
  return `<h2>Что исправить</h2><ul class="mend">${items.join('')}</ul>`;
}

function problem({ step, check: { name, expected, measured } }: { step: StepResult; check: Check }): string {
  const words = `${name}: ${measured}; ждали: ${expected}`;
  return `<b><a href="#${step.id}">${safeText(step.title)}</a>. ${safeText(words)}</b><br>`;
}

function heardRows(steps: StepResult[]): string[] {
  return steps.flatMap(({ title, latencies, state }) =>
    latencies
      ? row([title, ...[latencies.p50, latencies.p95, latencies.p99, latencies.max].map(inWords)], state === 'failed')
      : [],
  );
}

const WORDS = { passed: 'пройден', failed: 'не пройден', skipped: 'пропущен' };

/** A step with what was expected and measured. */
function stepItem(step: StepResult, index: number): string {
  const { id, title, state, about, at, why, checks } = step;
  const rows = checks.map(({ name, expected, measured, isGood, advice }) => {
    const remedy = !isGood && advice ? ` Что делать: ${advice}` : '';
    return row([name, expected, `${sign(isGood)} ${measured}${remedy}`], !isGood);
  });
  const shown = checks.length > 0 ? table(['Что проверено', 'Ждали', 'Измерили'], rows) : '';
  const name = state === 'failed' ? 'bad' : 'good';
  return `<details id="${id}"${state === 'failed' ? ' open' : ''}><summary>${lengthText(at / 1000)} <b>${index + 1}. ${safeText(title)}</b>
<span class="${name}">${WORDS[state]}${safeText(brief(step))}</span></summary><p class="soft">${safeText(`${about}${why ? ` Пропущен: ${why}` : ''}`)}</p>${shown}</details>`;
}

function brief({ state, latencies, checks }: StepResult): string {
  if (state === 'skipped') return '';
  const bad = checks.filter(({ isGood }) => !isGood).length;
  if (bad > 0) return `, не сошлось ${bad} из ${checks.length}`;
  return latencies ? `, 99 % узнали за ${inWords(latencies.p99)}` : `, проверено ${checks.length}`;
}

function settings({ machine, viewers, speed, load, isDemo }: Rehearsal): [string, string][] {
  const gigabytes = (bytes: number) =>
    `${new Intl.NumberFormat('ru', { maximumFractionDigits: 1 }).format(bytes / 1e9)} ГБ`;
  return [
    ['Процессор', `${machine.processor}, ядер: ${machine.cores}`],
    ['Память', gigabytes(machine.memory)],
    ['Система', machine.system],
    ['Свободно на диске копии', gigabytes(machine.diskFree)],
    ['Версии', `rampa ${machine.rampa}, Node ${machine.node}, SQLite ${machine.sqlite}`],
    [
      'Данные',
      `${isDemo ? 'показательный фестиваль' : 'копия сайта'}: новостей и страниц — ${numberText(machine.articles)}, участников — ${numberText(machine.contestants)}`,
    ],
    [
      'Нагрузка',
      `зрителей ${numberText(viewers)}, запаздывание картинки от 2 до 90 с; страниц ${numberText(load.pages)}, из них не открылось ${numberText(load.failed)} и ещё ${numberText(load.away)}, пока сервера не было; переподключений ${numberText(load.reconnected)}`,
    ],
    ['Повторить', `rampa rehearse --viewers ${viewers} --speed ${speed}${isDemo ? ' --demo' : ''}`],
  ];
}

function facts(all: [string, string][]): string {
  return `<table>${all.map(([what, value]) => row([what, value])).join('')}</table>`;
}

function table(head: string[], rows: string[]): string {
  return `<table><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead>${rows.join('')}</table>`;
}

function row(cells: string[], isBad = false): string {
  return `<tr${isBad ? ' class="bad"' : ''}>${cells.map((cell) => `<td>${safeText(cell)}</td>`).join('')}</tr>`;
}

function sign(isGood: boolean): string {
  return isGood ? '✓' : '✗';
}

/** Formats ms: «40 с», «2 мин 5 с». */
function duration(time: number): string {
  const seconds = Math.round(time / 1000);
  return seconds < 60 ? `${seconds}\u00a0с` : `${Math.floor(seconds / 60)}\u00a0мин ${seconds % 60}\u00a0с`;
}

const STYLES = `
:root { color-scheme: light dark; --field: light-dark(#faf6f1, #0f0b16); --ink: light-dark(#1a1220, #f4ede5); --soft: light-dark(#635760, #b6abae);
  --line: light-dark(#e2d8cd, #352d3e); --good: light-dark(#14703f, #7fe0a8); --bad: light-dark(#b4001e, #ff7d88); --bad-field: light-dark(#fbe3e3, #3a1520);
  --half: light-dark(#5331b8, #b6a4ff); --most: light-dark(#b9530a, #ffab5e); --band: light-dark(#f3ece3, #241d30) }
body { margin: 0; background: var(--field); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.1; margin: .25rem 0 .75rem }
h2 { font-size: 1.375rem; line-height: 1.2; margin: 2.5rem 0 .25rem }
p { margin: 0 }
a { color: inherit }
.soft, th, .tick, .number, .caption { color: var(--soft); fill: var(--soft) }
.good { color: var(--good) }
.bad, tr.bad td:last-child { color: var(--bad) }
ul { padding-left: 1.1rem }
.mend li { background: var(--bad-field); padding: .75rem 1rem; margin-bottom: .5rem }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; font-weight: 400; padding: .35rem clamp(.6rem, 2vw, 1.25rem) .35rem 0; vertical-align: top; border-top: 1px solid var(--line) }
details { border-top: 1px solid var(--line); padding: .6rem 0 }
summary { cursor: pointer }
figure { margin: 1rem 0 }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; color: var(--soft); margin-top: .75rem }
.key::before { content: ""; display: inline-block; width: 1.25rem; border-top: 3px solid var(--half); vertical-align: .25em; margin-right: .45rem }
.key.p99::before { border-color: var(--most) }
.key.limit::before { border-top: 2px dashed var(--bad) }
.key.failed::before { content: "×"; border: 0; width: auto; color: var(--bad); vertical-align: 0 }
svg { display: block; width: 100%; overflow: visible; font: 12px/1 system-ui, "Segoe UI", Roboto, sans-serif }
svg .number { text-anchor: middle }
svg .failed { fill: var(--bad); text-anchor: middle }
svg .grid { stroke: var(--line) }
svg .limit { stroke: var(--bad); stroke-dasharray: 5 4 }
svg .band { fill: none }
svg .band.even { fill: var(--band) }
svg .band.bad { fill: var(--bad-field) }
svg path { fill: none; stroke: var(--half); stroke-width: 2; vector-effect: non-scaling-stroke }
svg .p99 { stroke: var(--most) }
svg .area { fill: var(--half); fill-opacity: .22 }
@media print { :root { color-scheme: light } details::details-content { content-visibility: visible; block-size: auto } * { print-color-adjust: exact } }
`;
