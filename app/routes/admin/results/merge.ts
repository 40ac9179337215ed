import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Scores, Section } from '../../../../model/results/scores.ts';
import { oneLine } from '../../../../model/text/plain.ts';
import { placeOf, pointsOf, withPlace, withPoints } from './scores.ts';

export interface MergedScores {
  /** What both changed is mine. */
  merged: Scores;
  clashes: string[]; // «Тверь, Анна: у вас 8, сохранено 10»
  /** Both changed sections, givers or their order: `merged` is my table, the other one's changes are not in it. */
  isApart: boolean;
}

/** Three-way merge, cell by cell. The side that changed the structure gives it; cells of the other match by section and giver. */
export function mergeScores(base: Scores, mine: Scores, theirs: Scores, performers: Contestant[]): MergedScores {
  const [was, here, there] = [base, mine, theirs].map(structureOf);
  const clashes: string[] = [];
  const control_total = pick(
    'Контрольная сумма',
    base.control_total,
    mine.control_total,
    theirs.control_total,
    clashes,
  );
  const apart = { merged: { ...mine, control_total }, clashes, isApart: true };
  if (was !== here && was !== there && here !== there) return apart;

  const isMine = was !== here; // the structure
  const isNamed = was !== here || was !== there;
  const [former, own, other] = [base, mine, theirs].map((scores) => cellsOf(scores.sections, performers, isNamed));
  if (!former || !own || !other) return apart;
  const target = isMine ? own : other;
  let { sections } = isMine ? mine : theirs;
  for (const key of new Set([...former.keys(), ...own.keys(), ...other.keys()])) {
    const [before, a, b] = [former, own, other].map((cells) => cells.get(key)?.value ?? null);
    const cell = target.get(key);
    const isEdited = before !== (isMine ? b : a);
    if (!cell && isEdited) return apart;
    if (cell) sections = withCell(sections, cell, pick(cell.label, before, a, b, clashes));
  }
  return { merged: { sections, control_total }, clashes, isApart: false };
}

type Value = number | null;

function pick(label: string, was: Value = null, here: Value = null, there: Value = null, clashes: string[]): Value {
  if (was === here) return there;
  if (was !== there && here !== there)
    clashes.push(`${label}: у вас ${here ?? 'пусто'}, сохранено ${there ?? 'пусто'}`);
  return here;
}

/** All but the cells. */
function structureOf({ sections }: Scores): string {
  return JSON.stringify(
    sections.map((section) => [
      ...[section.kind, section.mode, oneLine(section.title)],
      ...(section.mode === 'givers' ? [section.scale, section.givers.map(({ name }) => oneLine(name))] : []),
    ]),
  );
}

interface Cell {
  label: string;
  at: [section: number, column: number, contestant: number];
  value: Value;
}

/** By place, or by the names of section and giver: then undefined when two are named alike. */
function cellsOf(sections: Section[], performers: Contestant[], isNamed: boolean): Map<string, Cell> | undefined {
  const cells = sections.flatMap((section, at) =>
    columnsOf(section).flatMap(({ word, read }, column) =>
      performers.map(({ id, name }): [string, Cell] => {
        const key = isNamed ? [section.kind, section.mode, oneLine(section.title), oneLine(word)] : [at, column];
        const label = `${sections.length > 1 ? `${section.title}, ` : ''}${word || 'без названия'}, ${name}`;
        return [JSON.stringify([...key, id]), { label, at: [at, column, id], value: read(id) }];
      }),
    ),
  );
  const found = new Map(cells);
  return found.size === cells.length ? found : undefined;
}

function columnsOf(section: Section): { word: string; read: (contestant: number) => Value }[] {
  if (section.mode === 'givers')
    return section.givers.map(({ name, points }) => ({ word: name, read: (id) => pointsOf(points, id) }));
  return [
    { word: 'место', read: (id) => placeOf(section, id).place },
    { word: 'баллы', read: (id) => placeOf(section, id).points },
  ];
}

function withCell(sections: Section[], { at: [at, column, contestant], value }: Cell, to: Value): Section[] {
  const section = sections[at];
  if (!section || value === to) return sections;
  if (section.mode === 'places') {
    const place = { ...placeOf(section, contestant), [column === 0 ? 'place' : 'points']: to };
    return sections.with(at, withPlace(section, place));
  }
  const givers = section.givers.map((giver, of) =>
    of === column ? { ...giver, points: withPoints(giver.points, contestant, to) } : giver,
  );
  return sections.with(at, { ...section, givers });
}
