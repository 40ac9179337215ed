import { startCommand } from '../../../command.ts';
import { unfinishedPages } from '../../../model/pages/pages.ts';
import { plural } from '../../../model/text/plural.ts';
import { uploadsIn } from '../../../model/uploads/storage/storage.ts';
import { type AlertState, alertState } from '../../alerts/alerts.ts';
import { certificateCondition } from '../../alerts/conditions.ts';
import { lostUploads, someOf } from '../../backup/completeness.ts';
import { type JobState, listJobs, wantedJobs } from '../../jobs.ts';
import type { DoctorContext, Running } from '../doctor.ts';
import { type Finding, finding, momentText, spanText } from '../report.ts';
import { whyNotWritable } from './sign-in.ts';

/** In ms. Jobs normally start within minutes of their due time. */
const OVERDUE_DELAY = 2 * 3600 * 1000;
const STUBBORN = 3;

const NAMES: Record<string, string> = {
  cleaning: 'Уборка',
  backup: 'Копирование',
  'backup-copy': 'Копирование в другое место',
  'backup-drill': 'Проба копии',
  alerts: 'Оповещения',
  embeds: 'Обложки видео и записей',
  indexnow: 'Сообщения поисковым системам',
};

export function serverFinding(address: string, isAlive: boolean, running: Running | undefined): Finding {
  const line = finding('server', 'Сервер');
  if (!isAlive)
    return line.bad(
      `Не отвечает на ${address}.`,
      `Если он остановлен, запустите его: ${startCommand()}. Если работает, задайте этой команде те же HOST и PORT, что и ему.`,
    );
  return running
    ? line.good(`Отвечает на ${address}.`)
    : line.attention(
        `Отвечает на ${address}, но не говорит, как он: части строк здесь нет.`,
        'Задайте серверу и этой команде один и тот же METRICS_TOKEN или откройте «Проверку сайта» в панели.',
      );
}

/** Findings about unfinished pages: drafts and blank ones. */
export async function pageFindings({ db }: DoctorContext): Promise<Finding[]> {
  const { drafts, blanks } = await unfinishedPages(db());
  const quoted = (titles: string[]) => titles.map((title) => `«${title}»`).join(', ');
  const blank = finding('pages-blank', 'Незаполненные страницы').bad(
    `На сайте есть места «[заполните: …]»: ${quoted(blanks)}.`,
    'Допишите их в разделе «Страницы» или снимите с публикации.',
  );
  // Not bad: a festival may not need all of them.
  const draft = finding('pages-drafts', 'Черновики страниц').attention(
    `Ещё не опубликованы: ${quoted(drafts)}.`,
    'Заполните и опубликуйте нужные в разделе «Страницы», лишние удалите.',
  );
  return [...(blanks.length > 0 ? [blank] : []), ...(drafts.length > 0 ? [draft] : [])];
}

export async function folderFindings({ config, db }: DoctorContext): Promise<Finding[]> {
  const folder = uploadsIn(config.dataDir);
  const problem = await whyNotWritable(folder);
  const line = finding('uploads', 'Папка загрузок');
  const owner = 'Верните папку пользователю, от имени которого работает сервер: chown -R.';
  const advice = problem === 'EROFS' ? 'Подключите её диск с правом записи.' : owner;
  if (problem !== undefined) return [line.bad(`В папку ${folder} нельзя писать (${problem}).`, advice)];
  const lost = config.databaseUrl ? [] : await lostUploads(db(), folder);
  if (lost.length === 0) return [line.good('Писать в неё можно.')];
  const text = `В папке ${folder} пропали или повреждены картинки и файлы, которые названы в базе: ${someOf(lost)}.`;
  return [line.bad(text, 'Верните их из резервной копии или удалите в панели.')];
}

export async function alertFindings({ db, config }: DoctorContext): Promise<Finding[]> {
  if (config.alertUrl === undefined) return [];
  const state = await alertState(db());
  return [sendingFinding(state, config.timeZone), ...certificateFindings(state, config.publicUrl)];
}

function sendingFinding({ last }: Pick<AlertState, 'last'>, timeZone: string): Finding {
  const line = finding('alerts', 'Оповещения');
  if (!last)
    return line.unknown(
      'Ни одного ещё не отправляли.',
      'Отправьте пробное из панели: «Обзор», вкладка «Проверка сайта».',
    );
  const when = momentText(new Date(last.at), timeZone);
  return last.problem
    ? line.attention(`Последнее, ${when}, не дошло. ${last.problem}`, 'Проверьте ALERT_URL и его получателя.')
    : line.good(`Последнее дошло: ${when}.`);
}

function certificateFindings({ certificate }: AlertState, publicUrl: string | undefined): Finding[] {
  const now = Date.now();
  const line = finding('certificate', 'Сертификат');
  if (!publicUrl?.startsWith('https:') || !certificate) return [];
  const [seen] = certificateCondition(certificate, publicUrl, now);
  if (!seen)
    return [line.unknown(`Сервер не может открыть ${publicUrl} сам, поэтому срок сертификата ему неизвестен.`)];
  const advice =
    'Продлите его; если он продлевается сам, посмотрите, почему этого не случилось (certbot renew, журнал Caddy).';
  if (!seen.isBad) return [line.good(seen.message)];
  return [
    Date.parse(certificate.expiresAt ?? '') < now
      ? line.bad(seen.message, advice)
      : line.attention(seen.message, advice),
  ];
}

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
    const text = `Не удалось ${plural(job.failures, 'раз', 'раза', 'раз')} подряд: ${job.error ?? 'причина неизвестна'}. ${done}`;
    const advice = `Сервер попробует снова ${momentText(new Date(due), timeZone)}; подробности — в его журнале.`;
    return job.failures >= STUBBORN ? line.bad(text, advice) : line.attention(text, advice);
  }
  if (job.isRunning) return line.good(`Идёт сейчас. ${done}`);
  return now - due > OVERDUE_DELAY
    ? line.attention(
        `Опаздывает: ${spanText(now - due)}. ${done}`,
        'Такую работу делает работающий сервер: проверьте, что он запущен, и посмотрите его журнал.',
      )
    : line.good(`${done} Следующий раз — ${momentText(new Date(due), timeZone)}.`);
}
