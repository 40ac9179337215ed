import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Kind } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { useUndone } from '../../../../ui/admin/form/undo.tsx';
import { notifySuccess } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { useGroups } from '../cards/group-card.tsx';
import { usePresence } from '../parts/presence.tsx';
import { Draft } from './draft.ts';
import type { LocalDraftEntry } from './local-draft-store.ts';
import { refresh } from './saving.ts';
import { findHalfTyped, useDraft, useHalfTyped } from './use-draft.ts';
import { useLocalDrafts } from './use-local-drafts.ts';
import { useOrders } from './use-orders.ts';
import { type Saving, useSaving } from './use-saving.ts';

const left = ({ accusative }: Draft['words']) =>
  `Несохранённый текст остался в этом браузере: откройте ${accusative} снова, чтобы вернуться к нему.`;

export type Editing = ReturnType<typeof useEditing>;

export function useEditing(
  kind: Kind,
  article: AdminArticle | null,
  rescued: LocalDraftEntry | undefined,
  onOpen: (entry: LocalDraftEntry) => void,
) {
  const [draft] = useState(() => new Draft(article, kind));
  const stored = useDraft(draft, 'article');
  const localDrafts = useLocalDrafts(draft, rescued, onOpen);
  const saving = useSaving(draft, localDrafts.own);
  const presence = usePresence(draft.path, stored?.slug, localDrafts.own?.key, saving.setOnline);
  const groups = useGroups();
  const { call } = useSession();
  const undone = useUndone();
  const [uploads, setUploads] = useState({ running: 0, failed: 0 });
  const [isCoverBusy, setCoverBusy] = useState(false);
  const orders = useOrders(draft, saving, groups);
  const awaited = uploads.running + uploads.failed + Number(isCoverBusy);
  useEffect(() => draft.expect('pictures', awaited > 0), [draft, awaited]);
  const isUploading = uploads.running > 0 || isCoverBusy;
  const seen = useRef(0); // newest version; a discarded draft had a newer one than the article
  seen.current = Math.max(seen.current, stored?.version ?? 0);
  const isBusy = saving.isSaving || isUploading;
  useHalfTyped(draft);
  useAutosave(draft, saving, isUploading);
  useEffect(() => {
    if (undone > 0) void refresh(draft, call).catch(() => {});
  }, [undone, draft, call]);
  useEffect(() => () => void (draft.isDirty && notifySuccess(left(draft.words))), [draft]);
  const saveNow = () => document.querySelector('dialog:modal') || isBusy || orders.saveAndStay();
  useHotkeys([['mod+S', saveNow, { usePhysicalKeys: true }]], [], true);
  return {
    draft,
    stored,
    localDrafts,
    saving,
    presence,
    groups,
    orders,
    isBusy,
    /** Pending images: not in the local draft, lost when the screen is left. */
    hasImagesUnderWay: awaited > 0,
    errors: saving.errors,
    /** A newer version was stored elsewhere. */
    isBehind: stored !== null && (presence.version ?? 0) > seen.current && !saving.isSaving && !saving.isAutosaving,
    setCoverBusy,
    setUploads,
  };
}

/** Debounce of autosaves, and their retry delay after a failure, in ms. */
const IDLE = 5000;
const RETRY = 15_000;

/** Autosaves drafts when idle, those above a public article too; a new article once it has a title and a text. Pictures under way are not in the text yet. */
function useAutosave(draft: Draft, { save, isOnline }: Saving, isUploading: boolean): void {
  const latest = useRef({ save, isUploading });
  latest.current = { save, isUploading };
  const plan = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due = 0;
    const wait = (ms: number) => {
      due = performance.now() + ms;
      timer ??= setTimeout(look, ms);
    };
    const look = async () => {
      timer = undefined;
      const left = due - performance.now();
      if (left > 0) return wait(left);
      if (!isDraft(draft) || !draft.isAutosavable) return;
      const isWaiting = latest.current.isUploading || findHalfTyped() || document.querySelector('dialog:modal');
      if (isWaiting) return wait(IDLE);
      if ((await latest.current.save({ asked: { autosave: true } })) === 'failed') wait(RETRY);
    };
    plan.current = () => wait(IDLE);
    // On each keystroke: only moves the time.
    const unsubscribe = draft.subscribe(plan.current);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [draft]);
  useEffect(() => {
    if (isOnline) plan.current();
  }, [isOnline]);
}

function isDraft(draft: Draft): boolean {
  if (draft.article) return draft.article.status === 'draft' || draft.article.hasDraft;
  return draft.isNew && !draft.isOrderUnanswered && draft.get('title').trim() !== '' && !draft.isEmpty;
}
