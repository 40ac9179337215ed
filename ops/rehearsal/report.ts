import { safeText } from '../../model/body/vocabulary.ts';
import { lengthText } from '../../model/text/size.ts';
import { momentText, numberText } from '../doctor/report.ts';
import { inWords, type StepResult } from './night.ts';
import type { Rehearsal } from './rehearsal.ts';

const ROW = 36; // px of a step in the chart
const LIMIT = 1000; // ms
const DECADES = [1, 10, 100, LIMIT, 10_000, 100_000]; // ms; a step waits a minute at most

/** The report as one HTML file without scripts or external resources. `timeZone`: the site's. */
export function reportPage(rehearsal: Rehearsal, timeZone: string): string {
  const { isPassed, isDemo, at, took, show, steps, viewers, speed } = rehearsal;
  const when = momentText(new Date(at), timeZone);
  const title = isPassed ? 'Репетиция пройдена' : 'Репетиция не пройдена';
  const where = isDemo ? 'на показательном фестивале' : 'на копии сайта';
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${title} — ${when}</title><style>${STYLES}</style></head><body><main>
<p class="${isPassed ? 'good' : 'bad'}">${sign(isPassed)} ${stepsInWords(steps)}</p>
<h1>${title}</h1><p>Ночь концерта «${safeText(show)}» сыграна ${where} ${when} за ${duration(took)}. Сам сайт не затронут.</p>
<table>${figures(rehearsal).join('')}</table>
<h2>За сколько узнавали зрители</h2><p class="soft">От нажатия или назначенной секунды до открытой страницы; у погибшего сервера — с его остановкой. Полоса — от половины зрителей до 99\u00a0%, красная черта — секунда.</p>
${chart(steps)}
${table(['Шаг', 'Половина', '95\u00a0%', '99\u00a0%', 'Все'], heardRows(steps))}
<h2>Шаги ночи</h2><p class="soft">В начале — когда шаг начался, от начала репетиции.</p>${steps.map(stepItem).join('')}
<h2>Как читать</h2><ul>
<li>Ускорены люди: паузы между шагами, приход зрителей, их возвращение после сбоя и чтение страниц — в ${numberText(speed)} раз. Сервер отвечает со своей скоростью, поэтому нагрузка гуще, чем будет в настоящую ночь.</li>
<li>Своя секунда — когда до нажатия дошла картинка зрителя. Раньше неё страница не должна ничего показать.</li>
<li>Не проверяются сеть, прокси, плеер, картинки и внешний сайт голосования; база PostgreSQL играется копией в SQLite.</li>
<li>Повторить: <code>rampa rehearse --viewers ${viewers} --speed ${speed}${isDemo ? ' --demo' : ''}</code></li></ul>
</main></body></html>
`;
}

/** Median and 99th percentile of the latencies on a logarithmic axis. Widths are in per cent: it fits any screen. */
function chart(steps: StepResult[]): string {
  const heard = steps.flatMap(({ title, state, latencies }) => (latencies ? [{ title, state, ...latencies }] : []));
  const height = (heard.length + 1) * ROW;
  const x = (time: number) => Math.log10(Math.min(Math.max(time, 1), DECADES.at(-1) ?? 1)) * 20;
  const scale = DECADES.map(
    (time) => `<line${time === LIMIT ? ' class="limit"' : ''} x1="${x(time)}%" x2="${x(time)}%" y2="${height - 20}"/>
<text class="tick" x="${x(time)}%" y="${height - 4}">${inWords(time)}</text>`,
  );
  const bars = heard.map(({ title, state, p50, p99 }, at) => {
    const width = Math.max(0.5, x(p99) - x(p50)).toFixed(1);
    return `<text y="${at * ROW + 14}">${safeText(title)}</text>
<rect class="${state}" x="${x(p50).toFixed(1)}%" width="${width}%" y="${at * ROW + 20}" height="8"/>`;
  });
  const label = 'Сколько ждали половина и 99 % зрителей на каждом шаге';
  return `<svg height="${height}" role="img" aria-label="${label}">${[...scale, ...bars].join('')}</svg>`;
}

/** «Шагов пройдено 8 из 10, не пройдено 2». */
export function stepsInWords(steps: StepResult[]): string {
  const count = (state: string) => steps.filter((step) => step.state === state).length;
  const failed = count('failed') > 0 ? `, не пройдено ${count('failed')}` : '';
  const skipped = count('skipped') > 0 ? `, пропущено ${count('skipped')}` : '';
  return `Шагов пройдено ${count('passed')} из ${steps.length}${failed}${skipped}`;
}

function figures({ viewers, speed, load, steps }: Rehearsal): string[] {
  const press = steps.find(({ id }) => id === 'on-stage')?.latencies;
  const back = steps.find(({ id }) => id === 'server-dies')?.latencies;
  return [
    ['Зрителей', numberText(viewers)],
    ['Быстрее настоящей ночи', `×${numberText(speed)}`],
    ['Открыто страниц', numberText(load.pages)],
    ['Разослано событий', numberText(load.received)],
    ['Не открылось страниц', `${numberText(load.failed)}, пока сервера не было — ещё ${numberText(load.away)}`],
    ['Нажатие увидели 99\u00a0%', press ? inWords(press.p99) : '—'],
    ['Все вернулись после сбоя', back ? inWords(back.max) : '—'],
  ].map((cells) => row(cells));
}

function heardRows(steps: StepResult[]): string[] {
  return steps.flatMap(({ title, latencies, state }) =>
    latencies
      ? row([title, ...[latencies.p50, latencies.p95, latencies.p99, latencies.max].map(inWords)], state === 'failed')
      : [],
  );
}

const WORDS = { passed: 'пройден', failed: 'не пройден', skipped: 'пропущен' };

function stepItem(step: StepResult, index: number): string {
  const { title, state, about, at, why, checks } = step;
  const rows = checks.map(({ name, expected, measured, isGood, advice }) => {
    const remedy = !isGood && advice ? ` Что делать: ${advice}` : '';
    return row([name, expected, `${sign(isGood)} ${measured}${remedy}`], !isGood);
  });
  const shown = checks.length > 0 ? table(['Что проверено', 'Ждали', 'Измерили'], rows) : '';
  const name = state === 'failed' ? 'bad' : 'good';
  return `<details${state === 'failed' ? ' open' : ''}><summary>${lengthText(at / 1000)} <b>${index + 1}. ${safeText(title)}</b>
<span class="${name}">${WORDS[state]}${safeText(brief(step))}</span></summary><p class="soft">${safeText(`${about}${why ? ` Пропущен: ${why}` : ''}`)}</p>${shown}</details>`;
}

function brief({ state, latencies, checks }: StepResult): string {
  if (state === 'skipped') return '';
  const bad = checks.filter(({ isGood }) => !isGood).length;
  if (bad > 0) return `, не сошлось ${bad} из ${checks.length}`;
  return latencies ? `, 99 % узнали за ${inWords(latencies.p99)}` : `, проверено ${checks.length}`;
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
  --line: light-dark(#e2d8cd, #352d3e); --good: light-dark(#14703f, #7fe0a8); --bad: light-dark(#b4001e, #ff7d88); --bar: light-dark(#5331b8, #b6a4ff) }
body { margin: 0; background: var(--field); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.1; margin: .25rem 0 .75rem }
h2 { font-size: 1.375rem; line-height: 1.2; margin: 2.5rem 0 .25rem }
p { margin: 0 }
.soft, th { color: var(--soft) }
.good { color: var(--good) }
.bad, tr.bad td:last-child { color: var(--bad) }
ul { padding-left: 1.1rem }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; font-weight: 400; padding: .35rem clamp(.6rem, 2vw, 1.25rem) .35rem 0; vertical-align: top; border-top: 1px solid var(--line) }
details { border-top: 1px solid var(--line); padding: .6rem 0 }
summary { cursor: pointer }
svg { display: block; width: 100%; margin: 1rem 0; overflow: visible; font: 12px/1 system-ui, "Segoe UI", Roboto, sans-serif }
svg text { fill: var(--ink) }
svg .tick { fill: var(--soft); text-anchor: middle }
svg .tick:nth-of-type(1) { text-anchor: start }
svg line { stroke: var(--line) }
svg .limit { stroke: var(--bad) }
svg rect { fill: var(--bar) }
svg .failed { fill: var(--bad) }
@media print { :root { color-scheme: light } details::details-content { content-visibility: visible; block-size: auto } * { print-color-adjust: exact } }
`;
