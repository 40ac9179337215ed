import type { Config } from '../../config.ts';
import { readDatabaseFacts } from '../../db/dialect.ts';
import { isAway } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../errors.ts';
import { listAuditLog } from '../../model/audit-log.ts';
import type { DatabaseHealth } from '../integrity/health.ts';
import type { SignsSeen } from '../proxy-detection.ts';
import { TookTooLong, withTimeout } from '../timeout.ts';
import { backupFindings, backupFolderFindings, elsewhereFindings } from './checks/backups.ts';
import { answerFindings, soundnessFindings } from './checks/database.ts';
import { clockFindings, diskFindings, memoryFindings, programFindings } from './checks/machine.ts';
import { proxyFindings } from './checks/proxy.ts';
import { entryFindings, firstPasswordFindings, permissionFindings } from './checks/sign-in.ts';
import { alertFindings, folderFindings, pageFindings, workFindings } from './checks/site.ts';
import { type DoctorReport, type Finding, finding, momentText, STATES, type State } from './report.ts';
import type { Running } from './running.ts';

export interface DoctorContext {
  config: Config;
  db: () => Db;
  node: string;
  running: Running | undefined; // Undefined when no server runs or it does not answer
  signs: SignsSeen | undefined;
  health: Readonly<DatabaseHealth> | undefined;
  database: () => ReturnType<typeof ask>;
}

export type Report = Omit<DoctorReport, 'text'>;

const CHECK_TIMEOUT = 3000; // ms
const DATABASE_TIMEOUT = 2000;
const MAX_REASON = 800; // characters; paths and the way back

type Check = (context: DoctorContext) => Promise<Finding[]>;
const GROUPS: [title: string, checks: Check[]][] = [
  ['База данных', [answerFindings, soundnessFindings]],
  ['Резервные копии', [backupFindings, elsewhereFindings, backupFolderFindings]],
  ['Машина', [programFindings, diskFindings, memoryFindings, clockFindings]],
  ['Адрес и прокси', [proxyFindings]],
  ['Вход в панель', [entryFindings, firstPasswordFindings, permissionFindings]],
  ['Картинки', [folderFindings]],
  ['Страницы', [pageFindings]],
  ['Оповещения', [alertFindings]],
  ['Работы по расписанию', [workFindings]],
];

const SIGNS: Record<State, string> = { good: '✓', unknown: '?', attention: '!', bad: '✗' };
const STATE_NAMES: Record<State, string> = {
  good: 'в порядке',
  unknown: 'неизвестно',
  attention: 'внимание',
  bad: 'беда',
};

/** Runs all checks in parallel; takes at most 3 s and never rejects: a failed check is an `unknown` finding. */
export async function examine(known: Omit<DoctorContext, 'database'>): Promise<Report> {
  const answered = ask(known.db);
  const context: DoctorContext = { ...known, database: () => answered };
  const groups = await Promise.all(
    GROUPS.map(async ([title, checks]) => {
      const lines = await Promise.all(checks.map((check) => tried(check, context, title)));
      return { title, lines: lines.flat() };
    }),
  );
  const filled = groups.filter(({ lines }) => lines.length > 0);
  return { at: new Date().toISOString(), worst: worstOf(filled), groups: filled };
}

export function worstOf(groups: Report['groups']): State {
  const states = new Set(groups.flatMap(({ lines }) => lines.map(({ state }) => state)));
  return STATES.findLast((state) => states.has(state)) ?? 'good';
}

async function tried(check: Check, context: DoctorContext, title: string): Promise<Finding[]> {
  try {
    return await withTimeout(CHECK_TIMEOUT, () => check(context));
  } catch (error) {
    const { unknown } = finding(`unknown-${check.name}`, title);
    if (error instanceof TookTooLong)
      return [unknown('Проверка не закончилась за 3 секунды.', 'Проверьте ещё раз через минуту.')];
    // The line of the database reports the fault.
    if (isAway(error) || error instanceof StartupError)
      return [unknown('Узнать нельзя, пока не отвечает база данных.')];
    return [unknown(`Узнать не удалось: ${reasonOf(error)}.`)];
  }
}

async function ask(db: () => Db) {
  const askedAt = Date.now();
  try {
    return await withTimeout(DATABASE_TIMEOUT, async () => {
      const facts = await readDatabaseFacts(db());
      // The first query opens connections and files; the second shows what visitors wait for.
      const began = performance.now();
      await listAuditLog(db(), { limit: 1 });
      return { facts, askedAt, took: performance.now() - began, problem: undefined };
    });
  } catch (error) {
    return { facts: undefined, askedAt, took: 0, problem: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TookTooLong) return 'за 2 секунды ответа нет';
  const { message, code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path) return `нет папки или файла ${path}`;
  return (message || code || String(error)).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, MAX_REASON);
}

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
