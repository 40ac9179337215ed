import { changedFields, type FieldName, type Fields, pick } from './fields.ts';

export interface Merge {
  /** Three-way merge; in conflicts mine. */
  merged: Fields;
  /** Changed by both, to different values. */
  conflicts: FieldName[];
  adopted: FieldName[];
}

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
