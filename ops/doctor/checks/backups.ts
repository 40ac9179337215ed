import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { commandLine } from '../../../command.ts';
import type { Config } from '../../../config.ts';
import { plural } from '../../../model/text/plural.ts';
import { sizeText } from '../../../model/text/size.ts';
import { runInChild } from '../../backup/child-process.ts';
import { type BackupState, backupState, elsewhereState } from '../../backup/state.ts';
import { BackupError } from '../../errors.ts';
import type { DoctorContext } from '../doctor.ts';
import { type Finding, finding, momentText, spanText } from '../report.ts';
import { whyNotWritable } from './sign-in.ts';

const DAY = 24 * 3600 * 1000;
const OLD = { copy: 1.5 * DAY, forgotten: 3 * DAY, drill: 15 * DAY }; // Backups are nightly. In ms.

/** In ms, below the limit of a check. A lost network folder may hang for ever: only a child process can be killed. */
const ANSWER_TIMEOUT = 2500;

export async function backupFindings({ db, config, running }: DoctorContext): Promise<Finding[]> {
  const state = await backupState(db());
  const now = Date.now();
  const { backup } = state;
  // A backup in another folder may be on a removable disk.
  const isHere = backup?.host === hostname() && path.dirname(backup.file) === config.backupDir;
  const isGone = isHere && !existsSync(backup.file);
  const line = copyFinding(state, now, config, running && now - running.startedAt);
  const gone = `Последней копии ${backup?.file} больше нет на месте.`;
  const mend = `Верните её или сделайте новую: ${commandLine('backup')}`;
  const copies = isGone ? finding('backup', 'Резервная копия').bad(gone, mend, 'backup') : line;
  return backup || state.drill ? [copies, restoreTestFinding(state, now, config.timeZone)] : [copies];
}

/** Attention after 1.5 days, bad after 3. `uptime` in ms: a new site has no backup before its first night. */
export function copyFinding(
  { backup, failure }: Pick<BackupState, 'backup' | 'failure'>,
  now: number,
  { timeZone, backupTo }: Pick<Config, 'timeZone' | 'backupTo'>,
  uptime: number | undefined,
): Finding {
  const line = finding('backup', 'Резервная копия');
  const advice = `Сделайте копию сейчас: ${commandLine('backup')}`;
  const failed = failure ? ` Последняя попытка не удалась: ${failure.message}` : '';
  if (!backup) {
    const isNew = !failure && uptime !== undefined && uptime < OLD.copy;
    return isNew
      ? line.attention('Ни одной копии ещё нет; сервер сделает её ночью сам.', advice, 'backup')
      : line.bad(`Ни одной копии нет.${failed}`, advice, 'backup');
  }
  const age = now - Date.parse(backup.at);
  const text = `Сделана ${momentText(new Date(backup.at), timeZone)}, ${sizeText(backup.bytes)}, лежит на машине ${backup.host}: ${backup.file}.${failed}`;
  if (age >= OLD.forgotten) return line.bad(`Последней копии уже ${spanText(age)}. ${text}`, advice, 'backup');
  if (failure?.isIncomplete)
    return line.bad(text, 'Верните потерянное или примите потерю: тогда копия снова удастся.', 'backup');
  if (failure || age >= OLD.copy) return line.attention(text, advice, 'backup');
  return line.good(backupTo === undefined ? `${text} Храните копии и на другой машине: BACKUP_TO.` : text);
}

export function restoreTestFinding(
  { backup, drill }: Pick<BackupState, 'backup' | 'drill'>,
  now: number,
  timeZone: string,
): Finding {
  const line = finding('drill', 'Проверка копии');
  if (drill?.problem && backup && Date.parse(drill.at) < Date.parse(backup.at))
    return line.attention(
      `Новая копия ещё не проверена, а прежнюю, ${drill.file}, восстановить было нельзя. ${drill.problem}`,
      `Проверьте новую: ${commandLine('backup --check')}`,
      'drill',
    );
  if (drill?.problem)
    return line.bad(
      `Копию ${drill.file} восстановить нельзя. ${drill.problem}`,
      `Сделайте новую копию и проверьте её: ${commandLine('backup')}, затем ${commandLine('backup --check')}`,
      'backup',
    );
  if (!drill)
    return line.unknown('Копию ещё не пробовали восстановить; сервер делает это раз в неделю.', undefined, 'drill');
  const age = now - Date.parse(drill.at);
  const text = `${momentText(new Date(drill.at), timeZone)} копию восстановили на пробу и сравнили: всё совпало.`;
  return age >= OLD.drill
    ? line.attention(
        `С тех пор прошло ${spanText(age)}. ${text}`,
        'Проверку делает работающий сервер раз в неделю: посмотрите его журнал.',
      )
    : line.good(text);
}

/** Bad when the folder is not writable. A missing folder is fine: the first backup creates it. */
export async function backupFolderFindings({ config: { backupDir } }: DoctorContext): Promise<Finding[]> {
  const code = await whyNotWritable(backupDir);
  if (code === undefined) return [];
  const { bad } = finding('backup-folder', 'Папка для копий');
  return [bad(`В папку ${backupDir} нельзя писать (${code}): новых копий не будет.`, FOLDER_ADVICE)];
}

const FOLDER_ADVICE =
  'Отдайте её пользователю, под которым работает сервер (chown -R), или задайте другую в BACKUP_DIR.';

/** Probes BACKUP_TO. Bad when copies cannot go there; attention when the last attempt failed or the newest is older than 1.5 days. */
export async function elsewhereFindings({ db, config }: DoctorContext): Promise<Finding[]> {
  const { backupTo, timeZone } = config;
  if (backupTo === undefined) return [];
  const { copied, failure } = await elsewhereState(db());
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
  const error: unknown = await runInChild(config, 'examine', signal).catch((reason) => reason);
  const line = finding('backup-elsewhere', 'Копии в другом месте');
  const newest = copied?.to === backupTo ? copied.newest : null;
  const last = newest
    ? `Последняя там сделана ${momentText(new Date(newest.madeAt), timeZone)}, ${sizeText(newest.bytes)}.`
    : 'Ни одной копии там ещё нет.';
  if (error instanceof BackupError) {
    const advice = 'Когда причина устранена, сервер сам скопирует туда всё, чего там нет.';
    return [line.bad(`${error.message} ${last}`, advice)];
  }
  // A timeout is not reported as a fault.
  if (error && !signal.aborted) throw error;
  if (failure) {
    const advice = `Сервер попробует снова; сделать это сейчас: ${commandLine('backup')}`;
    return [line.attention(`Последняя попытка не удалась: ${failure.message} ${last}`, advice, 'backup')];
  }
  if (error) return [line.unknown(`За 2,5 с ответа от ${backupTo} нет. ${last}`)];
  if (!newest) return [line.unknown(last, `Сделайте копию: ${commandLine('backup')}`, 'backup')];
  const age = Date.now() - Date.parse(newest.madeAt);
  const count = plural(copied?.count ?? 0, 'копия', 'копии', 'копий');
  const text = `${backupTo}: ${count}. ${last} Каждая прочитана обратно и совпала.`;
  return [
    age >= OLD.copy
      ? line.attention(`Новой копии там нет: ${spanText(age)}. ${text}`, 'Сделайте копию сейчас.', 'backup')
      : line.good(text),
  ];
}
