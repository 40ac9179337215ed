import type { Db } from '../../db/tables.ts';
import { currentEdition } from '../../model/editions/current.ts';
import { listEditions } from '../../model/editions/editions.ts';
import { finalScores, renameContestants } from '../../model/moving.ts';
import { listPages } from '../../model/pages/pages.ts';
import { listPartners } from '../../model/partners.ts';
import { readProgramme } from '../../model/programme/programme.ts';

/** Editions, oldest first; a past one with its partners, programme and points. Without ids, which belong to this database. */
export async function editionLines(db: Db): Promise<object[]> {
  const pages = new Map((await listPages(db)).map(({ id, slug }) => [id, slug]));
  const lines: object[] = [];
  for (const { id, page_id, version: _version, ...edition } of (await listEditions(db)).toReversed()) {
    const page = page_id === null ? null : (pages.get(page_id) ?? null);
    const past = !edition.is_current && { partners: await partnersOf(db, id), ...(await programmeOf(db, id)) };
    lines.push({ ...edition, page, ...past });
  }
  return lines;
}

export async function partnersOf(db: Db, edition?: number): Promise<object[]> {
  return (await listPartners(db, edition)).map(({ id: _id, version: _version, ...partner }) => partner);
}

/** Of an edition, by default the current one. Points are public only in a past one. */
export async function programmeOf(db: Db, edition?: number): Promise<{ shows: object[]; contestants: object[] }> {
  const { shows, contestants } = await readProgramme(db, edition);
  const slugs = new Map(contestants.map(({ id, slug }) => [id, slug]));
  const isPast = edition !== undefined && edition !== (await currentEdition(db)).id;
  const scores = isPast ? await finalScores(db, edition) : undefined;
  const resultsOf = (show: number) => {
    const found = scores?.get(show);
    return found ? { ...found, sections: renameContestants(found.sections, (id) => slugs.get(id)) } : null;
  };
  return {
    shows: shows.map(({ id, edition_id: _of, version: _version, updated_at: _at, running_order, ...show }) => ({
      ...show,
      running_order: running_order.flatMap((each) => slugs.get(each) ?? []),
      ...(scores && { results: resultsOf(id) }),
    })),
    contestants: contestants.map(({ id: _id, edition_id: _of, version: _version, updated_at: _at, ...each }) => each),
  };
}
