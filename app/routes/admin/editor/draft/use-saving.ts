import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { notifyError, notifySuccess, useSingleError } from '../../../../ui/admin/notices.ts';
import { withPaths } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError, extractError } from '../../../../ui/errors/api-error.ts';
import { rememberList } from '../../news/list-address.ts';
import { namesOfLost } from '../body/paste/clean.ts';
import type { Draft } from './draft.ts';
import { namesOf } from './fields.ts';
import type { LocalDraft } from './local-draft.ts';
import type { Choices } from './merge.ts';
import { type Asked, type Call, type Saved, STORED_DRAFT_SAVED, storeDraft } from './saving.ts';
import { showRefused, useDelayedReturn } from './use-draft.ts';

export interface SaveOrder {
  asked?: Asked;
  leaves?: boolean;
  /** Success message; none when undefined. */
  done?: string;
  /** `before` is without a stored draft. True: its own message contained `done`. */
  onStored?: (article: AdminArticle, before: AdminArticle | null, done?: string) => boolean;
}

interface OpenConflict {
  theirs: AdminArticle;
  order: SaveOrder;
}

/** `failed` may succeed later; `refused` needs a change or a choice. */
type SaveResult = 'stored' | 'failed' | 'refused' | 'ignored';

/** Saves a draft, one save at a time, and reports the result. Autosaves open no dialog; the chip shows their state. */
export function useSaving(draft: Draft, localDraft: LocalDraft | undefined) {
  const { call } = useSession();
  const client = useQueryClient();
  const { isLeaving, leaving, plan } = useDelayedReturn(draft);
  const [runs, setRuns] = useState<'save' | 'autosave'>();
  const [isOnline, setOnline] = useState(true);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<OpenConflict>();
  const running = useRef<{ isAuto: boolean; done: Promise<unknown> }>(undefined);
  const refusal = useSingleError(`Не удалось сохранить ${draft.words.accusative}`);

  const perform = async (order: SaveOrder): Promise<SaveResult> => {
    const isAuto = order.asked?.autosave === true;
    try {
      const before = order.onStored ? await readPublished(draft, call) : draft.article;
      const saved = await storeDraft(draft, isAuto ? inBackground(call) : call, order.asked);
      setOnline(true);
      setErrors({});
      if (saved.kind === 'conflict') {
        if (!isAuto) setConflict({ theirs: saved.theirs, order });
        return 'refused';
      }
      refusal.dismiss();
      // Not by the router, which would remount the screen and the editor.
      if (leaving.isHere) history.replaceState(history.state, '', `${draft.path}/edit/${saved.article.slug}`);
      else void client.invalidateQueries(withPaths(draft.path));
      localDraft?.settle();
      notifyStored(draft, saved, before, order);
      if (order.leaves) plan(!draft.hasUnsaved);
      return 'stored';
    } catch (error) {
      const { status, fields } = error instanceof ApiError ? error : { status: undefined, fields: {} };
      const reason = extractError(error);
      if (status === 0) setOnline(false);
      localDraft?.flush();
      if (isAuto && (!status || status === 401 || status === 429 || status >= 500)) return 'failed';
      setErrors(fields);
      if (!isAuto) showRefused();
      refusal.show(reason, isAuto);
      return 'refused';
    }
  };
  const save = async (order: SaveOrder): Promise<SaveResult> => {
    const isAuto = order.asked?.autosave === true;
    if (running.current?.isAuto && !isAuto) await running.current.done;
    // The second click of a double click may come after the save.
    if (running.current || ((isAuto || order.leaves) && leaving.isPlanned)) return 'ignored';
    if (!isAuto) plan(false);
    setRuns(isAuto ? 'autosave' : 'save');
    if (!isAuto) setErrors({});
    const done = perform(order);
    running.current = { isAuto, done };
    const result = await done;
    running.current = undefined;
    setRuns(undefined);
    return result;
  };
  return {
    save,
    isSaving: runs === 'save',
    isAutosaving: runs === 'autosave',
    ...{ isLeaving, isOnline, setOnline, errors },
    /** Reports a problem found before sending. */
    refuse: (fields: Record<string, string>, reason: string) => {
      setErrors(fields);
      showRefused();
      refusal.show(reason);
    },
    conflict,
    closeConflict: () => setConflict(undefined),
    settle: ({ theirs, order }: OpenConflict, choices: Choices) => {
      setConflict(undefined);
      // The discarded text is kept in the local draft: offered when the article is opened again.
      if (Object.values(choices).includes('theirs')) localDraft?.park();
      draft.meet(theirs, draft.mergedWith(theirs, choices).merged);
      void save(order);
    },
  };
}

export type Saving = ReturnType<typeof useSaving>;

type Stored = Extract<Saved, { kind: 'stored' }>;

function notifyStored({ words, kind }: Draft, saved: Stored, before: AdminArticle | null, order: SaveOrder): void {
  const { article, adopted, removed } = saved;
  // The search that the list returns to might not find a new one.
  if (!before && kind === 'article') rememberList('');
  const isAbove = order.asked?.ifPublicToDraft === true && article.hasDraft;
  const isNotified = !isAbove && order.onStored?.(article, before, order.done);
  const done = isAbove ? STORED_DRAFT_SAVED : order.done;
  if (done && !isNotified) notifySuccess(done);
  if (adopted.length > 0)
    notifySuccess(`Тем временем ${words.accusative} изменили: ${namesOf(adopted)}. Ваши правки объединены с этими.`);
  if (removed.length > 0) notifyError(`Не всё из текста сохранилось: ${namesOfLost(removed)}.`);
}

async function readPublished({ article, path }: Draft, call: Call): Promise<AdminArticle | null> {
  return article?.hasDraft ? (await call<AdminArticle>('GET', `${path}/${article.slug}`)).data : article;
}

/** On an ended session no dialog in the middle of typing. */
function inBackground(call: Call): Call {
  return (method, path, options) => call(method, path, { ...options, background: true });
}
