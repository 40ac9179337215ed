import { z } from 'zod';
import { plural } from '../../model/text/plural.ts';

/** From best to worst; order matters to `worstOf`. */
const STATES = ['good', 'unknown', 'attention', 'bad'] as const;
export type State = (typeof STATES)[number];

const findingSchema = z.object({
  id: z.string().describe('A stable word'),
  name: z.string(),
  state: z.enum(STATES),
  text: z.string().describe('State in words'),
  advice: z.string().optional().describe('Advice'),
  act: z
    .enum(['backup', 'drill'])
    .optional()
    .describe('Set if `POST /api/admin/backup` or `/api/admin/backup/check` fixes it'),
});
export type Finding = z.infer<typeof findingSchema>;

export const reportSchema = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  worst: z.enum(STATES),
  groups: z.array(z.object({ title: z.string(), lines: z.array(findingSchema) })),
  text: z.string().describe('The report as plain text'),
});
export type DoctorReport = z.infer<typeof reportSchema>;

export type Report = Omit<DoctorReport, 'text'>;

export function worstOf(groups: Report['groups']): State {
  const states = new Set(groups.flatMap(({ lines }) => lines.map(({ state }) => state)));
  return STATES.findLast((state) => states.has(state)) ?? 'good';
}

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

/** Builder for the finding of one check: call the method of its state. */
export function finding(id: string, name: string) {
  const line =
    (state: State) =>
    (text: string, advice?: string, act?: Finding['act']): Finding => ({
      ...{ id, name, state, text },
      ...(advice && { advice }),
      ...(act && { act }),
    });
  return { good: line('good'), unknown: line('unknown'), attention: line('attention'), bad: line('bad') };
}

export function numberText(number: number): string {
  return new Intl.NumberFormat('ru').format(number);
}

/** «3 дня», «25 минут»: `ms` in its largest unit, rounded down. */
export function spanText(ms: number): string {
  const span = SPANS.find(({ unit }) => ms >= unit);
  return span ? plural(Math.floor(ms / span.unit), ...span.forms) : 'меньше минуты';
}

export function momentText(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(moment);
}

/** Units in ms. */
const SPANS: { unit: number; forms: [one: string, few: string, many: string] }[] = [
  { unit: 24 * 3600 * 1000, forms: ['день', 'дня', 'дней'] },
  { unit: 3600 * 1000, forms: ['час', 'часа', 'часов'] },
  { unit: 60_000, forms: ['минута', 'минуты', 'минут'] },
];
