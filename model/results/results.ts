import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { ofEdition, ofPublicEdition } from '../editions/current.ts';
import { type Entry, endedVote, type Folded, fold, seqOf } from '../live/fold.ts';
import { readId, readLog } from '../live/log.ts';
import { type Performer, performersOfShows } from '../programme/show-row.ts';
import { endsVote, isVotingOpen, readVoteSettings, type VoteSettings } from '../settings/vote.ts';
import type { ResultsRow } from './document.ts';
import { decisiveShow, FESTIVAL } from './finals.ts';
import { scoredPerformers } from './locked.ts';
import type { Correction, Results, ResultsEvent } from './schema.ts';
import { planOf, rankedIn, type Section, stepsOf } from './scores.ts';

/** Results of a public show; by default that with the newest step in an edition, by default the current one. */
export async function currentResults(db: Db, show?: number, edition?: number): Promise<Results & { id: string }> {
  const id = await readId(db);
  const log = await readLog(db);
  const shows = await publicShows(db, log, show === undefined ? ofEdition(edition) : sql<SqlBool>`shows.id = ${show}`);
  return { id, ...(await newestBoard(db, shows, log)) };
}

/** All boards of an edition, by default the current one, the newest show first. */
export async function publicResults(db: Db, edition?: number): Promise<Results[]> {
  const log = await readLog(db);
  return Promise.all((await publicShows(db, log, ofEdition(edition))).map((show) => toResults(db, show, log)));
}

/** Boards of these shows, by their ids, in two queries. A show that is not public, or has no step yet, has none. */
export async function boardsOf(db: Db, ids: number[]): Promise<Map<number, Results>> {
  const log = await readLog(db);
  const shows = await publicShows(db, log, sql<SqlBool>`shows.id in (${sql.join([0, ...ids])})`);
  const performers = await performersOfShows(
    db,
    shows.flatMap(({ id, performers }) => (performers === null ? id : [])),
  );
  const boards = shows.map(async (show) => [show.id, await toResults(db, show, log, performers.get(show.id))] as const);
  return new Map(await Promise.all(boards));
}

/** Shows of the current edition that have a board. */
export async function showsWithResults(db: Db): Promise<number[]> {
  return (await publicShows(db, await readLog(db), ofEdition())).map(({ id }) => id);
}

/** Whether there is a board. */
export async function hasResults(db: Db): Promise<boolean> {
  return (await showsWithResults(db)).length > 0;
}

/** The event for a page that opens now. */
export async function resultsEvent(db: Db): Promise<ResultsEvent> {
  return toEvent(db, await readLog(db));
}

/** The vote as visitors see it. */
export async function readShownVote(db: Db): Promise<VoteSettings> {
  const { value } = await readVoteSettings(db);
  return isVotingOpen(value) && (await resultsEvent(db)).ends_vote ? endedVote(value) : value;
}

/** The event for a page that opens now, and one event for each press after `seq`, oldest first. Steps hidden again meanwhile come without their contents. */
export async function resultsSince(db: Db, seq: number): Promise<{ now: ResultsEvent; missed: ResultsEvent[] }> {
  const whole = await readLog(db);
  const presses = whole.entries.filter(({ part }) => part === 'results');
  const missed = presses.map(async (press, at) => {
    if (press.version <= seq) return [];
    const log = fold(whole.entries.slice(0, whole.entries.indexOf(press) + 1));
    const isHidden = press.kind === 'step' && !whole.steps.get(press.show_id)?.includes(press);
    const event = await toEvent(db, log, isHidden ? undefined : press);
    return { ...event, after: presses[at - 1]?.version ?? 0 };
  });
  const [now, events] = await Promise.all([toEvent(db, whole), Promise.all(missed)]);
  return { now, missed: events.flat() };
}

/** After `press`, the last of `log`; without one it tells no change. */
async function toEvent(db: Db, log: Folded, press?: Entry): Promise<ResultsEvent> {
  const shows = await publicShows(db, log, ofEdition());
  const { seq, show, state, of, steps, contestants, plan } = await newestBoard(db, shows, log);
  const change = (press && CHANGES[press.kind]) ?? 'none';
  const [outcome, ends_vote] = [outcomeOf(shows, log), await isVoteEnded(db, shows, log)];
  const moments = shows.flatMap(({ id }) => (log.steps.get(id) ?? []).map((step) => step.at));
  const at = moments.toSorted().at(-1) ?? null;
  const event = { seq, after: seq, show, state, of, revealed: steps.length, at, outcome, ends_vote, change };
  if (!press || change === 'none') return event;
  const target = press.show_id;
  if (change === 'undo' || change === 'restart') return { ...event, target, left: log.steps.get(target)?.length ?? 0 };
  const step = change === 'step' && show?.id === target ? steps.at(-1) : undefined;
  if (!step) return { ...event, target };
  const points = step.points.map<[string, number]>(([index, given]) => [contestants[index]?.slug ?? '', given]);
  return { ...event, target, ...(steps.length === 1 && { contestants, plan }), step: { ...step, points } };
}

