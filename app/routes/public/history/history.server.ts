import { redirect } from 'react-router';
import type { Db } from '../../../../db/tables.ts';
import { placeOf, winnerOf } from '../../../../model/editions/archive.ts';
import { type EditionRow, publicEditions } from '../../../../model/editions/editions.ts';
import { type EditionRecord, recordsOf } from '../../../../model/editions/records.ts';
import { findImages } from '../../../../model/images/lookup.ts';
import { contestantImages } from '../../../../model/programme/contestants.ts';
import { decisiveBoards, winnersOn } from '../../../../model/results/outcome.ts';
import { formatDate } from '../../../../model/text/date.ts';
import { type Picture, toCover } from '../../../cards.server.ts';

export interface ShownEdition {
  slug: string;
  title: string;
  year: number;
  place: string;
  days: string;
  poster: Picture | null;
  winner: { slug: string; name: string; song: string; isShared: boolean; picture: Picture | null } | null;
}

export interface ShownHistory {
  editions: ShownEdition[];
  records: EditionRecord[];
}

/** Undefined without a public past edition. The number of queries does not depend on the number of editions. */
export async function readShownHistory(db: Db): Promise<ShownHistory | undefined> {
  const past = (await publicEditions(db)).filter(({ is_current }) => is_current === 0);
  if (past.length === 0) return undefined;
  const boards = await decisiveBoards(
    db,
    past.map(({ id }) => id),
  );
  const found = past.map((row) => ({ row, winner: winnerOf(boards.get(row.id)) }));
  const winners = found.flatMap(({ winner }) => winner ?? []);
  const pictures = await contestantImages(
    db,
    winners.map(({ slug }) => slug),
  );
  const urls = [...past.map(({ poster }) => poster), ...pictures.values()].flatMap((url) => url ?? []);
  const images = await findImages(db, urls);
  const editions = found.map(({ row, winner }) => ({
    ...{ slug: row.slug, title: row.title, year: row.year, place: placeOf(row), days: daysText(row) },
    poster: toCover(row.poster, images),
    winner: winner && {
      ...{ ...winner, isShared: winnersOn(boards.get(row.id)).length > 1 },
      picture: toCover(pictures.get(winner.slug) ?? null, images),
    },
  }));
  const decided = past.flatMap(({ id, slug, title }) => {
    const board = boards.get(id);
    return board ? [{ slug, title, board }] : [];
  });
  return { editions, records: recordsOf(decided) };
}

/** For a page that the current edition does not have yet: redirects to the newest past edition, 404 without one. */
export async function lastEdition(db: Db): Promise<never> {
  const last = (await publicEditions(db)).find(({ is_current }) => is_current === 0);
  if (last) throw redirect(`/history/${last.slug}`, { status: 302, headers: { 'Cache-Control': 'no-cache' } });
  throw new Response(null, { status: 404 });
}

/** «18–20 июля 2025»; the year when no day is known. */
export function daysText({ starts_on, ends_on, year }: Pick<EditionRow, 'starts_on' | 'ends_on' | 'year'>): string {
  if (starts_on === null) return `${year} год`;
  if (ends_on === null || ends_on === starts_on) return formatDate(starts_on);
  if (starts_on.slice(0, 7) === ends_on.slice(0, 7)) return `${Number(starts_on.slice(8))}–${formatDate(ends_on)}`;
  return `${formatDate(starts_on)} — ${formatDate(ends_on)}`;
}
