import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminArticle, AdminCard } from '../../../../model/articles/schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { withPaths } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { type ApiError, extractError } from '../../../ui/errors/api-error.ts';
import { visibilityOf } from './article-actions.ts';

/** Limit of a selection, and of its requests. */
export const MAX_CHOSEN = 1000;
const BATCH_SIZE = 100;

/** Selected articles: shown ones or, after `chooseWhole`, all results of `query`. Those that leave a list that is loaded whole leave it too. */
export function useSelection(items: AdminCard[], query: string, hasMore: boolean) {
  const { call } = useSession();
  const [kept, setKept] = useState({ query, items, cards: [] as AdminCard[] });
  const last = useRef<number>(undefined);
  const ids = idsOf(kept.cards);
  const [shown, before] = [idsOf(items), idsOf(kept.items)];
  const others = kept.cards.filter(({ id }) => query === kept.query && !shown.has(id) && (hasMore || !before.has(id)));
  const chosen = [...items.filter(({ id }) => ids.has(id)), ...others];
  if (kept.items !== items) setKept({ query, items, cards: chosen });
  const choose = (cards: AdminCard[]) => setKept({ query, items, cards });
  return {
    chosen,
    isAll: items.length > 0 && items.every(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    /** With `isRange` those between the last one that was toggled and it, too. */
    toggle: (card: AdminCard, isRange: boolean) => {
      const [from, to] = [items.findIndex(({ id }) => id === last.current), items.indexOf(card)];
      const range = isRange && from >= 0 ? items.slice(Math.min(from, to), Math.max(from, to) + 1) : [card];
      last.current = card.id;
      const rest = chosen.filter((each) => !range.includes(each));
      choose(ids.has(card.id) ? rest : [...rest, ...range]);
    },
    choose,
    chooseWhole: async () => {
      const cards: AdminCard[] = [];
      let part: string | undefined = `/admin/news?${query}&fields=card&limit=${BATCH_SIZE}`;
      while (part && cards.length < MAX_CHOSEN) {
        const { data, next }: { data: AdminCard[]; next: string | undefined } = await call<AdminCard[]>('GET', part);
        cards.push(...data);
        part = next;
      }
      choose(cards.slice(0, MAX_CHOSEN));
    },
  };
}

const idsOf = (cards: AdminCard[]) => new Set(cards.map(({ id }) => id));

export type Act = 'publish' | 'plan' | 'withdraw' | 'tag' | 'group' | 'trash';

export interface Given {
  tag?: string;
  publishAt?: string;
  group?: number;
}

interface Failure {
  title: string;
  reason: string;
  isLeft: boolean; // Still there, and chosen
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

/** Applies an action to many articles in turn. Names the failed ones and passes those that are still there to `onDone`. */
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
    const left: AdminCard[] = [];
    setFailures([]);
    for (const [done, article] of articles.entries()) {
      setProgress({ act, done, of: articles.length });
      try {
        undos.push(await acts[act](article, given));
      } catch (error) {
        // Rows beyond the loaded part are not refetched: a retry would send their old version (412).
        const newest = await call<AdminCard>('GET', `/admin/news/${article.slug}`).catch(({ status }: ApiError) =>
          status === 404 ? undefined : { data: article },
        );
        if (newest) left.push(newest.data);
        failed.push({ title: article.title, reason: extractError(error), isLeft: newest !== undefined });
      }
    }
    setProgress(undefined);
    setFailures(failed);
    if (undos.length > 0) {
      const what = plural(undos.length, 'новость', 'новости', 'новостей');
      offerUndo({ text: `${DONE[act]}: ${what}.`, back: `Вернули как было: ${what}.`, undo: () => undoAll(undos) });
    }
    onDone(left);
    await client.invalidateQueries(withPaths('/admin/news'));
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
