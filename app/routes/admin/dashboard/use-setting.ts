import { useMemo } from 'react';
import { toStored, type Values } from '../../../ui/admin/form/use-stored-form.ts';
import { useVersioned } from '../../../ui/admin/queries.ts';

/** Stored settings with their version, kept up to date. */
export function useSetting<T extends Values>(path: string) {
  const { answer, ...rest } = useVersioned<T>(path, { isFollowed: true });
  return { data: useMemo(() => answer && toStored(answer), [answer]), ...rest };
}
