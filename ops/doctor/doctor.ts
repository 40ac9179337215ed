import type { Config } from '../../config.ts';
import { readDatabaseFacts } from '../../db/dialect.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../errors.ts';
import { listAdmins } from '../../model/admins/admins.ts';
import { listAuditLog } from '../../model/audit-log.ts';
import { alertState } from '../alerts/alerts.ts';
import { backupState, elsewhereState } from '../backup/state.ts';
import { ALERTS_JOB, listJobs } from '../jobs.ts';
import { ownFamilies, type Watched } from '../metrics/families.ts';
import { type Value, valuesOf } from '../metrics/text.ts';
import type { SignsSeen } from '../proxy-detection.ts';
import { TookTooLong, withTimeout } from '../timeout.ts';
import { backupFindings, backupFolderFindings, elsewhereFindings } from './checks/backups.ts';
import { answerFindings, soundnessFindings } from './checks/database.ts';
import { clockFindings, diskFindings, memoryFindings, programFindings } from './checks/machine.ts';
import { proxyFindings } from './checks/proxy.ts';
import { entryFindings, firstPasswordFindings, permissionFindings } from './checks/sign-in.ts';
import { alertFindings, folderFindings, pageFindings, workFindings } from './checks/site.ts';
import { type DoctorReport, type Finding, finding, type Report, reportText, worstOf } from './report.ts';

const CACHE_TTL = 5 * 60_000; // ms
const CHECK_TIMEOUT = 3000;

export type Doctor = ReturnType<typeof createDoctor>;

/** Reports are at most 5 min old unless `isFresh`; single-flight. A backup, restore test or change of administrators expires one. */
export function createDoctor(watched: Watched) {
  let last: { report: Promise<DoctorReport>; mark: string; at: number; isDone: boolean } | undefined;
  return {
    async report(isFresh: boolean): Promise<DoctorReport> {
      // A timeout does not expire the cached report.
      const mark = (await markOf(watched.store.db)) ?? last?.mark ?? '';
      const now = performance.now();
      if (last?.mark === mark && (!last.isDone || (!isFresh && now - last.at < CACHE_TTL))) return last.report;
      const mine = { report: examineServer(watched), mark, at: now, isDone: false };
      last = mine;
      return mine.report.finally(() => {
        mine.isDone = true;
      });
    },
  };
}

async function markOf(db: Db): Promise<string | undefined> {
  const read = () => Promise.all([listJobs(db), backupState(db), elsewhereState(db), alertState(db), listAdmins(db)]);
  const [jobs, ...others] = (await withTimeout(CHECK_TIMEOUT, read).catch(() => undefined)) ?? [];
  // The alert job runs every minute.
  return jobs && JSON.stringify([jobs.filter(({ name }) => name !== ALERTS_JOB), ...others]);
}

async function examineServer(watched: Watched): Promise<DoctorReport> {
  const { config, store, meters, health } = watched;
  const running = runningFrom(valuesOf(await ownFamilies(watched)));
  const report = await examine({ config, db: () => store.db, running, signs: meters.signs.seen(), health });
  return { ...report, text: reportText(report, config.timeZone) };
}

export interface DoctorContext {
  config: Config;
  db: () => Db;
  running: Running | undefined; // Undefined when no server runs or it does not answer
  signs: SignsSeen | undefined;
  health: Watched['health'];
  database: () => ReturnType<typeof probeDatabase>;
}

const DATABASE_TIMEOUT = 2000; // ms
const MAX_REASON = 800; // characters; paths and recovery steps

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

/** Runs all checks in parallel; takes at most 3 s and never rejects: a failed check is an `unknown` finding. */
export async function examine(known: Omit<DoctorContext, 'database'>): Promise<Report> {
  const answered = probeDatabase(known.db);
  const context: DoctorContext = { ...known, database: () => answered };
  const groups = await Promise.all(
    GROUPS.map(async ([title, checks]) => {
      const lines = await Promise.all(checks.map((check) => runCheck(check, context, title)));
      return { title, lines: lines.flat() };
    }),
  );
  const filled = groups.filter(({ lines }) => lines.length > 0);
  return { at: new Date().toISOString(), worst: worstOf(filled), groups: filled };
}

async function runCheck(check: Check, context: DoctorContext, title: string): Promise<Finding[]> {
  try {
    return await withTimeout(CHECK_TIMEOUT, () => check(context));
  } catch (error) {
    const { unknown } = finding(`unknown-${check.name}`, title);
    if (error instanceof TookTooLong)
      return [unknown('Проверка не закончилась за 3 секунды.', 'Проверьте ещё раз через минуту.')];
    // The database's own finding reports the fault.
    if (isUnavailable(error) || error instanceof StartupError)
      return [unknown('Узнать нельзя, пока не отвечает база данных.')];
    return [unknown(`Узнать не удалось: ${reasonOf(error)}.`)];
  }
}

async function probeDatabase(db: () => Db) {
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

/** Figures of a running server; `startedAt` in Unix ms, `memory` in bytes. */
export type Running = ReturnType<typeof runningFrom>;

/** From this process's own metrics or a parsed `/metrics`; missing figures are 0 or undefined. */
export function runningFrom(values: Value[]) {
  const find = (name: string) => values.find((each) => each.name === name);
  const number = (name: string) => find(name)?.value ?? 0;
  return {
    version: find('rampa_build_info')?.labels.version,
    node: find('rampa_build_info')?.labels.node,
    startedAt: number('process_start_time_seconds') * 1000,
    memory: number('process_resident_memory_bytes'),
    isForwardedUntrusted: number('rampa_proxy_untrusted') > 0,
    isForwardedTrusted: number('rampa_proxy_trusted') > 0,
  };
}
