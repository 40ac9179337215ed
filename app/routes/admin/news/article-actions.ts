import { useNavigate } from 'react-router';
import type { AdminArticle, AdminCard } from '../../../../model/articles/schema.ts';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { notifySuccess } from '../../../ui/admin/notices.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

export type ArticleActions = ReturnType<typeof useArticleActions>;

export function useArticleActions() {
  const { call } = useSession();
  const change = useChange('/admin/news');
  const zone = useSiteTimeZone();
  const navigate = useNavigate();

  const remove = async ({ slug, title }: AdminCard) => {
    const { headers } = await change('DELETE', `/admin/news/${slug}`);
    const undo = () => call('POST', `/admin/bin/${headers.get('X-Bin-Id')}/restore`);
    const row = `/admin/news/edit/${slug}`;
    offerUndo({ text: `Новость удалена: ${quoted(title)}.`, back: `Вернули новость: ${quoted(title)}.`, row, undo });
  };

  const setStatus = async (article: AdminCard, status: 'draft' | 'published') => {
    const { slug, title, version } = article;
    const options = { body: { status }, ifMatch: `"${version}"` };
    const { data } = await change<AdminArticle>('PUT', `/admin/news/${slug}`, options);
    const withdrawn = article.status === 'scheduled' ? 'Выход отменён' : 'Новость снята с публикации';
    offerUndo({
      text: status === 'draft' ? `${withdrawn}: ${quoted(title)}.` : publishedText(data, zone),
      undo: () => call('PUT', `/admin/news/${data.slug}`, { body: visibilityOf(article) }),
    });
  };

  const setPinned = async ({ slug, title }: AdminCard, isPinned: boolean) => {
    const path = (of: string) => `/admin/news/${of}/pin`;
    if (!isPinned) {
      await change('DELETE', path(slug));
      offerUndo({ text: `Новость больше не закреплена: ${quoted(title)}.`, undo: () => call('PUT', path(slug)) });
      return;
    }
    const { replaced } = (await change<Pinned>('PUT', path(slug))).data;
    offerUndo({
      text: `Новость закреплена: ${quoted(title)}${replaced ? `, вместо ${quoted(replaced.title)}` : ''}.`,
      undo: () => (replaced ? call('PUT', path(replaced.slug)) : call('DELETE', path(slug))),
    });
  };

  const duplicate = async ({ slug }: AdminCard) => {
    const { data } = await call<AdminArticle>('POST', `/admin/news/${slug}/duplicate`);
    notifySuccess(`Черновик создан: ${quoted(data.title)}.`);
    void navigate(`/admin/news/edit/${data.slug}`);
  };

  return { remove, setStatus, setPinned, duplicate };
}

/** What an undo gives back; only drafts have a planned time. */
export const visibilityOf = ({ status, publishAt, plannedAt }: AdminCard) => ({ status, publishAt, plannedAt });

/** A manual date may sort it far down the list. */
function publishedText({ title, date }: AdminArticle, timeZone: string): string {
  const place = date === todayIn(timeZone) ? '' : ` В списке она под датой ${formatDate(date)}.`;
  return `Новость опубликована: ${quoted(title)}.${place}`;
}

interface Pinned {
  replaced: { slug: string; title: string } | null;
}
