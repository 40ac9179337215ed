import { skeletonOf } from '../text/plain.ts';
import {
  type GiversSection,
  type Performer,
  type PlacesSection,
  SCALE,
  type Scores,
  type Section,
  totalOf,
} from './scores.ts';

/** Russian sentences on what has to be done before a reveal; none when the results may be locked. */
export function gapsOf({ sections, control_total }: Scores, performers: Performer[]): string[] {
  if (performers.length === 0) return ['В концерте никто не выступает.'];
  if (sections.length === 0) return ['Добавьте раздел: жюри или зрителей.'];
  const gaps = sections.flatMap((section) =>
    section.mode === 'givers' ? gapsOfGivers(section, performers) : gapsOfPlaces(section, performers),
  );
  const total = totalOf(sections);
  if (control_total === null) gaps.push('Введите контрольную сумму: сколько баллов во всей таблице.');
  else if (control_total !== total)
    // The right sum would only be copied.
    gaps.push(`Контрольная сумма не сходится: введено ${control_total}. Сверьте с бумагой таблицу и саму сумму.`);
  return gaps;
}

/** Russian sentences, one for each giver off the scale of its section. An empty scale allows any points. */
export function breachesOf(sections: Section[], performers: Performer[]): string[] {
  return sections.flatMap((section) =>
    section.mode === 'givers'
      ? section.givers.flatMap((giver) => breachOf(section, giver, performers.length) ?? [])
      : [],
  );
}

function gapsOfGivers({ title, givers }: GiversSection, performers: Performer[]): string[] {
  if (givers.length === 0) return [`«${title}»: добавьте того, кто даёт баллы.`];
  const ids = new Set(performers.map(({ id }) => id));
  const names = givers.map(({ name }) => skeletonOf(name));
  return givers.flatMap(({ name, points }, at) => {
    if (name === '') return [`«${title}»: впишите название в столбец ${at + 1}.`];
    const gaps: string[] = [];
    if (names.indexOf(skeletonOf(name)) !== at) gaps.push(`«${title}»: ${name} стоит дважды.`);
    if (!points.some(([, given]) => given > 0)) gaps.push(`«${title}»: ${name} — баллов ещё нет.`);
    if (points.some(([id, given]) => given > 0 && !ids.has(id)))
      gaps.push(`«${title}»: ${name} — есть баллы тому, кто не выступает. Сохраните таблицу ещё раз.`);
    return gaps;
  });
}

function gapsOfPlaces({ title, places }: PlacesSection, performers: Performer[]): string[] {
  const gaps = performers.flatMap(({ id, name }) => {
    const found = places.find(({ contestant }) => contestant === id);
    if (!found || found.place === null) return [`«${title}»: ${name} — места ещё нет.`];
    return found.points === null ? [`«${title}»: ${name} — баллов ещё нет.`] : [];
  });
  if (gaps.length > 0) return gaps;
  if (places.length > performers.length)
    return [`«${title}»: есть место у того, кто не выступает. Сохраните таблицу ещё раз.`];
  const order = places.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
  const taken = order.map(({ place }) => place ?? 0);
  const twice = order.some(({ points }) => points) ? taken.find((place, at) => place === taken[at - 1]) : undefined;
  if (twice) return [`«${title}»: место ${twice} у двоих.`];
  const missing = missingPlace(taken);
  if (missing) return [`«${title}»: места ${missing} нет ни у кого.`];
  const above = order.findIndex(({ points }, at) => at > 0 && (points ?? 0) > (order[at - 1]?.points ?? 0));
  return above < 0 ? [] : [`«${title}»: у места ${above + 1} больше баллов, чем у места ${above}.`];
}

/** The first unassigned place; undefined for a standard (1, 2, 2, 4) or dense (1, 2, 2, 3) ranking. `taken`: ascending. */
export function missingPlace(taken: readonly number[]): number | undefined {
  const gap = taken.findIndex((place, at) => place > (taken[at - 1] ?? 0) + 1);
  const isRanked = taken.every((place, at) => place === taken[at - 1] || place === at + 1);
  return gap < 0 || isRanked ? undefined : (taken[gap - 1] ?? 0) + 1;
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
