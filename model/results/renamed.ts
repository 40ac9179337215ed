import type { GiversSection, PlacesSection } from './scores.ts';

/** A section with another type of contestant id, such as the slug in an export. */
export type SectionOf<Id> =
  | (Omit<GiversSection, 'givers'> & { givers: { name: string; points: [Id, number][] }[] })
  | (Omit<PlacesSection, 'places'> & {
      places: (Omit<PlacesSection['places'][number], 'contestant'> & { contestant: Id })[];
    });

/** Maps the contestants of sections to other ids; unmapped ones are left out. */
export function renameContestants<From, To>(
  sections: readonly SectionOf<From>[],
  nameOf: (contestant: From) => To | undefined,
): SectionOf<To>[] {
  const renamed = <T>(contestant: From, made: (name: To) => T): T[] => {
    const name = nameOf(contestant);
    return name === undefined ? [] : [made(name)];
  };
  return sections.map((section) =>
    section.mode === 'givers'
      ? {
          ...section,
          givers: section.givers.map(({ name, points }) => ({
            name,
            points: points.flatMap(([contestant, given]) => renamed(contestant, (to): [To, number] => [to, given])),
          })),
        }
      : {
          ...section,
          places: section.places.flatMap(({ contestant, ...rest }) =>
            renamed(contestant, (to) => ({ ...rest, contestant: to })),
          ),
        },
  );
}
