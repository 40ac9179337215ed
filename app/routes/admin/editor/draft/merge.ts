import { blocksOf, sameSpelling } from '../body/read-html.ts';
import { assemble, type Choice, joinBlocks, type Stretch } from '../diff/join.ts';
import { changedFields, differing, type FieldName, type Fields, pick } from './fields.ts';

export interface Merge {
  /** Three-way merge; in conflicts mine. */
  merged: Fields;
  /** Changed by both, to different values; texts only where the changes touch. */
  conflicts: FieldName[];
  adopted: FieldName[];
}

export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merge {
  const here = changedFields(base, mine);
  const there = changedFields(base, theirs);
  const apart = differing(mine, theirs);
  const both = here.filter((name) => there.includes(name) && apart.includes(name));
  const joined = both.includes('content') ? joinTexts(base, mine, theirs) : undefined;
  const adopted = there.filter((name) => !here.includes(name));
  if (!joined || joined.some(isTouching))
    return { merged: { ...theirs, ...pick(mine, here) }, conflicts: both, adopted };
  return {
    merged: { ...theirs, ...pick(mine, here), content: htmlOf(assemble(joined, () => 'both')) },
    conflicts: both.filter((name) => name !== 'content'),
    adopted: [...adopted, 'content'],
  };
}

/** A place where a choice is needed: a field, or a stretch of the text. */
export interface Place {
  key: string;
  field: FieldName;
  stretch?: Stretch;
}

/** By the key of a place; `both` unless chosen. Fields other than title and text cannot have both: mine. */
export type Choices = Readonly<Record<string, Choice>>;

export function placesOf(base: Fields, mine: Fields, theirs: Fields): Place[] {
  return mergeFields(base, mine, theirs).conflicts.flatMap((field): Place[] => {
    if (field !== 'content') return [{ key: field, field }];
    return joinTexts(base, mine, theirs)
      .filter(isTouching)
      .map((stretch, number) => ({ key: textKey(number), field, stretch }));
  });
}

export function resolve(base: Fields, mine: Fields, theirs: Fields, choices: Choices): Fields {
  const { merged, conflicts } = mergeFields(base, mine, theirs);
  const taken = conflicts.filter((name) => choices[name] === 'theirs');
  const resolved = { ...merged, ...pick(theirs, taken) };
  if (conflicts.includes('title') && (choices.title ?? 'both') === 'both')
    resolved.title = `${mine.title} / ${theirs.title}`;
  if (!conflicts.includes('content')) return resolved;
  const blocks = assemble(joinTexts(base, mine, theirs), (number) => choices[textKey(number)] ?? 'both');
  return { ...resolved, content: htmlOf(blocks) };
}

function joinTexts(...versions: [base: Fields, mine: Fields, theirs: Fields]): Stretch[] {
  const [base, mine, theirs] = versions.map(({ content }) => blocksOf(content)) as [string[], string[], string[]];
  return joinBlocks(base, mine, theirs);
}

function htmlOf(blocks: readonly string[]): string {
  return sameSpelling(blocks.join(''));
}

const isTouching = ({ kind }: Stretch) => kind === 'touching';
const textKey = (number: number) => `content.${number}`;
