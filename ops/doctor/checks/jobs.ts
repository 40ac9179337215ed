import { type JobState, listJobs } from '../../jobs.ts';
import { wantedJobs } from '../../wanted-jobs.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';
import { countText, momentText, spanText } from '../wording.ts';

/** Jobs start within minutes of their time. In ms. */
const OVERDUE_AFTER = 2 * 3600 * 1000;
const STUBBORN = 3;

const NAMES: Record<string, string> = {
  cleaning: 'Уборка',
  backup: 'Копирование',
  'backup-copy': 'Копирование в другое место',
  'backup-drill': 'Проба копии',
  alerts: 'Оповещения',
  embeds: 'Обложки видео и записей',
};

export async function workFindings({ db, config }: DoctorContext): Promise<Finding[]> {
  const jobs = wantedJobs(await listJobs(db()), config);
  return jobs.map((job) => jobFinding(job, Date.now(), config.timeZone));
}

/** Bad after 3 consecutive failures, attention after one or when 2 h overdue. `now` in ms. */
export function jobFinding(job: JobState, now: number, timeZone: string): Finding {
  const line = finding(`job-${job.name}`, NAMES[job.name] ?? job.name);
  const due = Date.parse(job.dueAt);
  const done = job.succeededAt
    ? `В последний раз сделано ${momentText(new Date(job.succeededAt), timeZone)}.`
    : 'Ещё не делалось.';
  if (job.failures > 0) {
    const text = `Не удалось ${countText(job.failures, 'раз', 'раза', 'раз')} подряд: ${job.error ?? 'причина неизвестна'}. ${done}`;
    const advice = `Сервер попробует снова ${momentText(new Date(due), timeZone)}; подробности — в его журнале.`;
    return job.failures >= STUBBORN ? line.bad(text, advice) : line.attention(text, advice);
  }
  if (job.isRunning) return line.good(`Идёт сейчас. ${done}`);
  return now - due > OVERDUE_AFTER
    ? line.attention(
        `Опаздывает: ${spanText(now - due)}. ${done}`,
        'Такую работу делает работающий сервер: проверьте, что он запущен, и посмотрите его журнал.',
      )
    : line.good(`${done} Следующий раз — ${momentText(new Date(due), timeZone)}.`);
}
