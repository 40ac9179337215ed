import { asOwner, typed } from '../command.ts';
import { isDamage, isDiskFull, isReadOnly, isRefusedByServer, isUnreachable } from '../db/errors.ts';
import { ModelError, messageOf, StartupError } from '../errors.ts';
import type { Manifest } from '../ops/backup/archive/manifest.ts';
import { BackupError, MoveError, RehearsalError, ReleaseError } from '../ops/errors.ts';

const FORESEEN = [ModelError, StartupError, BackupError, MoveError, RehearsalError, ReleaseError];

/** Message of a foreseen error; others are rethrown. */
export function sentence(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message;
  const reason = messageOf(error);
  if (isRefusedByServer(error))
    return `База PostgreSQL не пускает (${reason}). Проверьте имя, пароль и то, что база создана.`;
  if (isUnreachable(error)) return `База данных не отвечает (${reason}).`;
  if (isDamage(error))
    return `База данных повреждена (${reason}). Остановите сервер и восстановите последнюю копию: ${typed('restore Файл')}`;
  if (isReadOnly(error)) return `В базу данных нельзя писать (${reason}). ${asOwner()}`;
  if (isDiskFull(error)) return 'На диске не хватило места. Освободите его и повторите команду.';
  throw error;
}

export function describeContent(
  { madeAt, version, tables, pictures, missing, lost }: Manifest,
  timeZone: string,
): string {
  const time = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const rows = (name: string) => new Intl.NumberFormat('ru').format(tables[name]?.rows ?? 0);
  const files = tables.files?.rows ? `, файлов — ${rows('files')}` : '';
  const images = pictures ? `картинок — ${rows('images')}${files}` : 'без картинок и файлов';
  const gone = missing.length + lost.length;
  const without = gone > 0 ? ` Картинок и файлов, которых на сайте уже не было: ${gone}.` : '';
  return `Копия от ${time.format(new Date(madeAt))}, rampa ${version}: новостей и страниц — ${rows('articles')}, ${images}.${without}`;
}

export function sizeInWords(bytes: number): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1000)} КБ`;
  const megabytes = bytes / 1_000_000;
  return `${new Intl.NumberFormat('ru', { maximumFractionDigits: megabytes < 10 ? 1 : 0 }).format(megabytes)} МБ`;
}
