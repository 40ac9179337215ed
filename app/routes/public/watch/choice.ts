import type { Source } from '../../../../model/settings/watch/sources.ts';

/** The visitor's choice: kept on the device for the active source it was made at; that of a marked one for all of them. */
export interface Choice extends Pick<Source, 'id' | 'kind' | 'language'> {
  /** `active_source` when chosen. */
  of: string | null;
}

/** The chosen source; undefined when it does not exist (any more). */
export function chosenSource(choice: Choice, sources: Source[], active: Source | undefined): Source | undefined {
  const isSame = ({ id }: Source) => id === choice.id;
  if (!isLasting(choice, active)) return choice.of === active?.id ? sources.find(isSame) : undefined;
  const alike = sources.filter((source) => isAlike(source, choice));
  return alike.find(isSame) ?? alike[0] ?? sources.find(({ kind }) => kind && kind === choice.kind);
}

/** An ordinary choice ends when the editor moves everybody; who needs sign language needs it after that as well. */
export function isLasting({ kind, language }: Choice, active: Source | undefined): boolean {
  return Boolean((kind && kind !== active?.kind) || (language && language !== active?.language));
}

/** The order of failover: another one like `wanted`, the ordinary broadcast, whatever is left. */
export function nextSource(left: Source[], wanted: Source | undefined): Source | undefined {
  return left.find((source) => wanted && isAlike(source, wanted)) ?? left.find(({ kind }) => !kind) ?? left[0];
}

function isAlike(one: Pick<Source, 'kind' | 'language'>, other: Pick<Source, 'kind' | 'language'>): boolean {
  return one.kind === other.kind && one.language === other.language;
}
