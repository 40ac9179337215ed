import { blocksOf, canonicalHtml } from '../body/read-html.ts';
import { assemble, type Choice, joinBlocks, type Stretch } from '../diff/join.ts';
import { changedFields, differing, type FieldName, type Fields, pick } from './fields.ts';

export interface Merge {
  /** Three-way merge; in conflicts as chosen. */
  merged: Fields;
  /** Changed by both, to different values; texts only where the changes touch. */
  conflicts: Place[];
  adopted: FieldName[];
}

/** A place where a choice is needed: a field, or a stretch of the text. */
export interface Place {
  key: string;
  field: FieldName;
  stretch?: Stretch;
}

/** By the key of a place; `both` unless chosen. Fields other than title and text cannot have both: mine. */
export type Choices = Readonly<Record<string, Choice>>;

export function mergeFields(base: Fields, mine: Fields, theirs: Fields, choices: Choices = {}): Merge {
  const here = changedFields(base, mine);
  const there = changedFields(base, theirs);
  const apart = differing(mine, theirs);
  const both = here.filter((name) => there.includes(name) && apart.includes(name));
  const choiceOf = (key: string) => choices[key] ?? 'both';
  const taken = both.filter((name) => choiceOf(name) === 'theirs');
  const merged = { ...theirs, ...pick(mine, here), ...pick(theirs, taken) };
  if (both.includes('title') && choiceOf('title') === 'both') merged.title = `${mine.title} / ${theirs.title}`;
  const isJoined = both.includes('content');
  const stretches = isJoined
    ? joinBlocks(blocksOf(base.content), blocksOf(mine.content), blocksOf(theirs.content))
    : [];
  const touching = stretches.filter(({ kind }) => kind === 'touching');
  const placesIn = (field: FieldName): Place[] =>
    field === 'content'
      ? touching.map((stretch, at) => ({ key: textKey(at), field, stretch }))
      : [{ key: field, field }];
  if (isJoined) merged.content = canonicalHtml(assemble(stretches, (number) => choiceOf(textKey(number))).join(''));
  return {
    merged,
    conflicts: both.flatMap(placesIn),
    adopted: there.filter((name) => !here.includes(name) || (name === 'content' && isJoined && touching.length === 0)),
  };
}

const textKey = (number: number) => `content.${number}`;
