import type { GiversSection, Performer, Section } from './sheet.ts';

/** Marks of a giver, the highest first, where a section names no others; also points of the places 1, 2, 3, …: none below. */
export const SCALE = [12, 10, 8, 7, 6, 5, 4, 3, 2, 1];

/**
 * Russian sentences, one for each giver whose marks are not exactly those of the scale of its section: each mark once, from the
 * highest on, to as many as perform. An empty scale allows any points.
 */
export function breachesOf(sections: Section[], performers: Performer[]): string[] {
  return sections.flatMap((section) =>
    section.mode === 'givers'
      ? section.givers.flatMap((giver) => breachOf(section, giver, performers.length) ?? [])
      : [],
  );
}

function breachOf({ title, scale = SCALE }: GiversSection, giver: GiversSection['givers'][number], performers: number) {
  const marks = giver.points.map(([, given]) => given).filter((given) => given > 0);
  if (scale.length === 0 || marks.length === 0) return undefined;
  const wanted = scale.slice(0, performers);
  const faults = [
    ...wanted.filter((mark) => !marks.includes(mark)).map((mark) => `нет оценки ${mark}`),
    ...wanted
      .filter((mark) => marks.indexOf(mark) !== marks.lastIndexOf(mark))
      .map((mark) => `оценка ${mark} повторяется`),
    ...[...new Set(marks)].filter((mark) => !wanted.includes(mark)).map((mark) => `оценка ${mark} не по шкале`),
  ];
  return faults.length > 0 ? `«${title}»: ${giver.name} — ${faults.join(', ')}.` : undefined;
}
