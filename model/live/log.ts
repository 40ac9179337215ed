import type { ColumnType, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { nextVersion, readChange } from '../../db/write.ts';
import { invalid } from '../../errors.ts';
import { stepsOf } from '../results/scores.ts';
import { type Entry, type Folded, fold, type LiveEvent, newestChange, type Part } from './fold.ts';
import { idOf } from './id.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    live_events: LiveEventTable;
  }
}

/** The log of the night, append-only. */
type LiveEventTable = { [Name in keyof LiveEvent]: ColumnType<LiveEvent[Name], LiveEvent[Name], never> };

const MAX_LATENESS = 10 * 60_000; // ms; a phone that lost the network sends a press when it is back

/** A festival has some hundred rows: read whole. */
export async function readLog(db: Db): Promise<Folded> {
  const rows: Selectable<LiveEventTable>[] = await db
    .selectFrom('live_events')
    .selectAll()
    .orderBy('version')
    .execute();
  return fold(rows);
}

/** Adds an event to the log that was read, and gives its version. `at`: moment of a late press; 400 as `momentOf`. */
export async function append(
  tx: Db,
  { log, part }: { log: Folded; part: Part },
  event: Pick<LiveEvent, 'show_id' | 'kind' | 'by'> & Partial<Omit<LiveEvent, 'version' | 'at'>>,
  at: string | null = null,
): Promise<number> {
  const version = await nextVersion(tx);
  const moment = momentOf(at, log, part, event.show_id);
  const none = { contestant_id: null, step: null, key: null, undoes: null, correction: null };
  await tx
    .insertInto('live_events')
    .values({ ...none, ...event, version, at: moment })
    .execute();
  return version;
}

/** `id` of an answer about live state: never newer than what is read after it. */
export async function readId(db: Db): Promise<string> {
  return idOf(await readChange(db));
}

/** Moment of a press: never decreases in a show. 400 in the future, older than ten minutes, or before the show's last change. */
function momentOf(given: string | null, log: Folded, part: Part, show: number): string {
  const now = Date.now();
  const newest = log.entries.findLast((entry) => entry.part === part);
  if (given === null) return new Date(Math.max(now, newest ? Date.parse(newest.at) : 0)).toISOString();
  const at = Date.parse(given);
  const last = newestChange(log, part, show);
  if (at > now) throw invalid('at', 'Момент нажатия: он ещё не наступил.');
  if (at < now - MAX_LATENESS) throw invalid('at', 'Момент нажатия: прошло больше десяти минут.');
  if (last && at < Date.parse(last.at)) throw invalid('at', 'Момент нажатия: он раньше предыдущего нажатия.');
  return given;
}

const WORDS: Partial<Record<Entry['kind'], string>> = {
  break: 'перерыв',
  end: 'концерт окончен',
  restart: 'показ начат заново',
  next: 'изменён порядок показа',
  lock: 'итоги подготовлены к показу',
  unlock: 'подготовка показа снята',
  correct: 'баллы исправлены',
};

/** An entry in Russian words, such as «открыто — Жюри: Псков». */
export async function wordsOf(tx: Db, log: Folded, entry: Entry): Promise<string> {
  const { kind, show_id, contestant_id, step, undoes } = entry;
  if (kind === 'undo') {
    const undone = log.entries.find(({ version }) => version === undoes);
    return undone ? `отмена (${await wordsOf(tx, log, undone)})` : 'отмена';
  }
  if (kind === 'performance') {
    const contestant = tx.selectFrom('contestants').select('name').where('id', '=', contestant_id);
    return `на сцене — ${(await contestant.executeTakeFirst())?.name ?? 'участник, которого уже нет'}`;
  }
  if (kind !== 'step') return WORDS[kind] ?? '';
  const row = await tx.selectFrom('results').select('sections').where('show_id', '=', show_id).executeTakeFirst();
  const title = row && stepsOf(JSON.parse(row.sections))[step ?? 0]?.title;
  return `открыто — ${title ?? 'шаг, которого уже нет'}`;
}