/** Whether a show of the current edition that decides its festival ends an open vote. Before a hidden final it may go on. */
async function isVoteEnded(db: Db, boards: ShownResults[], log: Folded): Promise<boolean> {
  const query = db.selectFrom('shows').select(['id', 'title', 'starts_at']).where(ofEdition());
  const shows = await query.orderBy('starts_at').orderBy('id').execute();
  const ends = boards.flatMap((board) => {
    const until = new Date(Date.parse(board.starts_at) + FESTIVAL).toISOString();
    const festival = shows.filter(({ starts_at }) => starts_at <= until);
    if (decisiveShow(festival, null)?.id !== board.id) return [];
    return (board.is_final ? board.starts_at : completedAt(board, log)) ?? [];
  });
  const last = ends.toSorted().at(-1);
  return last !== undefined && endsVote(db, last);
}

const CHANGES: Partial<Record<Entry['kind'], ResultsEvent['change']>> = {
  step: 'step',
  undo: 'undo',
  restart: 'restart',
  correct: 'correct',
};

async function newestBoard(db: Db, shows: ShownResults[], log: Folded): Promise<Results> {
  const newest = ({ id }: ShownResults) => log.steps.get(id)?.at(-1)?.version ?? 0;
  const [found] = shows.toSorted((one, other) => newest(other) - newest(one));
  return found ? toResults(db, found, log) : none(log);
}

/** The complete boards, each with the newest press that changed its points. */
function outcomeOf(shows: readonly ShownResults[], log: Folded): string {
  const complete = shows.filter((show) => completedAt(show, log));
  const newest = (show: number) =>
    log.entries.findLast(({ show_id, kind }) => show_id === show && (kind === 'step' || kind === 'correct'))?.version;
  return complete.map(({ id }) => `${id}.${newest(id)}`).join();
}

/** Moment of the last step (ISO 8601 UTC), once all are revealed. */
function completedAt({ id, sections }: ShownResults, { steps }: Folded): string | undefined {
  const revealed = steps.get(id) ?? [];
  return revealed.length === stepsOf(JSON.parse(sections)).length ? revealed.at(-1)?.at : undefined;
}

interface ShownResults extends Pick<ResultsRow, 'sections' | 'performers' | 'is_final'> {
  id: number;
  title: string;
  starts_at: string;
}

/** With a step revealed, or final, the newest first. */
function publicShows(db: Db, { steps }: Folded, wanted: RawBuilder<SqlBool>): Promise<ShownResults[]> {
  return db
    .selectFrom('shows')
    .innerJoin('results', 'results.show_id', 'shows.id')
    .select(['shows.id', 'title', 'starts_at', 'sections', 'performers', 'is_final'])
    .where('is_public', '=', 1)
    .where(wanted)
    .where(ofPublicEdition())
    .where((eb) => eb.or([eb('shows.id', 'in', [0, ...steps.keys()]), eb('is_final', '=', 1)]))
    .orderBy('starts_at', 'desc')
    .orderBy('shows.id', 'desc')
    .execute();
}

async function toResults(
  db: Db,
  { id, title, starts_at, sections, performers: locked, is_final }: ShownResults,
  log: Folded,
  known?: Performer[],
) {
  const entered = JSON.parse(sections) as Section[];
  const steps = stepsOf(entered);
  const taking = known?.filter(({ is_withdrawn }) => is_withdrawn === 0) ?? (await scoredPerformers(db, id, locked));
  const performers = rankedIn(entered, taking);
  const indexes = new Map(performers.map((performer, at) => [performer.id, at]));
  const reveals = is_final ? steps.map((_, step) => ({ at: starts_at, step })) : (log.steps.get(id) ?? []);
  const revealed = reveals.flatMap((reveal) => toStep(reveal, steps, indexes));
  const corrections = correctionsOf(id, log, indexes);
  return {
    seq: seqOf(log, 'results'),
    show: { id, title },
    state: revealed.length < steps.length ? ('revealing' as const) : ('final' as const),
    of: steps.length,
    contestants: performers.map(({ slug, name, song, region }) => ({ slug, name, song, country: region })),
    plan: planOf(entered),
    steps: revealed,
    ...(corrections.length > 0 && { corrections }),
  };
}

/** Made since their step was revealed, the last time. */
function correctionsOf(show: number, { steps, entries }: Folded, indexes: ReadonlyMap<number, number>) {
  const reveals = steps.get(show) ?? [];
  return entries.flatMap(({ version, show_id, step, correction }) => {
    const at = reveals.findIndex((reveal) => reveal.step === step);
    if (show_id !== show || correction === null || at < 0 || (reveals[at]?.version ?? 0) > version) return [];
    const { changes, ...words } = JSON.parse(correction) as Correction;
    const shown = changes.flatMap(([contestant, before, after]) => {
      const index = indexes.get(contestant);
      return index === undefined ? [] : [[index, before, after] satisfies [number, number, number]];
    });
    return shown.length > 0 ? [{ ...words, step: at, changes: shown as [number, number, number][] }] : [];
  });
}

/** Points of a contestant withdrawn meanwhile are left out. */
function toStep(
  { at, step: number }: Pick<Entry, 'at' | 'step'>,
  steps: ReturnType<typeof stepsOf>,
  indexes: ReadonlyMap<number, number>,
): Results['steps'] {
  const step = steps[number ?? 0];
  if (!step) return [];
  const points = step.points.flatMap(([id, given]) => {
    const index = indexes.get(id);
    return index === undefined ? [] : [[index, given] satisfies [number, number]];
  });
  return [{ ...step, at, points: points as [number, number][] }];
}

function none(log: Folded): Results {
  return { seq: seqOf(log, 'results'), show: null, state: 'none', of: 0, contestants: [], steps: [] };
}
