import { existsSync } from 'node:fs';
import type { DatabaseFacts } from '../../../db/dialect.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { databaseIn } from '../../../db/open.ts';
import { sizeText } from '../../../model/text/size.ts';
import { type DatabaseHealth, watchHealth } from '../../integrity/check.ts';
import { withTimeout } from '../../timeout.ts';
import type { DoctorContext } from '../doctor.ts';
import { type Finding, finding, momentText, numberText } from '../report.ts';

const SLOW = 250; // ms; a page takes several queries: slower ones are noticeable
const CHECK_TIMEOUT = 2000; // ms

export async function answerFindings({ database, running }: DoctorContext): Promise<Finding[]> {
  const { facts, took, problem } = await database();
  const answer = answerFinding(facts, took, problem, running !== undefined);
  return facts ? [answer, schemaFinding(facts)] : [answer];
}

/** Attention from 250 ms (`took`). `isServing`: a server is running and shows stale responses. */
export function answerFinding(
  facts: DatabaseFacts | undefined,
  took: number,
  problem: string | undefined,
  isServing = true,
): Finding {
  const line = finding('database', 'Ответ');
  const meanwhile = isServing ? ' Посетители видят последние удачные копии страниц, менять ничего нельзя.' : '';
  if (!facts)
    return line.bad(
      `База данных не отвечает${problem ? `: ${problem}` : ''}.${meanwhile}`,
      `Проверьте, работает ли PostgreSQL и верен ли DATABASE_URL; для SQLite — на месте ли файл и диск.${isServing ? ' Перезапускать сервер не нужно.' : ''}`,
    );
  const name = facts.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const text = `${name} ${facts.version}, ${sizeText(facts.bytes)}, отвечает за ${numberText(Math.ceil(took))} мс.`;
  return took >= SLOW
    ? line.attention(text, 'Это медленно. Посмотрите, чем занят диск или сервер базы данных и далеко ли он.')
    : line.good(text);
}

export function schemaFinding(
  { schema, steps }: Pick<DatabaseFacts, 'schema' | 'steps'>,
  known = Object.keys(migrations),
): Finding {
  const line = finding('schema', 'Устройство таблиц');
  if (schema !== '' && !known.includes(schema))
    return line.bad(
      `Базу записала более новая версия (шаг ${schema}).`,
      'Запустите ту версию сайта, которой она принадлежит.',
    );
  return steps < known.length
    ? line.attention(
        `Не хватает шагов: ${known.length - steps}.`,
        'Перезапустите сервер: при запуске он приводит базу к своей версии сам.',
      )
    : line.good(`Соответствует этой версии (шаг ${schema}).`);
}

/** Checks an SQLite file for up to 2 s. */
export async function soundnessFindings({ config, health, database }: DoctorContext): Promise<Finding[]> {
  const file = databaseIn(config.dataDir);
  if (config.databaseUrl) return [soundnessFinding('postgresql', config.timeZone)];
  if (health?.state === 'damaged') return [soundnessFinding(health, config.timeZone)];
  if (!existsSync(file)) return [];
  const found = (await check(file)) ?? health;
  // An unreadable file has no result.
  const isRead = found?.state === 'damaged' || (await database()).facts !== undefined;
  return [soundnessFinding(isRead ? found : undefined, config.timeZone)];
}

/** Runs quick_check in a worker; undefined on timeout. */
async function check(file: string): Promise<DatabaseHealth | undefined> {
  const watch = watchHealth(() => {});
  try {
    await withTimeout(CHECK_TIMEOUT, () => watch.check(file));
    return watch.health;
  } catch {
    return undefined;
  } finally {
    void watch.stop();
  }
}

export function soundnessFinding(
  health: Readonly<DatabaseHealth> | 'postgresql' | undefined,
  timeZone: string,
): Finding {
  const line = finding('soundness', 'Целостность');
  if (health === 'postgresql')
    return line.good('За целостностью PostgreSQL следит сама: она откажется читать повреждённое.');
  if (health?.state === 'damaged')
    return line.bad(
      `Файл базы повреждён: ${health.problem ?? 'проверка не прошла'}. Сервер ничего больше в него не пишет.`,
      'Остановите сервер и восстановите последнюю резервную копию. Повреждённый файл сохраните: из него можно достать недостающее.',
    );
  if (health?.state === 'good' && health.checkedAt)
    return line.good(`Файл базы цел; проверен ${momentText(health.checkedAt, timeZone)}.`);
  return health?.state === 'checking'
    ? line.unknown('Файл базы ещё проверяется: он большой.', 'Проверьте ещё раз через несколько минут.')
    : line.unknown('Проверить файл базы не удалось.');
}
