import { breachesOf } from './gaps.ts';
import type { Correction } from './schema.ts';
import { type Performer, type Points, type Section, sectionOf, stepsOf } from './scores.ts';

/** Place of a step's points: a giver's own, or all of a section by places. Pure, for server and panel. */
export interface GivenPoints {
  title: string; // «Жюри: Псков», or the title of a section by places
  section: number;
  giver: number | undefined; // Undefined in a section by places
  last: number; // The last step, from 0, that shows them
  points: Points[];
}

/** Points that step number `step` (from 0) belongs to. */
export function findPoints(sections: Section[], step: number): GivenPoints | undefined {
  const found = sectionOf(sections, step);
  if (!found) return undefined;
  const { section, at, first } = found;
  const steps = stepsOf([section]);
  const own = section.mode === 'givers' ? steps[step - first] : undefined;
  if (own) return { title: own.title, section: at, giver: step - first, last: step, points: own.points };
  const points = steps.flatMap((each) => each.points);
  return { title: section.title, section: at, giver: undefined, last: first + steps.length - 1, points };
}

/** With other points; places follow them, and of equal ones stay in their order. */
export function withPoints(sections: Section[], { section: at, giver }: GivenPoints, points: Points[]): Section[] {
  const section = sections[at];
  if (section?.mode === 'givers') {
    const givers = section.givers.map((each, number) => (number === giver ? { ...each, points } : each));
    return sections.with(at, { ...section, givers });
  }
  if (!section) return sections;
  const given = new Map(points);
  const places = section.places
    .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map((each) => ({ ...each, points: given.get(each.contestant) ?? each.points }))
    .toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0))
    .map((each, number) => ({ ...each, place: number + 1 }));
  return sections.with(at, { ...section, places });
}

/** `given` with the points of those who do not perform any more: they keep them. */
export function withWithdrawn({ points }: GivenPoints, given: Points[], performers: Performer[]): Points[] {
  const performing = new Set(performers.map(({ id }) => id));
  return [...given, ...points.filter(([contestant]) => !performing.has(contestant))];
}

/** Sentences of `breachesOf` on one giver with other points; the withdrawn count as long as they keep their marks. */
export function breachesWith(
  sections: Section[],
  given: GivenPoints,
  points: Points[],
  performers: Performer[],
): string[] {
  const section = withPoints(sections, given, points)[given.section];
  if (section?.mode !== 'givers' || given.giver === undefined) return [];
  const performing = new Set(performers.map(({ id }) => id));
  const withdrawn = points.filter(([contestant]) => !performing.has(contestant)).map(([id]) => ({ id, name: '' }));
  const givers = section.givers.slice(given.giver, given.giver + 1);
  return breachesOf([{ ...section, givers }], [...performers, ...withdrawn]);
}

/** Id, former and new points of those whose points differ. */
export function changesOf(before: Points[], after: Points[]): Correction['changes'] {
  const [old, now] = [new Map(before), new Map(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id) ?? 0, now.get(id) ?? 0];
    return was === is ? [] : [[id, was, is] satisfies [number, number, number]];
  });
}

/** «Анна 12, Борис 10»; `at`: 1 the former, 2 the new points. */
export function textOf(changes: Correction['changes'], performers: Performer[], at: 1 | 2): string {
  return changes
    .map((change) => `${performers.find(({ id }) => id === change[0])?.name ?? ''} ${change[at]}`)
    .join(', ');
}
