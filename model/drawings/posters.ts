import { hash } from 'node:crypto';
import type { Db } from '../../db/tables.ts';
import type { Article } from '../articles/schema.ts';
import { accentOf } from '../colour/accent.ts';
import { type Focus, findImages } from '../images/lookup.ts';
import type { Contestant } from '../programme/contestant-schema.ts';
import { boardOf, isSemiFinal, resultText } from '../results/board.ts';
import { placesOf } from '../results/outcome.ts';
import { publicResults, readShownVote } from '../results/results.ts';
import type { Results } from '../results/schema.ts';
import { readShownSiteText, type SiteText } from '../settings/site-text.ts';
import type { VoteSettings } from '../settings/vote.ts';
import { readWatchSettings, type WatchSettings } from '../settings/watch/watch.ts';
import { formatDate } from '../text/date.ts';
import type { PosterWords } from './poster.ts';

export interface PosterFacts extends PosterWords {
  accent: string;
  seed: string | null; // see `PosterLook`
  cover: string | null; // `/uploads/…`; external images are not fetched
  focus?: Focus; // of the cover
}

export type PosterPage = 'home' | 'news' | 'watch' | 'vote' | 'about' | 'programme';

const EDITION = 2; // increment when posters change
const VERSION_LENGTH = 12;
const PODIUM = 3; // rows

type ShownArticle = Pick<Article, 'slug' | 'title' | 'date' | 'coverImageUrl'>;
type ShownContestant = Pick<Contestant, 'slug' | 'name' | 'song' | 'image'> & { edition_id: number };

/** A subject with its own poster, below `/og/<folder>/`. */
export interface Subject {
  folder: 'news' | 'programme';
  slug: string;
  title: string;
  line: string;
  image: string | null;
}

export function articleSubject({ slug, title, date, coverImageUrl }: ShownArticle): Subject {
  return { folder: 'news', slug, title, line: formatDate(date), image: coverImageUrl };
}

/** A contestant with place and points in the newest show with a complete board. */
export async function contestantSubject(db: Db, contestant: ShownContestant): Promise<Subject> {
  const { slug, name, song, image } = contestant;
  const [placed] = await placesOf(db, contestant);
  const result = placed && resultText(placed);
  const line = [result, song && `«${song}»`].filter(Boolean).join(' · ');
  return { folder: 'programme', slug, title: name, line, image };
}

/** The top three of the newest complete board except semi-finals. Undefined without one. */
export async function readResultsFacts(db: Db): Promise<PosterFacts | undefined> {
  const board = decidedBoard(await publicResults(db));
  return board && ofResults((await readShownSiteText(db)).value, board);
}

/** URL of a poster; its version hash makes messengers refetch it after a change. `focus`: of the cover. */
export function posterOf(texts: SiteText, subject: Subject, focus: Focus | undefined): string {
  return `/og/${subject.folder}/${subject.slug}-${versionOf([factsOf(texts, subject, focus)])}.jpg`;
}

/** URL of `readResultsFacts`; `boards`: the newest first. */
export function resultsPoster(texts: SiteText, boards: Results[]): string | undefined {
  const board = decidedBoard(boards);
  return board && `/og/results-${versionOf([ofResults(texts, board)])}.jpg`;
}

function decidedBoard(boards: Results[]): Results | undefined {
  return boards.find(({ state, show }) => state === 'final' && show && !isSemiFinal(show.title));
}

function ofResults(texts: SiteText, { show, contestants, steps }: Results): PosterFacts {
  const rows = boardOf({ contestants, steps }).slice(0, PODIUM);
  return {
    title: 'Итоги',
    rows: rows.map(({ place, contestant, total }) => [
      `${place}. ${contestants[contestant]?.name}`,
      total ? String(total) : '',
    ]),
    line: ['Итоги', show?.title].join(' · '),
    name: texts.site_name,
    accent: accentOf(texts.accent_color),
    seed: 'results',
    cover: null,
  };
}

export async function readFacts(db: Db, subject: Subject): Promise<PosterFacts> {
  const cover = ownCover(subject);
  const images = cover === null ? undefined : await findImages(db, [cover]);
  const { value: texts } = await readShownSiteText(db);
  return factsOf(texts, subject, images?.get(cover ?? '')?.focus);
}

function factsOf(texts: SiteText, subject: Subject, focus: Focus | undefined): PosterFacts {
  const { slug, title, line } = subject;
  const cover = ownCover(subject);
  return {
    title,
    line,
    name: texts.site_name,
    accent: accentOf(texts.accent_color),
    seed: slug,
    cover,
    ...(cover && focus && { focus }),
  };
}

function ownCover({ image }: Subject): string | null {
  return image?.startsWith('/uploads/') ? image : null;
}

export function pageFacts(texts: SiteText, watch: WatchSettings, vote: VoteSettings): Record<PosterPage, PosterFacts> {
  const around = { line: texts.banner_date, name: texts.site_name, accent: accentOf(texts.accent_color), cover: null };
  const facts = (page: PosterPage, title: string) => ({ ...around, title, seed: page });
  return {
    home: { ...facts('home', texts.hero_title), seed: null, line: lineOfHome(texts) },
    news: facts('news', texts.news_title),
    watch: facts('watch', watchTitle(texts, watch)),
    vote: facts('vote', vote.is_voting_over ? texts.vote_over_title : vote.title.trim() || 'Голосование'),
    about: facts('about', texts.about_title),
    programme: facts('programme', 'Программа'),
  };
}

/** A site name alone says little in a messenger's link preview. */
function lineOfHome({ hero_title, banner_date }: SiteText): string {
  const kind = /конкурс песни/i.test(hero_title) ? '' : 'Конкурс песни';
  return [kind, banner_date].filter(Boolean).join(' · ');
}

function watchTitle(texts: SiteText, { is_stream_enabled, is_stream_over, title }: WatchSettings): string {
  if (is_stream_enabled) return title;
  return is_stream_over ? texts.watch_over_title : texts.watch_waiting_title;
}

export async function readPageFacts(db: Db): Promise<Record<PosterPage, PosterFacts>> {
  const [texts, watch, vote] = await Promise.all([readShownSiteText(db), readWatchSettings(db), readShownVote(db)]);
  return pageFacts(texts.value, watch.value, vote);
}

/** 12 hex digits of SHA-256; pages share one: `/og/<page>-<version>.jpg`. */
export function versionOf(facts: PosterFacts[]): string {
  return hash('sha256', JSON.stringify([EDITION, facts])).slice(0, VERSION_LENGTH);
}
