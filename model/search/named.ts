import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Term } from '../../db/word-index.ts';
import { ofEdition } from '../editions/current.ts';
import { isPublicContestant } from '../programme/contestants.ts';
import { showsWithResults } from '../results/results.ts';
import type { Row } from '../rows.ts';
import { inTitle } from './query.ts';
import type { Candidate } from './ranking.ts';
import { tokens } from './words.ts';

export type Untested = Omit<Candidate, 'bodyWeight'>;

/** A contestant, a show, a past edition or a page that tells who won, with its tokens between spaces. */
export interface Named extends Untested {
  words: string;
  updatedAt: string | null; // Of a contestant
}

/** Pages of the site itself, all with a number that no article has. */
const RESULTS = ownPage('/results', 'Итоги', 'Победители, результаты и баллы');
const HISTORY = ownPage('/history', 'История', 'Победители и итоги фестивалей прошлых лет');

function ownPage(url: string, title: string, under: string): Named {
  const words = ` ${tokens(title, under)} `;
  return { key: url, kind: 'page', id: -1, url, title, under, date: null, words, updatedAt: null };
}

/** Some hundred: few enough to rank without the index. */
export async function readNamed(db: Db, isSpoilerFree: boolean): Promise<Named[]> {
  const boards = isSpoilerFree ? [] : await showsWithResults(db);
  const read = [publicContestants(db), pastEditions(db), publicShows(db)] as const;
  const [contestants, editions, shows] = await Promise.all(read);
  return [
    ...(boards.length > 0 ? [RESULTS] : []),
    ...(editions.length > 0 ? [HISTORY] : []),
    ...shows.flatMap(({ id, title }) => {
      const board = ownPage(`/results#show-${id}`, `Итоги: ${title}`, RESULTS.under);
      const show = ownPage(`/programme#show-${id}`, title, 'Программа: начало, участники и порядок выступлений');
      return boards.includes(id) ? [show, board] : [show];
    }),
    ...editions.map(({ words, ...row }) => ({
      ...{ key: `edition ${row.id}`, id: row.id, ...shownEdition(row), words, updatedAt: null },
    })),
    ...contestants.map(({ words, updated_at: updatedAt, ...row }) => ({
      ...{ key: `contestant ${row.id}`, id: row.id, ...shownContestant(row), words, updatedAt },
    })),
  ];
}

/** Those with all words. What was written of a contestant since `from` may tell the outcome: then only name and song count. */
export function namedWith(named: readonly Named[], terms: readonly Term[], from: string | null): Untested[] {
  const [anywhere, inName] = [terms.map(patternOf), terms.map(inTitle).map(patternOf)];
  return named.filter(({ words, updatedAt }) => {
    const isHarmless = from === null || updatedAt === null || updatedAt < from;
    return (isHarmless ? anywhere : inName).every((pattern) => pattern.test(words));
  });
}

type ShownEdition = Pick<Row<'editions'>, 'slug' | 'title' | 'city' | 'hall' | 'hosts'>;

export function shownEdition({ slug, title, city, hall, hosts }: ShownEdition) {
  const under = inOneLine(city, hall, hosts && `ведущие: ${hosts}`);
  return { kind: 'edition' as const, url: `/history/${slug}`, title, under, date: null };
}

/** One pattern: a term of a corrected word has hundreds of tokens. */
function patternOf(term: Term): RegExp {
  const tokens = term.map((token) => RegExp.escape(`${token} `.replace('* ', '')));
  return new RegExp(` (?:${tokens.join('|')})`);
}

type ShownContestant = Pick<Row<'contestants'>, 'slug' | 'name' | 'song' | 'region' | 'authors'>;

export function shownContestant({ slug, name, song, region, authors }: ShownContestant) {
  const [title, under] = [song ? `${name} — «${song}»` : name, inOneLine(region, authors)];
  return { kind: 'contestant' as const, url: `/programme/${slug}`, title, under, date: null };
}

function publicShows(db: Db) {
  const shows = db.selectFrom('shows').select(['id', 'title']).where('is_public', '=', 1).where(ofEdition());
  return shows.orderBy('starts_at').orderBy('id').execute();
}

function inOneLine(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

const SPACED = sql<string>`' ' || words || ' '`.as('words');

function pastEditions(db: Db) {
  return db
    .selectFrom('search_words')
    .innerJoin('editions', 'editions.id', 'search_words.edition_id')
    .select(['editions.id', 'slug', 'title', 'city', 'hall', 'hosts', SPACED])
    .where((eb) => eb.and({ is_public: 1, is_current: 0 }))
    .orderBy('editions.id')
    .execute();
}

function publicContestants(db: Db) {
  return db
    .selectFrom('search_words')
    .innerJoin('contestants', 'contestants.id', 'search_words.contestant_id')
    .select(['contestants.id', 'slug', 'name', 'song', 'region', 'authors', 'updated_at', SPACED])
    .where(isPublicContestant)
    .orderBy('contestants.id')
    .execute();
}
