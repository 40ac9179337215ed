import type { Report } from './examine.ts';
import type { State } from './finding.ts';
import { momentText } from './wording.ts';

const SIGNS: Record<State, string> = { good: '✓', unknown: '?', attention: '!', bad: '✗' };
const STATE_NAMES: Record<State, string> = {
  good: 'в порядке',
  unknown: 'неизвестно',
  attention: 'внимание',
  bad: 'беда',
};

/** Plain text for terminals and support requests; contains no secrets. */
export function reportText({ at, worst, groups }: Report, timeZone: string): string {
  const head = `Состояние на ${momentText(new Date(at), timeZone)}: ${STATE_NAMES[worst]}`;
  const parts = groups.map(({ title, lines }) => {
    const shown = lines.map(({ state, name, text, advice }) => {
      const line = `${SIGNS[state]} ${name}: ${state === 'good' ? '' : `${STATE_NAMES[state]}. `}${text}`;
      return advice ? `${line}\n    → ${advice}` : line;
    });
    return `${title}\n${shown.map((line) => `  ${line}`).join('\n')}`;
  });
  return `${[head, ...parts].join('\n\n')}\n`;
}
