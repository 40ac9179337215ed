import { useEffect, useState } from 'react';
import { quoted } from '../../../../../model/text/quoted.ts';
import { offerUndo, useUndone } from '../../../../ui/admin/form/undo.tsx';
import { notifyError } from '../../../../ui/admin/notices.ts';
import { titleOf } from '../parts/restore-offer.tsx';
import type { Draft } from './draft.ts';
import { changedFields } from './fields.ts';
import { LocalDraft } from './local-draft.ts';
import { changeLocalDrafts, findUnsaved, keysOf, type LocalDraftEntry, removeEntry } from './local-draft-store.ts';

/** Keeps a local draft and finds those of closed screens; `rescued` is absorbed at once, `onOpen` shows one on a screen of its own. */
export function useLocalDrafts(
  draft: Draft,
  rescued: LocalDraftEntry | undefined,
  onOpen: (entry: LocalDraftEntry) => void,
) {
  const [localDraft, setLocalDraft] = useState<LocalDraft>();
  const [isBroken, setBroken] = useState(false);
  const [offers, setOffers] = useState<LocalDraftEntry[]>([]);
  const [articleId] = useState(draft.article?.id ?? null);
  const undone = useUndone();

  useEffect(() => {
    const opened = new LocalDraft(draft, setBroken);
    const stop = opened.start();
    setLocalDraft(opened);
    if (rescued) {
      restoreEntry(draft, rescued);
      opened.absorb(rescued);
    }
    return stop;
  }, [draft, rescued]);

  // Also what an undo brought back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `undone` only says when.
  useEffect(() => {
    if (!localDraft) return;
    let isGone = false;
    findUnsaved(draft.kind, (entry) => entry.articleId === articleId).then(
      async (entries) => {
        // Already stored: the answer was lost, or another screen saved the same.
        const done = entries.filter(
          (entry) => changedFields(restorable(draft, entry)[0], draft.base.fields).length === 0,
        );
        await Promise.all(done.map(removeEntry));
        const others = entries.filter((entry) => !done.includes(entry) && entry.key !== localDraft.key);
        if (!isGone) setOffers(others.reduce<LocalDraftEntry[]>(joinEqual, []));
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [draft, localDraft, articleId, undone]);

  const take = (entry: LocalDraftEntry) => setOffers((before) => before.filter(({ key }) => key !== entry.key));
  return {
    own: localDraft,
    isBroken,
    offers,
    restore: async (entry: LocalDraftEntry) => {
      if (articleId === null && (draft.article || draft.hasUnsaved))
        return openBeside(draft, localDraft, () => onOpen(entry));
      const isInTheWay = draft.isDirty && changedFields(draft.now(), entry.fields).length > 0;
      const parked = isInTheWay ? localDraft?.park() : undefined;
      restoreEntry(draft, entry);
      localDraft?.absorb(entry);
      take(entry);
      if (parked) setOffers((before) => [...before, parked]);
      draft.body?.focus('end');
    },
    drop: (entry: LocalDraftEntry) => {
      void removeEntry(entry);
      take(entry);
      offerUndo({
        text: `Несохранённый текст удалён: ${quoted(titleOf(entry))}.`,
        undo: () => changeLocalDrafts(entry, []),
      });
    },
  };
}

/** The text on the screen is another article: it is stored before its screen is replaced. */
async function openBeside(draft: Draft, localDraft: LocalDraft | undefined, open: () => void): Promise<void> {
  if (draft.hasPending)
    return void notifyError('Картинка или время ещё не на месте: откройте другой текст после этого.');
  try {
    await localDraft?.keep();
    open();
  } catch {
    notifyError('Браузер не смог отложить этот текст. Сохраните его, потом откройте другой.');
  }
}

/** The group of a deleted article may not exist any more, and its save that got no answer does not matter. */
function restoreEntry(draft: Draft, entry: LocalDraftEntry): void {
  const isOfDeleted = draft.article === null && entry.articleId !== null;
  const [fields, base] = restorable(draft, entry);
  draft.restore(isOfDeleted ? { ...fields, group: null } : fields, base);
  if (isOfDeleted) return;
  draft.unanswered = entry.unanswered;
  draft.isOrderUnanswered = entry.unanswered !== undefined;
}

/** The slug of an article that was new is the one it has. */
function restorable({ article }: Draft, { fields, base }: LocalDraftEntry): Parameters<Draft['restore']> {
  if (!article) return [fields, undefined];
  const slug = (own: string) => own || article.slug;
  return [
    { ...fields, slug: slug(fields.slug) },
    { ...base, fields: { ...base.fields, slug: slug(base.fields.slug) } },
  ];
}

/** Merges equal entries into the latest. */
function joinEqual(kept: LocalDraftEntry[], entry: LocalDraftEntry): LocalDraftEntry[] {
  const equal = kept.find(({ fields }) => changedFields(fields, entry.fields).length === 0);
  if (!equal) return [...kept, entry];
  const joined = { ...equal, covers: keysOf(equal, entry).slice(1) };
  return kept.map((one) => (one === equal ? joined : one));
}
