import { isSemiFinal } from './board.ts';

interface Dated {
  title: string;
  starts_at: string;
}

/** Longest time between shows of one festival, in ms. */
export const FESTIVAL = 60 * 24 * 3_600_000;

const FINAL = /(?<!после )финал(?!ист)|final(?!ist)/i;

/** Ids of those who perform in the final that follows the semi-final `id`; none for another show. `shows`: the public ones, by their start. */
export function finalistsOf(id: number, shows: readonly (Dated & { id: number; running_order: number[] })[]): number[] {
  const at = shows.findIndex((show) => show.id === id);
  const semi = shows[at];
  if (!semi || !isSemiFinal(semi.title)) return [];
  const until = Date.parse(semi.starts_at) + FESTIVAL;
  const final = shows.slice(at + 1).find(({ title }) => FINAL.test(title) && !isSemiFinal(title));
  return final && Date.parse(final.starts_at) <= until ? final.running_order : [];
}

/** A gala months after a final begins no festival; a show after this time does. In ms. */
const SEASON = 300 * 24 * 3_600_000;

/**
 * The show that decides the newest festival: the last named a final, else the last that is no semi-final.
 * `shows`: by their start; `announced`: start of the next broadcast (ISO 8601 UTC).
 */
export function decisiveShow<Show extends Dated>(shows: readonly Show[], announced: string | null): Show | undefined {
  const newest = Math.max(...shows.map(({ starts_at }) => Date.parse(starts_at)));
  const finals = shows.filter(({ title, starts_at }) => FINAL.test(title) && Date.parse(starts_at) >= newest - SEASON);
  const contests = (finals.length > 0 ? finals : shows).map(({ starts_at }) => starts_at);
  const starts = [...contests, ...(announced ? [announced] : [])].map(Date.parse);
  const since = Math.max(...starts) - FESTIVAL;
  const festival = shows.filter(({ starts_at }) => Date.parse(starts_at) >= since);
  const [last] = festival.slice(-1);
  const final = festival.findLast(({ title }) => FINAL.test(title) && !isSemiFinal(title));
  return final ?? (last && isSemiFinal(last.title) ? undefined : last);
}
