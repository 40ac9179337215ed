import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { boardOf, stepText } from '../../../../model/results/board.ts';
import {
  type GiversSection,
  type PlacesSection,
  type Points,
  rankedIn,
  SCALE,
  type Scores,
  type Section,
  stepsOf,
  totalOf,
} from '../../../../model/results/scores.ts';
import { wholeNumber } from '../../../ui/admin/fields/whole-number.tsx';

type Place = PlacesSection['places'][number];

export const POINTS = { most: 100_000 };

export function pointsOf(points: Points[], contestant: number): number | null {
  return points.find(([id]) => id === contestant)?.[1] ?? null;
}

export function withPoints(points: Points[], contestant: number, given: number | null): Points[] {
  const others = points.filter(([id]) => id !== contestant);
  return given === null ? others : [...others, [contestant, given]];
}

export function placeOf({ places }: PlacesSection, contestant: number): Place {
  return places.find((each) => each.contestant === contestant) ?? { contestant, place: null, points: null };
}

export function withPlace(section: PlacesSection, place: Place): PlacesSection {
  return { ...section, places: [...section.places.filter(({ contestant }) => contestant !== place.contestant), place] };
}

/** Points of the usual scale for the places that are entered. */
export function scaled(section: PlacesSection): PlacesSection {
  const points = (place: number | null) => (place === null ? null : (SCALE[place - 1] ?? 0));
  return { ...section, places: section.places.map((each) => ({ ...each, points: points(each.place) })) };
}

/** Places by points; of equal ones the earlier performer is above. */
export function ranked(section: PlacesSection, performers: Contestant[]): PlacesSection {
  const all = performers.map(({ id }) => placeOf(section, id));
  const order = all
    .filter(({ points }) => points !== null)
    .toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0));
  return { ...section, places: all.map((each) => ({ ...each, place: order.indexOf(each) + 1 || null })) };
}

/** Marks of a scale from its text; undefined when it is none. */
export function marksOf(text: string): number[] | undefined {
  if (text.trim() === '') return [];
  const marks = text.split(',').map((word) => wholeNumber(word, { least: 1, ...POINTS }).value ?? 0);
  const isScale = marks.every((mark, at) => mark > 0 && mark < (marks[at - 1] ?? Number.POSITIVE_INFINITY));
  return isScale && marks.length <= 60 ? marks : undefined;
}

/** What is wrong with marks and places, in a word or two, by contestant and column. Without points some may share a place. */
export function faultsOf(section: Section, performers: Contestant[]): ReadonlyMap<string, string> {
  const isByPlaces = section.mode === 'places';
  const marks = isByPlaces ? [] : (section.scale ?? SCALE).slice(0, performers.length);
  const places = isByPlaces ? section.places : [];
  const byPlace = places.map(({ contestant, place }): Points => [contestant, place ?? 0]);
  const columns = isByPlaces ? [byPlace] : section.givers.map(({ points }) => points);
  const faults = columns.flatMap((points, column) =>
    performers.flatMap(({ id }): [string, string][] => {
      const value = pointsOf(points, id);
      const isOff = !isByPlaces && !marks.includes(value ?? 0);
      const isTwice = performers.filter((each) => pointsOf(points, each.id) === value).length > 1;
      return value && (isOff || isTwice) ? [[`${id}:${column}`, isOff ? 'не по шкале' : 'повтор']] : [];
    }),
  );
  return new Map(marks.length > 0 || places.some(({ points }) => points) ? faults : []);
}

/** Only points of current performers. */
export function ofPerformers(sections: Section[], performers: Contestant[]): Section[] {
  const ids = new Set(performers.map(({ id }) => id));
  return sections.map((section) =>
    section.mode === 'places'
      ? { ...section, places: section.places.filter(({ contestant }) => ids.has(contestant)) }
      : { ...section, givers: section.givers.map((giver) => ofGiver(giver, ids)) },
  );
}

/** Rows of performers, columns of givers, places and points. `planFill` reads them back. */
export function tableOf(section: Section, performers: Contestant[]): (string | number)[][] {
  const columns =
    section.mode === 'givers'
      ? section.givers.map(({ name, points }) => ({ name, at: (id: number) => pointsOf(points, id) }))
      : [
          { name: 'Место', at: (id: number) => placeOf(section, id).place },
          { name: 'Баллы', at: (id: number) => placeOf(section, id).points },
        ];
  return [
    ['Участник', ...columns.map(({ name }) => name)],
    ...performers.map(({ id, name }) => [name, ...columns.map(({ at }) => at(id) ?? '')]),
  ];
}

function ofGiver({ name, points }: GiversSection['givers'][number], ids: ReadonlySet<number>) {
  return { name, points: points.filter(([id]) => ids.has(id)) };
}

/** After `count` steps, else after all. */
function revealedOf(sections: Section[], all: Contestant[], count?: number) {
  const performers = rankedIn(sections, all);
  const ids = performers.map(({ id }) => id);
  const steps = stepsOf(sections)
    .slice(0, count)
    .map(({ points, ...step }) => ({
      ...step,
      at: '',
      points: points.flatMap(([id, given]): [number, number][] => (ids.includes(id) ? [[ids.indexOf(id), given]] : [])),
    }));
  const contestants = performers.map(({ slug, name, song, region }) => ({ slug, name, song, country: region }));
  return { contestants, steps };
}

export function boardAtEnd(sections: Section[], all: Contestant[]) {
  const { contestants, steps } = revealedOf(sections, all);
  return boardOf({ contestants, steps }).map((row) => ({ ...row, name: contestants[row.contestant]?.name ?? '' }));
}

/** What visitors read after a step; after the last one a heading with the first place. */
export function textAfterStep(sections: Section[], performers: Contestant[], count: number, isLast: boolean): string {
  const revealed = revealedOf(sections, performers, count);
  return isLast
    ? stepText({ ...revealed, state: 'final' }, true).replace(/\.$/, '')
    : stepText({ ...revealed, state: 'revealing' });
}

/** Past festivals have no reveal, so no control sum. */
export function withSum(scores: Scores): Scores {
  return { ...scores, control_total: scores.control_total ?? totalOf(scores.sections) };
}
