import type { AdminCard } from '../../../../model/articles/schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

interface Pinned {
  replaced: { slug: string; title: string } | null;
}

/** Pins or unpins an article at once, offers to undo it, and says whether it worked. */
export function usePin() {
  const { call } = useSession();
  const change = useChange('/admin/news');
  const path = (slug: string) => `/admin/news/${slug}/pin`;
  return async ({ slug, title }: Pick<AdminCard, 'slug' | 'title'>, isPinned: boolean): Promise<boolean> => {
    try {
      if (!isPinned) {
        await change('DELETE', path(slug));
        offerUndo({ text: `Новость больше не закреплена: ${quoted(title)}.`, undo: () => call('PUT', path(slug)) });
        return true;
      }
      const { replaced } = (await change<Pinned>('PUT', path(slug))).data;
      offerUndo({
        text: `Новость закреплена: ${quoted(title)}${replaced ? `, вместо ${quoted(replaced.title)}` : ''}.`,
        undo: () => (replaced ? call('PUT', path(replaced.slug)) : call('DELETE', path(slug))),
      });
      return true;
    } catch (error) {
      tellProblem(error);
      return false;
    }
  };
}
