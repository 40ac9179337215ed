import { useCallback, useEffect, useState } from 'react';
import type { Draft } from './draft.ts';
import { Journal } from './draft-journal.ts';
import { forget, type JournalEntry, keysOf, leftUnsaved } from './draft-journal-store.ts';
import { changedFields } from './fields.ts';

/** Journals a draft and finds entries of closed screens; `rescued` is absorbed at once. */
export function useJournal(draft: Draft, rescued?: JournalEntry) {
  const [journal, setJournal] = useState<Journal>();
  const [offers, setOffers] = useState<JournalEntry[]>([]);

  useEffect(() => {
    const opened = new Journal(draft);
    const stop = opened.start();
    setJournal(opened);
    if (rescued) {
      draft.restore({ ...rescued.fields, group: null }, undefined);
      opened.absorb(rescued);
    }
    let isGone = false;
    leftUnsaved(draft.kind, draft.article?.id ?? null).then(
      async (entries) => {
        // Already stored: the answer was lost, or another screen saved the same.
        const done = entries.filter(
          (entry) => changedFields(restorable(draft, entry)[0], draft.base.fields).length === 0,
        );
        await Promise.all(done.map(forget));
        if (!isGone) setOffers(entries.filter((entry) => !done.includes(entry)).reduce<JournalEntry[]>(joinEqual, []));
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [draft, rescued]);

  const take = useCallback(
    (entry: JournalEntry) => setOffers((before) => before.filter(({ key }) => key !== entry.key)),
    [],
  );
  return {
    journal,
    offers,
    restore: (entry: JournalEntry) => {
      const isInTheWay = draft.isDirty && changedFields(draft.now(), entry.fields).length > 0;
      const parked = isInTheWay ? journal?.park() : undefined;
      draft.restore(...restorable(draft, entry));
      draft.unanswered = entry.unanswered;
      draft.isOrderUnanswered = entry.unanswered !== undefined;
      journal?.absorb(entry);
      take(entry);
      if (parked) setOffers((before) => [...before, parked]);
      draft.body?.focus('end');
    },
    drop: (entry: JournalEntry) => {
      void forget(entry);
      take(entry);
    },
  };
}

/** The slug of an article that was new is the one it has. */
function restorable({ article }: Draft, { fields, base }: JournalEntry): Parameters<Draft['restore']> {
  if (!article) return [fields, undefined];
  const slug = (own: string) => own || article.slug;
  return [
    { ...fields, slug: slug(fields.slug) },
    { ...base, fields: { ...base.fields, slug: slug(base.fields.slug) } },
  ];
}

/** Of equal entries the latest stays and covers the others. */
function joinEqual(kept: JournalEntry[], entry: JournalEntry): JournalEntry[] {
  const equal = kept.find(({ fields }) => changedFields(fields, entry.fields).length === 0);
  if (!equal) return [...kept, entry];
  const joined = { ...equal, covers: keysOf(equal, entry).slice(1) };
  return kept.map((one) => (one === equal ? joined : one));
}
