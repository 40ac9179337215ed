import { useCallback } from 'react';
import type { Group } from '../../../../../model/articles/groups/groups.ts';
import { isEditor } from '../../../../../roles.ts';
import { useLoaded } from '../../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';

/** Of each group at most one article may be public. */
export function useGroups() {
  const { call, role } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) =>
      isEditor(role) ? (await call<Group[]>('GET', '/admin/groups', { signal, background: true })).data : [],
    [call, role],
  );
  const { data, reload } = useLoaded(read);
  const create = useCallback(
    async (name: string) => {
      const group = (await call<Group>('POST', '/admin/groups', { body: { name } })).data;
      await reload();
      return group;
    },
    [call, reload],
  );
  return { groups: data ?? [], reload, create };
}

export type Groups = ReturnType<typeof useGroups>;

/** Another article of the group that is public or scheduled. */
export function takenBy(
  group: Group | undefined,
  articleId: number | undefined,
): Group['articles'][number] | undefined {
  return group?.articles.find(({ id, status }) => id !== articleId && status !== 'draft');
}
