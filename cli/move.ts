import { existsSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../command.ts';
import { readSecret } from '../config/settings.ts';
import { type Config, readConfig } from '../config.ts';
import { databaseIn } from '../db/open.ts';
import { isPostgresAddress, namesSeveralHosts, passwordsIn } from '../db/postgres/address.ts';
import { assertRestored } from '../ops/backup/swap.ts';
import { numberText } from '../ops/doctor/report.ts';
import { MoveError } from '../ops/errors.ts';
import { assertNotLost, isAbsent } from '../ops/integrity/lost.ts';
import { type Address, isEmptyFolder, type Moved, move as moveSite, nameOf, openPlace } from '../ops/move/move.ts';
import { assertCurrent } from './database.ts';
import { type Args, type ShownProgress, showProgress, UsageError } from './terminal.ts';

export const help = `rampa move --to postgres://…    перенести сайт в пустую базу PostgreSQL
rampa move --to sqlite          перенести сайт из PostgreSQL в базу SQLite, картинки и файлы в папку DATA_DIR
rampa move --to <папка>         то же в другую папку
rampa move                      туда, куда говорит переменная MOVE_TO или файл, названный в MOVE_TO_FILE

Пароль базы не пишите в команде: его увидят другие пользователи машины. Задайте весь адрес в MOVE_TO (MOVE_TO_FILE)
или только пароль в PGPASSWORD или в файле ~/.pgpass (PGPASSFILE).
Откуда — говорят DATA_DIR и DATABASE_URL, как серверу. Сервер должен быть остановлен. Исходные данные только читаются.
Прерванный перенос продолжается той же командой.

Примеры:
  ${commandLine('move --to sqlite')}
  ${commandLine('move --to /srv/rampa')}`;
export const values = ['to'];

export async function run({ words, values: given }: Args): Promise<number> {
  const to = given.to ?? readSecret(process.env, 'MOVE_TO');
  if (!to || words.length > 0) throw new UsageError('Куда перенести сайт? Назовите место после --to или в MOVE_TO.');
  using shown = showProgress();
  const config = readConfig(process.env);
  const from: Address = config.databaseUrl ? { postgres: config.databaseUrl } : { folder: config.dataDir };
  const target = addressOf(to.trim(), config);
  await assertNotLost(config, isAbsent);
  const moved = await moveBetween(from, target, shown);
  shown.end();
  process.stdout.write(report(moved, from, target));
  if (given.to && isPostgresAddress(given.to) && passwordsIn(given.to).length > 0) process.stderr.write(PASSWORD_SHOWN);
  return 0;
}

function addressOf(to: string, { dataDir }: Config): Address {
  if (to === 'sqlite') return { folder: dataDir };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(to)) return { folder: path.resolve(to) };
  if (namesSeveralHosts(to))
    throw new MoveError('В адресе новой базы несколько серверов. Нужен один: тот, который принимает изменения.');
  if (isPostgresAddress(to)) return { postgres: to };
  throw new MoveError(
    'Адрес новой базы записан с ошибкой. Нужен такой: postgres://имя:пароль@сервер:5432/база, особые знаки пароля — с процентом (% — %25, # — %23).',
  );
}

const PASSWORD_SHOWN =
  'Внимание: пароль базы был в самой команде, его могли увидеть другие пользователи машины, и он остался в истории оболочки. Смените его.\n';

async function moveBetween(from: Address, to: Address, { progress, print }: ShownProgress): Promise<Moved> {
  await assertPossible(from, to);
  await using source = await openPlace(from);
  await assertCurrent(source.db);
  await using target = await openPlace(to);
  return await moveSite({ source, target, to, progress, print });
}

/** Checked before opening, which would create a missing database. */
async function assertPossible(from: Address, to: Address): Promise<void> {
  if (nameOf(from) === nameOf(to))
    throw new MoveError(`Сайт уже лежит там: ${nameOf(to)}. Откуда переносить, говорят DATA_DIR и DATABASE_URL.`);
  if ('folder' in from && isAbsent(databaseIn(from.folder)))
    throw new MoveError(`Базы данных ${databaseIn(from.folder)} нет. Проверьте DATA_DIR и DATABASE_URL.`);
  if ('folder' in to && !existsSync(databaseIn(to.folder)) && !(await isEmptyFolder(to.folder)))
    throw new MoveError(`В папке ${to.folder} уже лежат картинки или файлы. Переносить можно только в пустое место.`);
  for (const place of [from, to]) if ('folder' in place) await assertRestored(place.folder);
}

function report({ tables, pictures }: Moved, from: Address, to: Address): string {
  const rows = Object.entries(tables).filter(([, table]) => table.rows > 0);
  const width = Math.max(...rows.map(([name]) => name.length), 'картинки и файлы'.length);
  const line = (name: string, count: number, sha256: string) =>
    `  ${name.padEnd(width)}  ${numberText(count).padStart(11)}  ${sha256.slice(0, 16)}`;
  const { absent } = pictures;
  return [
    'Перенос окончен. На новом месте всё то же самое: сверены строки каждой таблицы и байты каждой картинки и каждого файла.',
    '',
    `  ${'таблица'.padEnd(width)}  ${'строк'.padStart(11)}  SHA-256`,
    ...rows.map(([name, table]) => line(name, table.rows, table.sha256)),
    line('картинки и файлы', pictures.files, pictures.sha256),
    '',
    ...(absent.length > 0 ? [`Картинок и файлов, которых не было и на старом месте: ${absent.length}.`, ''] : []),
    ...nextSteps(from, to),
    '',
  ].join('\n');
}

function nextSteps(from: Address, to: Address): string[] {
  const setting =
    'postgres' in to
      ? `задайте серверу DATABASE_URL=${nameOf(to)}${nameOf(to).includes('***') ? ' (вместо *** — пароль)' : ''}`
      : `уберите у сервера DATABASE_URL и задайте DATA_DIR=${to.folder}`;
  const old =
    'postgres' in from
      ? `База ${nameOf(from)} не изменилась`
      : `Файл ${databaseIn(from.folder)} и папка ${path.join(from.folder, 'uploads')} не изменились`;
  return [
    'Что дальше:',
    `1. В настройках: ${setting}.`,
    '2. Запустите сервер и посмотрите сайт и панель. Входить заново никому не нужно.',
    `3. ${old}. Когда убедитесь, что всё на месте, сохраните старые данные в архив или удалите.`,
  ];
}
