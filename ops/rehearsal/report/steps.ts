import { inWords } from '../checks.ts';
import type { Check, StepResult } from '../night.ts';
import { escapeHtml } from './svg.ts';

const SIGNS = { passed: ['✓', 'пройден', ''], failed: ['✗', 'не пройден', 'bad'], skipped: ['–', 'пропущен', 'none'] };

/** Each step with what was expected and measured. */
export function stepList(steps: StepResult[]): string {
  return `<ol class="steps">${steps.map(stepItem).join('')}</ol>`;
}

function stepItem(step: StepResult, index: number): string {
  const [sign, word, name] = SIGNS[step.state];
  const why = step.why ? ` Пропущен: ${escapeHtml(step.why)}` : '';
  return `<li id="${step.id}"><details class="${name}"${step.state === 'failed' ? ' open' : ''}><summary>
<span class="sign ${name}" role="img" aria-label="${word}">${sign}</span><h3>${index + 1}. ${escapeHtml(step.title)}</h3>
<span class="brief">${escapeHtml(brief(step))}</span><time>${clock(step.at)}</time></summary>
<p class="soft">${escapeHtml(step.about)}${why}</p>${table(step.checks)}</details></li>`;
}

function brief({ state, heard, checks }: StepResult): string {
  if (state === 'skipped') return 'пропущен';
  const bad = checks.filter(({ isGood }) => !isGood).length;
  if (bad > 0) return `не сошлось ${bad} из ${checks.length}`;
  return heard ? `99 % узнали за ${inWords(heard.p99)}` : `проверено ${checks.length}`;
}

function table(checks: Check[]): string {
  if (checks.length === 0) return '';
  const head = '<thead><tr><th>Что проверено</th><th>Ждали</th><th>Измерили</th></tr></thead>';
  return `<table>${head}<tbody>${checks.map(row).join('')}</tbody></table>`;
}

function row({ name, expected, measured, isGood, advice }: Check): string {
  const what = !isGood && advice ? `<span class="advice">Что делать: ${escapeHtml(advice)}</span>` : '';
  const sign = isGood ? '✓' : '✗';
  return `<tr class="${isGood ? '' : 'bad'}"><td>${escapeHtml(name)}</td><td>${escapeHtml(expected)}</td><td>${sign} ${escapeHtml(measured)}${what}</td></tr>`;
}

/** Of ms since the beginning: «1:05». */
function clock(time: number): string {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
