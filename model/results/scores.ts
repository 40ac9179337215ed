/** Points as they are entered: what the server stores and the panel edits. Pure, for both. */

import type { ResultsDocument } from './schema.ts';

/** Contestant and points. */
export type Points = [contestant: number, points: number];

export type Scores = Pick<ResultsDocument, 'sections' | 'control_total'>;
export type Section = Scores['sections'][number];
export type GiversSection = Extract<Section, { mode: 'givers' }>;
export type PlacesSection = Extract<Section, { mode: 'places' }>;

/** One press reveals one step. */
export interface Step {
  section: Section['kind'];
  title: string;
  points: Points[];
  place?: number; // Only in sections by places without any points
}

export interface Performer {
  id: number;
  name: string;
}

/** Marks of a giver, the highest first, where a section names no others; also points of the places 1, 2, 3, …: none below. */
export const SCALE = [12, 10, 8, 7, 6, 5, 4, 3, 2, 1];

/** A giver each; of a section by places one contestant each, from the last place to the first. */
export function stepsOf(sections: Section[]): Step[] {
  return sections.flatMap((section) => (section.mode === 'givers' ? stepsOfGivers(section) : stepsOfPlaces(section)));
}

/** With step `wanted` in the place of step `next`: the others of its section follow. Undefined unless a later one of the same givers. */
export function moveStep(sections: Section[], next: number, wanted: number): Section[] | undefined {
  const found = sectionOf(sections, next);
  if (found?.section.mode !== 'givers' || wanted <= next) return undefined;
  const { at, first } = found;
  const section = found.section;
  const moved = section.givers[wanted - first];
  if (!moved) return undefined;
  const givers = section.givers.toSpliced(wanted - first, 1).toSpliced(next - first, 0, moved);
  return sections.with(at, { ...section, givers });
}

/** The section of a step (from 0), its place, and its first step. */
export function sectionOf(sections: Section[], step: number) {
  let first = 0;
  for (const [at, section] of sections.entries()) {
    const end = first + stepsOf([section]).length;
    if (step < end) return { section, at, first };
    first = end;
  }
  return undefined;
}

/** What is known of a reveal before its first step; no points. */
export function planOf(sections: Section[]) {
  return sections.map((section) => {
    const top = section.mode === 'givers' ? ((section.scale ?? SCALE)[0] ?? null) : null;
    return { mode: section.mode, steps: stepsOf([section]).length, top };
  });
}

export function totalOf(sections: Section[]): number {
  const given = stepsOf(sections).flatMap(({ points }) => points);
  return given.reduce((sum, [, points]) => sum + points, 0);
}

/** Ids of contestants with points or a place. */
export function contestantsIn(sections: Section[]): number[] {
  return sections.flatMap((section) =>
    section.mode === 'givers'
      ? section.givers.flatMap(({ points }) => points.map(([contestant]) => contestant))
      : section.places.map(({ contestant }) => contestant),
  );
}

/** Those on the board: a section by places names everybody, so that anybody else came to the show later. */
export function rankedIn<Each extends { id: number }>(sections: Section[], performers: Each[]): Each[] {
  const named = new Set(contestantsIn(sections));
  return sections.some(({ mode }) => mode === 'places') ? performers.filter(({ id }) => named.has(id)) : performers;
}

function stepsOfGivers({ kind, title, givers }: GiversSection): Step[] {
  return givers.map(({ name, points }) => ({ section: kind, title: `${title}: ${name}`, points }));
}

function stepsOfPlaces({ kind, title, places }: PlacesSection): Step[] {
  const hasPoints = places.some(({ points }) => points);
  return places
    .toSorted((one, other) => (other.place ?? 0) - (one.place ?? 0))
    .map(({ contestant, place, points }) => ({
      section: kind,
      title: `${title}: ${place}-е место`,
      points: [[contestant, points ?? 0]],
      ...(!hasPoints && place !== null && { place }),
    }));
}
