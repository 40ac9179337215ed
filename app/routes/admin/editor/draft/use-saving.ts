import { useCallback, useRef, useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError, extractError } from '../../../../ui/errors/api-error.ts';
import { namesOfLost } from '../body/paste/lost.ts';
import type { Draft } from './draft.ts';
import type { Journal } from './draft-journal.ts';
import { FIELD_LABELS, type FieldName, fieldsOf } from './fields.ts';
import { mergeFields } from './merge.ts';
import { type Choice, resolve } from './resolve.ts';
import { type Asked, type Saved, storeDraft } from './saving.ts';
import { useLeaving } from './use-leaving.ts';

export interface SaveOrder {
  asked?: Asked;
  leaves?: boolean;
  /** Success message; none when undefined. */
  done?: string;
  onStored?: (article: AdminArticle, before: AdminArticle | null) => void;
}

interface SaveProblem {
  isGone: boolean;
  /** Messages by field name. */
  fields: Record<string, string>;
}

export interface OpenConflict {
  saved: Extract<Saved, { kind: 'conflict' }>;
  order: SaveOrder;
}

/** Saves a draft, one save at a time, and reports the result. */
export function useSaving(draft: Draft, journal: Journal | undefined) {
  const { call } = useSession();
  const leave = useLeaving(draft);
  const [isSaving, setSaving] = useState(false);
  const [isOnline, setOnline] = useState(true);
  const [problem, setProblem] = useState<SaveProblem>();
  const [conflict, setConflict] = useState<OpenConflict>();
  const running = useRef(false);

  const save = useCallback(
    async (order: SaveOrder) => {
      // The second click of a double click may come after the save.
      if (running.current || (order.leaves && leave.isPlanned())) return;
      running.current = true;
      leave.cancel();
      setSaving(true);
      setProblem(undefined);
      const before = draft.article;
      try {
        const saved = await storeDraft(draft, call, order.asked);
        setOnline(true);
        if (saved.kind === 'conflict') setConflict({ saved, order });
        else {
          // The user may have navigated away.
          if (leave.isHere()) showAddress(saved.article.slug);
          journal?.settle();
          tellStored(saved, before, order);
          if (order.leaves) leave.plan();
        }
      } catch (error) {
        if (error instanceof ApiError && error.status === 0) setOnline(false);
        const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: {} };
        setProblem({ isGone: status === 404 && before !== null, fields });
        showRefused();
        journal?.flush();
        tellProblem(`Не удалось сохранить новость: ${extractError(error)}`);
      }
      setSaving(false);
      running.current = false;
    },
    [draft, call, journal, leave],
  );

  return {
    save,
    isSaving,
    isOnline,
    setOnline,
    problem,
    /** Reports a problem found before sending. */
    refuse: (fields: Record<string, string>, reason: string) => {
      setProblem({ isGone: false, fields });
      showRefused();
      tellProblem(`Не удалось сохранить новость: ${reason}`);
    },
    conflict,
    closeConflict: () => setConflict(undefined),
    settle: async ({ saved: { theirs }, order }: OpenConflict, choice: Choice) => {
      setConflict(undefined);
      // The discarded text is kept in the draft journal: offered when the article is opened again.
      if (choice === 'theirs') journal?.park();
      draft.meet(theirs, resolve(draft.base.fields, draft.now(), fieldsOf(theirs), choice));
      await save(order);
    },
    adopt: (article: AdminArticle) => draft.meet(article, fieldsOf(article)),
    /** Merges others' saves. False on a conflict, left to the next save. */
    refresh: useCallback(async () => {
      if (!draft.article) return true;
      const { data } = await call<AdminArticle>('GET', `/admin/news/${draft.article.slug}`);
      const { merged, conflicts } = mergeFields(draft.base.fields, draft.now(), fieldsOf(data));
      if (conflicts.length === 0) draft.meet(data, merged);
      return conflicts.length === 0;
    }, [draft, call]),
  };
}

export type Saving = ReturnType<typeof useSaving>;

function tellStored(saved: Extract<Saved, { kind: 'stored' }>, before: AdminArticle | null, order: SaveOrder): void {
  const { article, adopted, removed } = saved;
  if (order.done) tellDone(order.done);
  if (adopted.length > 0)
    tellDone(`Тем временем новость изменили: ${namesOf(adopted)}. Ваши правки объединены с этими.`);
  if (removed.length > 0) tellProblem(`Не всё из текста сохранилось: ${namesOfLost(removed)}.`);
  order.onStored?.(article, before);
}

function showRefused(): void {
  setTimeout(() => {
    if (document.activeElement?.matches('input, textarea, select, [contenteditable]')) return;
    document.querySelector<HTMLElement>('main form [aria-invalid=true]')?.focus();
  });
}

function namesOf(names: readonly FieldName[]): string {
  return names.map((name) => FIELD_LABELS[name].toLowerCase()).join(', ');
}

/** Not by the router, which would remount the screen and the editor. */
function showAddress(slug: string): void {
  history.replaceState(history.state, '', `/admin/news/edit/${slug}`);
}
