import { useEffect, useRef } from 'react';
import type { Draft } from './draft.ts';
import type { SaveOrder, SaveResult } from './use-saving.ts';

/** Pause in typing after which a draft is stored, and pause after a failure, in ms. */
const IDLE = 5000;
const RETRY = 15_000;

interface Parts {
  draft: Draft;
  save: (order: SaveOrder) => Promise<SaveResult>;
  isOnline: boolean;
  /** Uploads under way: their pictures are not in the text yet. */
  isBusy: boolean;
}

/** Autosaves drafts when idle, those above a public article too; a new article once it has a title and a text. */
export function useAutosave(parts: Parts): void {
  const { draft, isOnline } = parts;
  const latest = useRef(parts);
  latest.current = parts;
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
      const { save, isBusy } = latest.current;
      if (isBusy || findHalfTyped() || document.querySelector('dialog:modal')) return wait(IDLE);
      if ((await save({ asked: { autosave: true } })) === 'failed') wait(RETRY);
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

/** A partly typed date input has an empty value. */
export function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector('main input[type=datetime-local]:invalid, main input[type=date]:invalid');
}

/** A date input sends no event while its value stays empty: its keys are followed. */
export function useHalfTyped(draft: Draft): void {
  useEffect(() => {
    const stop = new AbortController();
    const look = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type.startsWith('date'))
        draft.expectTime(findHalfTyped() !== null);
    };
    for (const name of ['keyup', 'input', 'focusout']) addEventListener(name, look, { signal: stop.signal });
    return () => stop.abort();
  }, [draft]);
}
