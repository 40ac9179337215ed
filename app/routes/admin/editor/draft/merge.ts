import { changedFields, type FieldName, type Fields, pick } from './fields.ts';

export interface Merge {
  /** Mine where I changed something, theirs where only they did; of the conflicts mine. */
  merged: Fields;
  /** Fields both changed, each to something else. */
  conflicts: FieldName[];
  /** Fields that only they changed. */
  adopted: FieldName[];
}

/** Puts two people's changes of one article together, field by field. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merge {
  const here = changedFields(base, mine);
  const there = changedFields(base, theirs);
  const apart = changedFields(mine, theirs);
  return {
    merged: { ...theirs, ...pick(mine, here) },
    conflicts: here.filter((name) => there.includes(name) && apart.includes(name)),
    adopted: there.filter((name) => !here.includes(name)),
  };
}
