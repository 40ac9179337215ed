import { diffArrays } from 'diff';
import { isSame } from '../../../../../model/compare.ts';

/** A run of blocks of the three texts. `touching`: both changed it, differently. */
export interface Stretch {
  kind: 'same' | 'mine' | 'theirs' | 'touching';
  base: string[];
  mine: string[];
  theirs: string[];
}

export type Choice = 'mine' | 'theirs' | 'both';

/** Replaces `base.slice(from, to)`; without length an insertion. */
interface Hunk {
  isMine: boolean;
  from: number;
  to: number;
  blocks: string[];
}

/** Three-way comparison by blocks, in the order of the texts. Changes touch where they share a block or insert in one place. */
export function joinBlocks(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Stretch[] {
  const hunks = [...hunksOf(base, mine, true), ...hunksOf(base, theirs, false)].sort(
    (one, other) => one.from - other.from || one.to - other.to,
  );
  const stretches: Stretch[] = [];
  let at = 0;
  for (const group of groupTouching(hunks)) {
    const from = Math.min(...group.map((hunk) => hunk.from));
    const to = Math.max(...group.map((hunk) => hunk.to));
    stretches.push(...unchanged(base.slice(at, from)), changed(base, from, to, group));
    at = to;
  }
  return [...stretches, ...unchanged(base.slice(at))];
}

/** The merged text; `choose` decides conflicts by their number. */
export function assemble(stretches: readonly Stretch[], choose: (number: number) => Choice): string[] {
  let number = 0;
  return stretches.flatMap((stretch) => {
    if (stretch.kind !== 'touching') return stretch.kind === 'theirs' ? stretch.theirs : stretch.mine;
    number += 1;
    return chosenBlocks(stretch, choose(number - 1));
  });
}

/** `both`: merged word by word, else mine followed by the blocks that only theirs has. */
export function chosenBlocks(stretch: Stretch, choice: Choice): string[] {
  const { mine, theirs } = stretch;
  if (choice !== 'both') return choice === 'mine' ? mine : theirs;
  return joinWords(stretch) ?? [...mine, ...theirs.filter((block) => !mine.includes(block))];
}

/** One block with both changes, where they are in different words and leave the markup alone. */
export function joinWords({ base, mine, theirs }: Stretch): string[] | undefined {
  const [before = [], here = [], there = []] = [base, mine, theirs].map((blocks) =>
    blocks.join('').split(/(<[^>]*>|\s+)/),
  );
  const tags = [before, here, there].map((words) => words.filter((word) => word.startsWith('<')).join(''));
  const joined = joinBlocks(before, here, there);
  const isOne = [base, mine, theirs].every(({ length }) => length === 1) && new Set(tags).size === 1;
  if (!isOne || joined.some(({ kind }) => kind === 'touching')) return undefined;
  return [assemble(joined, () => 'both').join('')];
}

function groupTouching(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    // In their order: the other one does not begin later.
    const touches = (other: Hunk) => hunk.from < other.to || hunk.to === other.from;
    if (last?.some((other) => other.isMine !== hunk.isMine && touches(other))) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function unchanged(blocks: string[]): Stretch[] {
  return blocks.length > 0 ? [{ kind: 'same', base: blocks, mine: blocks, theirs: blocks }] : [];
}

function changed(base: readonly string[], from: number, to: number, group: readonly Hunk[]): Stretch {
  const applied = (isMine: boolean) => {
    let at = from;
    const blocks = group
      .filter((hunk) => hunk.isMine === isMine)
      .flatMap((hunk) => {
        const before = base.slice(at, hunk.from);
        at = hunk.to;
        return [...before, ...hunk.blocks];
      });
    return [...blocks, ...base.slice(at, to)];
  };
  const versions = { base: base.slice(from, to), mine: applied(true), theirs: applied(false) };
  if (group.length === 1) return { kind: group[0]?.isMine ? 'mine' : 'theirs', ...versions };
  return { kind: isSame(versions.mine, versions.theirs) ? 'same' : 'touching', ...versions };
}

function hunksOf(base: readonly string[], other: readonly string[], isMine: boolean): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | undefined;
  for (const { value, added, removed } of diffArrays([...base], [...other])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { isMine, from: at, to: at, blocks: [] };
      hunks.push(open);
    }
    if (added) open.blocks.push(...value);
    else at += value.length;
    open.to = at;
  }
  return hunks;
}
