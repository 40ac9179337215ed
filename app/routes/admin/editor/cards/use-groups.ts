import type { Group } from '../../../../../model/articles/groups.ts';
import { isEditor } from '../../../../../roles.ts';
import { useAnswer, useChange } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';

/** Groups: at most one article of each may be public. */
export function useGroups() {
  const { role } = useSession();
  const { data, reload } = useAnswer<Group[]>(isEditor(role) ? '/admin/groups' : null, { background: true });
  const change = useChange('/admin/groups');
  const create = async (name: string) => (await change<Group>('POST', '/admin/groups', { body: { name } })).data;
  return { groups: data ?? [], reload, create };
}

export type Groups = ReturnType<typeof useGroups>;
