import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import type { Kind } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { useUndone } from '../../../../ui/admin/form/undo.tsx';
import { tellDone } from '../../../../ui/admin/notices.ts';
import { useGroups } from '../cards/use-groups.ts';
import { Draft } from './draft.ts';
import type { LocalDraftEntry } from './local-draft-store.ts';
import { useAutosave, useHalfTyped } from './use-autosave.ts';
import { useDraft } from './use-draft.ts';
import { useLocalDrafts } from './use-local-drafts.ts';
import { useOrders } from './use-orders.ts';
import { usePresence } from './use-presence.ts';
import { useSaving } from './use-saving.ts';

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
  const [uploads, setUploads] = useState({ running: 0, failed: 0 });
  const [isCoverBusy, setCoverBusy] = useState(false);
  const orders = useOrders({ draft, saving, groups });
  const awaited = uploads.running + uploads.failed + Number(isCoverBusy);
  useEffect(() => draft.expectImages(awaited), [draft, awaited]);
  const isUploading = uploads.running > 0 || isCoverBusy;
  const isBusy = saving.isSaving || isUploading;
  const { save, isOnline } = saving;
  useHalfTyped(draft);
  useAutosave({ draft, save, isOnline, isBusy: isUploading });
  useRefreshAfterUndo(saving.refresh);
  useEffect(() => () => void (draft.isDirty && tellDone(left(draft.words))), [draft]);
  useSaveKey(() => isBusy || orders.saveAndStay());
  return {
    draft,
    stored,
    localDrafts,
    saving,
    presence,
    groups,
    orders,
    isBusy,
    /** Pending images: not in the local draft, lost with the screen. */
    hasImagesUnderWay: awaited > 0,
    errors: saving.errors,
    /** A newer version was stored elsewhere. */
    isBehind: stored !== null && (presence.version ?? 0) > stored.version && !saving.isSaving && !saving.isAutosaving,
    setCoverBusy,
    setUploads: useCallback((running: number, failed: number) => setUploads({ running, failed }), []),
  };
}

function useRefreshAfterUndo(refresh: () => Promise<unknown>): void {
  const undone = useUndone();
  useEffect(() => {
    if (undone > 0) void refresh().catch(() => {});
  }, [undone, refresh]);
}

function useSaveKey(save: () => unknown): void {
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return;
    event.preventDefault();
    if (!document.querySelector('dialog:modal')) save();
  });
}
