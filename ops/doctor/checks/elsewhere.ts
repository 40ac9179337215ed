import { typed } from '../../../command.ts';
import { runInChild } from '../../backup/child-process.ts';
import { type ElsewhereState, elsewhereState } from '../../backup/elsewhere/state.ts';
import { BackupError } from '../../backup/errors.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';
import { bytesText, countText, momentText, spanText } from '../wording.ts';

/** In ms, below the limit of a check. A network folder that is away may hang for ever: only a child process can be ended. */
const ANSWERS_WITHIN = 2500;
/** Copies are nightly. In ms. */
const OLD = 1.5 * 24 * 3600 * 1000;

/** Checks BACKUP_TO as it is now, and its archives. */
export async function elsewhereFindings({ db, config }: DoctorContext): Promise<Finding[]> {
  const { backupTo, timeZone } = config;
  if (backupTo === undefined) return [];
  const state = await elsewhereState(db());
  const signal = AbortSignal.timeout(ANSWERS_WITHIN);
  const seen = await runInChild(config, 'examine', signal).then(
    () => ({}),
    (error: unknown) => {
      if (error instanceof BackupError) return { problem: error.message };
      if (signal.aborted) return { isSilent: true };
      throw error;
    },
  );
  return [elsewhereFinding(state, { ...seen, backupTo, now: Date.now(), timeZone })];
}

interface Seen {
  backupTo: string;
  /** Reason why copying is impossible now. */
  problem?: string;
  /** No answer in time: no fault of a remote service. */
  isSilent?: boolean;
  now: number;
  timeZone: string;
}

/** Bad when copies cannot go there; attention when the last attempt failed or the newest is older than 1.5 days. */
function elsewhereFinding(
  { copied, failure }: Pick<ElsewhereState, 'copied' | 'failure'>,
  { backupTo, problem, isSilent, now, timeZone }: Seen,
): Finding {
  const line = finding('backup-elsewhere', 'Копии в другом месте');
  const newest = copied?.to === backupTo ? copied.newest : null;
  const last = newest
    ? `Последняя там сделана ${momentText(new Date(newest.madeAt), timeZone)}, ${bytesText(newest.bytes)}.`
    : 'Ни одной копии там ещё нет.';
  if (problem)
    return line.bad(`${problem} ${last}`, 'Когда причина устранена, сервер сам скопирует туда всё, чего там нет.');
  if (failure)
    return line.attention(
      `Последняя попытка не удалась: ${failure.message} ${last}`,
      `Сервер попробует снова; сделать это сейчас: ${typed('backup')}`,
      'backup',
    );
  if (isSilent) return line.unknown(`За 2,5 с ответа от ${backupTo} нет. ${last}`);
  if (!newest) return line.unknown(last, `Сделайте копию: ${typed('backup')}`, 'backup');
  const age = now - Date.parse(newest.madeAt);
  const count = countText(copied?.count ?? 0, 'копия', 'копии', 'копий');
  const text = `${backupTo}: ${count}. ${last} Каждая прочитана обратно и совпала.`;
  return age >= OLD
    ? line.attention(`Новой копии там нет: ${spanText(age)}. ${text}`, 'Сделайте копию сейчас.', 'backup')
    : line.good(text);
}
