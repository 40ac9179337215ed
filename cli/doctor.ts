import { commandLine } from '../command.ts';
import { addressOf, type Config, readConfig } from '../config.ts';
import { openPostgres } from '../db/dialect.ts';
import { newerStep } from '../db/open.ts';
import type { Db } from '../db/tables.ts';
import { StartupError } from '../errors.ts';
import { serverFinding } from '../ops/doctor/checks/site.ts';
import { examine, type Running, runningFrom } from '../ops/doctor/doctor.ts';
import { type Report, reportText, type State, worstOf } from '../ops/doctor/report.ts';
import { EMPTY, isEmpty, lossIn } from '../ops/integrity/lost.ts';
import { parseValues } from '../ops/metrics/text.ts';
import { answers, withTimeout } from '../ops/timeout.ts';
import { newer, openFile } from './database.ts';
import { type Args, UsageError } from './terminal.ts';

export const help = `rampa doctor [--json]     что в порядке, что нет и что делать

Код завершения: 0 — всё в порядке, 1 — есть на что обратить внимание или команда не смогла посмотреть, 2 — беда или команда
записана с ошибкой. Команде нужны те же переменные, что и серверу.

Примеры:
  ${commandLine('doctor')}
  ${commandLine('doctor --json')}`;
export const flags = ['json'];

const CODES: Record<State, number> = { good: 0, unknown: 0, attention: 1, bad: 2 };
const BUSY_TIMEOUT = 2000; // ms; for the write lock
const SERVER_TIMEOUT = 2000; // ms; for the server's metrics
const PROBE_TIMEOUT = 2000;

/** Runs beside a server or without one. The exit code is the worst finding's. */
export async function run({ words, flags: given }: Args): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  const config = readConfig(process.env);
  const report = await examineSite(config);
  process.stdout.write(
    given.has('json') ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, config.timeZone),
  );
  return CODES[report.worst];
}

async function examineSite(config: Config): Promise<Report> {
  const address = addressOf(config, '127.0.0.1');
  const [isAlive, running] = await Promise.all([
    answers(`${address}/healthz`),
    readRunning(address, config.metricsToken),
  ]);
  const opening = config.databaseUrl ? openPostgres(config.databaseUrl) : openFile(config, BUSY_TIMEOUT);
  const opened = await opening.catch((error: Error) => error);
  await using closing = new AsyncDisposableStack();
  if (!(opened instanceof Error)) closing.use(opened);
  const database = () => openedOrThrow(opened);
  const known = { config, running, signs: undefined, health: undefined };
  // Runs first: probing an unresponsive database would use up the examination's time.
  const first = await examine({ ...known, db: database });
  const loss = await problemOfEmpty(database, config);
  const report = loss ? await examine({ ...known, db: () => openedOrThrow(loss) }) : first;
  const groups = [{ title: 'Сервер', lines: [serverFinding(address, isAlive, running)] }, ...report.groups];
  return { ...report, groups, worst: worstOf(groups) };
}

/** Rethrows an opening error at each use. */
function openedOrThrow(opened: Db | Error): Db {
  if (opened instanceof Error) throw opened;
  return opened;
}

async function readRunning(address: string, token: string | undefined): Promise<Running | undefined> {
  try {
    const headers: HeadersInit = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(SERVER_TIMEOUT) });
    return answer.ok ? runningFrom(parseValues(await answer.text())) : undefined;
  } catch {
    return undefined;
  }
}

/** Throws StartupError for a newer database. Returns the problem of an empty one; undefined for any other. */
async function problemOfEmpty(database: () => Db, config: Config): Promise<StartupError | undefined> {
  const probe = async () => ({ step: await newerStep(database()), isUnmade: await isEmpty(database()) });
  const found = await withTimeout(PROBE_TIMEOUT, probe).catch(() => undefined);
  if (found?.step !== undefined) throw newer(found.step);
  return found?.isUnmade ? new StartupError((await lossIn(config)) ?? EMPTY) : undefined;
}
