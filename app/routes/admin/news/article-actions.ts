import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminArticle, AdminCard } from '../../../../model/articles/schema.ts';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import { plural } from '../../../../model/text/plural.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { under, useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';

export type ArticleActions = ReturnType<typeof useArticleActions>;

export function useArticleActions() {
  const { call } = useSession();
  const change = useChange('/admin/news');
  const zone = useSiteTimeZone();
  const navigate = useNavigate();

  const remove = async ({ slug, title }: AdminCard) => {
    const { headers } = await change('DELETE', `/admin/news/${slug}`);
    const undo = () => call('POST', `/admin/bin/${headers.get('X-Bin-Id')}/restore`);
    offerUndo({ text: `Новость удалена: ${quoted(title)}.`, back: `Вернули новость: ${quoted(title)}.`, undo });
  };

  const setStatus = async (article: AdminCard, status: 'draft' | 'published') => {
    const { slug, title, version } = article;
    const options = { body: { status }, ifMatch: `"${version}"` };
    const { data } = await change<AdminArticle>('PUT', `/admin/news/${slug}`, options);
    const withdrawn = article.status === 'scheduled' ? 'Выход отменён' : 'Новость снята с публикации';
    offerUndo({
      text: status === 'draft' ? `${withdrawn}: ${quoted(title)}.` : toldPublished(data, zone),
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
    tellDone(`Черновик создан: ${quoted(data.title)}.`);
    void navigate(`/admin/news/edit/${data.slug}`);
  };

  return { remove, setStatus, setPinned, duplicate };
}

/** What an undo gives back; only drafts have a planned time. */
const visibilityOf = ({ status, publishAt, plannedAt }: AdminCard) => ({ status, publishAt, plannedAt });

/** A manual date may sort it far down the list. */
function toldPublished({ title, date }: AdminArticle, timeZone: string): string {
  const place = date === todayIn(timeZone) ? '' : ` В списке она под датой ${formatDate(date)}.`;
  return `Новость опубликована: ${quoted(title)}.${place}`;
}

interface Pinned {
  replaced: { slug: string; title: string } | null;
}

export type Act = 'publish' | 'plan' | 'withdraw' | 'tag' | 'group' | 'trash';

export interface Given {
  tag?: string;
  publishAt?: string;
  group?: number;
}

interface Failure {
  article: AdminCard;
  reason: string;
}

type Undo = () => Promise<unknown>;

const DONE: Record<Act, string> = {
  publish: 'Опубликовано',
  plan: 'Запланировано',
  withdraw: 'Снято с публикации',
  tag: 'Тег добавлен',
  group: 'В группе',
  trash: 'Перемещено в корзину',
};

/** Applies an action to many articles in turn. Names the failed ones and passes them to `onDone`. */
export function useBulk(onDone: (failed: AdminCard[]) => void) {
  const { call } = useSession();
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ act: Act; done: number; of: number }>();
  const [failures, setFailures] = useState<Failure[]>([]);

  const acts: Record<Act, (article: AdminCard, given: Given) => Promise<Undo>> = {
    publish: (article) => setStatus(article, 'published'),
    plan: (article, { publishAt }) => setStatus(article, 'scheduled', { publishAt }),
    withdraw: (article) => setStatus(article, 'draft'),
    tag: ({ tags, ...article }, { tag }) => change(article, { tags: [...tags, tag] }, { tags }),
    group: (article, { group }) => change(article, { group }, { group: article.group }),
    trash: async ({ slug, version }) => {
      const { headers } = await call('DELETE', `/admin/news/${slug}`, { ifMatch: `"${version}"` });
      return () => call('POST', `/admin/bin/${headers.get('X-Bin-Id')}/restore`);
    },
  };
  const change = async (
    { slug, version }: Pick<AdminCard, 'slug' | 'version'>,
    body: object,
    before: object,
  ): Promise<Undo> => {
    const { data } = await call<AdminArticle>('PUT', `/admin/news/${slug}`, { body, ifMatch: `"${version}"` });
    return () => call('PUT', `/admin/news/${data.slug}`, { body: before });
  };
  const setStatus = (article: AdminCard, status: AdminCard['status'], given?: Given) =>
    change(article, { status, ...given }, visibilityOf(article));

  const run = async (act: Act, articles: AdminCard[], given: Given = {}) => {
    const undos: Undo[] = [];
    const failed: Failure[] = [];
    setFailures([]);
    for (const [done, article] of articles.entries()) {
      setProgress({ act, done, of: articles.length });
      try {
        undos.push(await acts[act](article, given));
      } catch (error) {
        // Rows beyond the loaded part are not refetched: a retry would send their old version (412).
        const { data: newest } = await call<AdminCard>('GET', `/admin/news/${article.slug}`).catch(() => ({
          data: article,
        }));
        failed.push({ article: newest, reason: extractError(error) });
      }
    }
    setProgress(undefined);
    setFailures(failed);
    if (undos.length > 0) {
      const what = plural(undos.length, 'новость', 'новости', 'новостей');
      offerUndo({ text: `${DONE[act]}: ${what}.`, back: `Вернули как было: ${what}.`, undo: () => undoAll(undos) });
    }
    onDone(failed.map(({ article }) => article));
    await client.invalidateQueries(under('/admin/news'));
  };
  return { run, progress, failures, forget: () => setFailures([]) };
}

/** A repetition runs only the undos that failed. */
async function undoAll(undos: Undo[]): Promise<void> {
  const reasons: string[] = [];
  for (const undo of [...undos]) {
    try {
      await undo();
      undos.splice(undos.indexOf(undo), 1);
    } catch (error) {
      reasons.push(extractError(error));
    }
  }
  if (reasons.length > 0) throw new Error(`${reasons[0]} Осталось: ${undos.length}.`);
}
