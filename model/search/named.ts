import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Term } from '../../db/word-index.ts';
import { isPublicContestant } from '../programme/contestants.ts';
import { hasResults } from '../results/results.ts';
import type { Row } from '../rows.ts';
import type { Candidate } from './ranking.ts';
import { IN_TITLE, tokens } from './words.ts';

export type Untested = Omit<Candidate, 'inText'>;

export interface Named {
  contestants: readonly PublicContestant[];
  editions: readonly Awaited<ReturnType<typeof pastEditions>>[number][];
  outcomes: readonly Outcome[];
  hidden: { from: string | null } | undefined;
}

type Outcome = Untested & { words: string };

/** Pages of the site itself that tell who won. Numbered below articles, of which they are none. */
const RESULTS = outcome(-1, '/results', 'Итоги', 'Победители, результаты и баллы');
const HISTORY = outcome(-2, '/history', 'История', 'Победители и итоги фестивалей прошлых лет');

function outcome(id: number, url: string, title: string, under: string): Outcome {
  return { key: url, kind: 'page', id, url, title, under, date: null, words: ` ${tokens(title, under)} ` };
}

/** All contestants and past editions: few enough to rank without the index. */
export async function readNamed(db: Db, isSpoilerFree: boolean): Promise<Omit<Named, 'hidden'>> {
  const results = isSpoilerFree ? false : hasResults(db);
  const [contestants, editions, hasBoard] = await Promise.all([publicContestants(db), pastEditions(db), results]);
  const outcomes = [...(editions.length > 0 ? [HISTORY] : []), ...(hasBoard ? [RESULTS] : [])];
  return { contestants, editions, outcomes };
}

export function outcomesWith({ outcomes }: Named, terms: readonly Term[]): Untested[] {
  const patterns = terms.map(patternOf);
  return outcomes.filter(({ words }) => patterns.every((pattern) => pattern.test(words)));
}

/** Past editions with all words. */
export function editionsWith({ editions }: Named, terms: readonly Term[]): Untested[] {
  const patterns = terms.map(patternOf);
  const found = editions.filter(({ words }) => patterns.every((pattern) => pattern.test(words)));
  return found.map((row) => ({ key: `edition ${row.id}`, id: row.id, ...shownEdition(row) }));
}

export function shownEdition({ slug, title, city, hall }: Pick<Row<'editions'>, 'slug' | 'title' | 'city' | 'hall'>) {
  return { kind: 'edition' as const, url: `/history/${slug}`, title, under: `${city} ${hall}`, date: null };
}

/** One pattern: a term of a corrected word has hundreds of tokens. */
function patternOf(term: Term): RegExp {
  const tokens = term.map((token) => RegExp.escape(`${token} `.replace('* ', '')));
  return new RegExp(` (?:${tokens.join('|')})`);
}

/** Some hundred, compared here. What was written of one since the contest began may tell its outcome: then only name and song count. */
export function contestantsWith({ contestants, hidden }: Named, terms: readonly Term[]): Untested[] {
  const from = hidden?.from ?? null;
  const [anywhere, inName] = [terms.map(patternOf), terms.map(inTitle).map(patternOf)];
  const isFound = ({ words, updated_at }: PublicContestant) => {
    const isHarmless = from === null || updated_at < from;
    return (isHarmless ? anywhere : inName).every((pattern) => pattern.test(words));
  };
  return contestants.filter(isFound).map((row) => ({
    ...{ key: `contestant ${row.id}`, id: row.id, ...shownContestant(row) },
  }));
}

type ShownContestant = Pick<Row<'contestants'>, 'slug' | 'name' | 'song' | 'region' | 'authors'>;

export function shownContestant({ slug, name, song, region, authors }: ShownContestant) {
  const title = song ? `${name} — «${song}»` : name;
  return { kind: 'contestant' as const, url: `/programme/${slug}`, title, under: `${region} ${authors}`, date: null };
}

/** With their tokens between spaces. */
function pastEditions(db: Db) {
  return db
    .selectFrom('search_words')
    .innerJoin('editions', 'editions.id', 'search_words.edition_id')
    .select(['editions.id', 'slug', 'title', 'city', 'hall'])
    .select(sql<string>`' ' || words || ' '`.as('words'))
    .where((eb) => eb.and({ is_public: 1, is_current: 0 }))
    .orderBy('editions.id')
    .execute();
}

type PublicContestant = Awaited<ReturnType<typeof publicContestants>>[number];

/** With their tokens between spaces. */
function publicContestants(db: Db) {
  return db
    .selectFrom('search_words')
    .innerJoin('contestants', 'contestants.id', 'search_words.contestant_id')
    .select(['contestants.id', 'slug', 'name', 'song', 'region', 'authors', 'updated_at'])
    .select(sql<string>`' ' || words || ' '`.as('words'))
    .where(isPublicContestant)
    .orderBy('contestants.id')
    .execute();
}

export const inTitle = (term: Term): Term =>
  term.map((token) => (token.startsWith(IN_TITLE) ? token : IN_TITLE + token));
