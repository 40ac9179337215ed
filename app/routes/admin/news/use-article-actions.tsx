import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminArticle, AdminCard } from '../../../../model/articles/schema.ts';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { copyAddress, tellDone, tellProblem } from '../../../ui/admin/notices.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { usePin } from './use-pin.ts';

export interface ArticleActions {
  askDelete: (article: AdminCard) => void;
  setStatus: (article: AdminCard, status: 'draft' | 'published') => Promise<void>;
  setPinned: (article: AdminCard, isPinned: boolean) => Promise<unknown>;
  /** Opens the copy in the editor. */
  duplicate: (article: AdminCard) => Promise<void>;
  copyAddress: (article: AdminCard) => Promise<void>;
  question: ReactNode;
}

export function useArticleActions(): ArticleActions {
  const { call } = useSession();
  const change = useChange('/admin/news');
  const zone = useSiteTimeZone();
  const navigate = useNavigate();
  const pin = usePin();
  const [leaving, setLeaving] = useState<AdminCard>();

  const remove = async ({ slug, title }: AdminCard) => {
    const { headers } = await change('DELETE', `/admin/news/${slug}`);
    setLeaving(undefined);
    const bin = headers.get('X-Bin-Id');
    if (bin) offerUndo({ text: `Новость удалена: «${title}».`, undo: () => call('POST', `/admin/bin/${bin}/restore`) });
    else tellDone(`Новость удалена: «${title}».`);
  };

  const setStatus = async (article: AdminCard, status: 'draft' | 'published') => {
    const { slug, title, version } = article;
    try {
      const { data } = await change<AdminArticle>('PUT', `/admin/news/${slug}`, {
        body: { status },
        ifMatch: `"${version}"`,
      });
      offerUndo({
        text: status === 'draft' ? `Новость снята с публикации: «${title}».` : toldPublished(data, zone),
        undo: () =>
          call('PUT', `/admin/news/${data.slug}`, { body: { status: article.status, publishAt: article.publishAt } }),
      });
    } catch (error) {
      tellProblem(error);
    }
  };

  const duplicate = async ({ slug }: AdminCard) => {
    try {
      const { data } = await call<AdminArticle>('POST', `/admin/news/${slug}/duplicate`);
      tellDone(`Черновик создан: «${data.title}».`);
      void navigate(`/admin/news/edit/${data.slug}`);
    } catch (error) {
      tellProblem(error);
    }
  };

  return {
    askDelete: (article) => {
      if (article.slug) setLeaving(article);
      else tellProblem('Эту новость нельзя удалить: у неё нет идентификатора.');
    },
    setStatus,
    setPinned: pin,
    duplicate,
    copyAddress: ({ slug }) => copyAddress(`/news/${slug}`),
    question: leaving && (
      <Confirm
        question="Вы уверены, что хотите удалить эту новость?"
        yes="Удалить"
        onYes={() => remove(leaving)}
        onNo={() => setLeaving(undefined)}
      >
        <p>«{leaving.title}» пропадёт с сайта и 30 дней пролежит в корзине.</p>
      </Confirm>
    ),
  };
}

/** A manual date may sort it far down the list. */
function toldPublished({ title, date }: AdminArticle, timeZone: string): string {
  const place = date === todayIn(timeZone) ? '' : ` В списке она под датой ${formatDate(date)}.`;
  return `Новость опубликована: «${title}».${place}`;
}
