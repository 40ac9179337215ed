import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { GiversSection, PlacesSection, Points, Scores, Section } from '../../../../model/results/scores.ts';
import { placeOf, pointsOf } from './scores.ts';

/** `clashes` tells what both changed, and `merged` has mine there: «Тверь, Анна: у вас 8, сохранено 10». */
interface MergedScores {
  merged: Scores;
  clashes: string[];
}

type Place = PlacesSection['places'][number];

/** The values of one place: in the version that was edited, in mine, in the one stored meanwhile. */
type Three<T> = [was: T, here: T, there: T];

/** Chooses between the three versions of a value or of a list, and notes in `clashes` where both were changed. */
function createPicker(clashes: string[]) {
  function pick<T>(label: string, [was, here, there]: Three<T | undefined>): T {
    if (isSame(was, here)) return there as T;
    if (!isSame(was, there) && !isSame(here, there))
      clashes.push(`${label}: у вас ${valueText(here)}, сохранено ${valueText(there)}`);
    return here as T;
  }

  /** In my order if I changed it. What one side has removed goes, unless the other changed it: a clash. Of equal keys the first is known by the first. */
  function pickEach<T>(
    lists: Three<T[]>,
    keyOf: (item: T) => string,
    labelOf: (item: T) => string,
    both: (items: [T | undefined, T, T]) => T,
  ): T[] {
    const byKey = (items: T[]) => new Map(items.map((item, at) => [`${keyOf(item)} ${earlier(items, at)}`, item]));
    const earlier = (items: T[], at: number) =>
      items.slice(0, at).filter((each) => keyOf(each) === keyOf(items[at] as T)).length;
    const [was, here, there] = [byKey(lists[0]), byKey(lists[1]), byKey(lists[2])];
    const orderOf = (each: typeof was) =>
      [...each.keys()].filter((key) => [was, here, there].every((version) => version.has(key)));
    const isMineAsBefore = isSame(orderOf(was), orderOf(here));
    const inOrder = isMineAsBefore && !isSame(orderOf(was), orderOf(there)) ? there : here;
    return [...new Set([...inOrder.keys(), ...here.keys(), ...there.keys()])].flatMap((key) => {
      const [before, own, other] = [was.get(key), here.get(key), there.get(key)];
      if (own && other) return [both([before, own, other])];
      const left = (own ?? other) as T;
      if (!before) return [left];
      if (isSame(before, left)) return [];
      clashes.push(
        `${labelOf(left)}: ${own ? 'изменено у вас, а в сохранённом убрано' : 'убрано у вас, а в сохранённом изменено'}`,
      );
      return own ? [own] : [];
    });
  }
  return { pick, pickEach };
}

/** Three-way merge of a table, cell by cell. Sections are known by kind, mode and number, givers by name. */
export function mergeScores(base: Scores, mine: Scores, theirs: Scores, performers: Contestant[]): MergedScores {
  const clashes: string[] = [];
  const { pick, pickEach } = createPicker(clashes);
  const names = new Map(performers.map(({ id, name }) => [id, name]));
  const nameOf = (title: string, contestant: number) => `${title}, ${names.get(contestant) ?? contestant}`;

  function pickGivers([was, here, there]: Three<GiversSection>): GiversSection['givers'] {
    const lists: Three<GiversSection['givers']> = [was.givers, here.givers, there.givers];
    return pickEach(
      lists,
      ({ name }) => name,
      ({ name }) => name,
      ([before, { name, points }, other]) => {
        const all: Three<Points[]> = [before?.points ?? [], points, other.points];
        const contestants = new Set(all.flat().map(([contestant]) => contestant));
        const picked = [...contestants].map((contestant) => {
          const given = all.map((each) => pointsOf(each, contestant)) as Three<number | null>;
          return [contestant, pick<number | null>(nameOf(name, contestant), given)] as const;
        });
        return { name, points: picked.filter((each): each is Points => each[1] !== null) };
      },
    );
  }

  function pickPlaces(title: string, sections: Three<PlacesSection>): PlacesSection['places'] {
    const contestants = new Set(sections.flatMap(({ places }) => places.map(({ contestant }) => contestant)));
    return [...contestants].map((contestant) => {
      const [was, here, there] = sections.map((section) => placeOf(section, contestant)) as Three<Place>;
      const name = nameOf(title, contestant);
      const place = pick<number | null>(`${name}, место`, [was.place, here.place, there.place]);
      return {
        contestant,
        place,
        points: pick<number | null>(`${name}, баллы`, [was.points, here.points, there.points]),
      };
    });
  }

  function pickSection([was, here, there]: [Section | undefined, Section, Section]): Section {
    const title = pick<string>('Название раздела', [was?.title, here.title, there.title]);
    // All three are of one mode: the key says it. Without a former one, an empty one stands for it.
    if (here.mode === 'places') {
      const three = [was ?? { ...here, places: [] }, here, there] as Three<PlacesSection>;
      return { ...here, title, places: pickPlaces(title, three) };
    }
    const three = [was ?? { ...here, scale: undefined, givers: [] }, here, there] as Three<GiversSection>;
    const scales: Three<number[] | undefined> = [three[0].scale, three[1].scale, three[2].scale];
    return { ...here, title, scale: pick(`${title}, шкала`, scales), givers: pickGivers(three) };
  }

  const sections = [base.sections, mine.sections, theirs.sections] satisfies Three<Section[]>;
  const merged = {
    sections: pickEach(
      sections,
      ({ kind, mode }) => `${kind} ${mode}`,
      ({ title }) => title,
      pickSection,
    ),
    control_total: pick<number | null>('Контрольная сумма', [
      base.control_total,
      mine.control_total,
      theirs.control_total,
    ]),
  };
  return { merged, clashes };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'пусто';
  if (Array.isArray(value)) return value.join(', ') || 'любые баллы';
  return typeof value === 'string' ? `«${value}»` : String(value);
}
