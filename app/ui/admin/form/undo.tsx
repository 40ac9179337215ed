import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { extractError } from '../../errors/api-error.ts';
import { useRoomBelow } from '../use-room-below.ts';
import styles from './undo.module.css';

/** So long an action can be taken back. In ms. */
const UNDO_WITHIN = 10_000;
const TICK = 100;

export interface UndoOffer {
  /** What was done, the deed first, for a long title is cut: «Новость удалена: «Финал».» */
  text: string;
  /** Takes it back. It outlives the screen that offered it, so it may touch nothing of that screen. */
  undo: () => Promise<unknown>;
}

interface Offer extends UndoOffer {
  id: number;
}

// The bar outlives every screen, so its offer is kept outside React; a page in the browser has one panel.
const panel = { offer: undefined as Offer | undefined, lastId: 0, undone: 0, listeners: new Set<() => void>() };

/** Shows for 10 s a bar that takes the action back, also after the screen has changed. It replaces the bar of the action before. */
export function offerUndo(offer: UndoOffer): void {
  const id = panel.lastId + 1;
  change({ offer: { ...offer, id }, lastId: id });
}

/** Grows with every action taken back: a list that shows what was changed reads itself anew. */
export function useUndone(): number {
  return useSyncExternalStore(
    subscribe,
    () => panel.undone,
    () => 0,
  );
}

/** The bar, once in the panel. */
export function UndoPlace() {
  const offer = useSyncExternalStore(
    subscribe,
    () => panel.offer,
    () => undefined,
  );
  const place = useRef<HTMLElement>(null);
  useRoomBelow(place, offer !== undefined);
  return (
    <section ref={place} className={styles.place} aria-label="Отмена последних действий">
      {offer && <UndoBar key={offer.id} offer={offer} />}
    </section>
  );
}

function UndoBar({ offer: { id, text, undo } }: { offer: Offer }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [held, setHeld] = useState(false);
  const left = useTimeLeft(held || busy || problem !== '', () => remove(id));
  const takeBack = async () => {
    setBusy(true);
    setProblem('');
    try {
      await undo();
      change({ undone: panel.undone + 1 });
      remove(id);
    } catch (error) {
      setProblem(extractError(error));
      setBusy(false);
    }
  };
  return (
    <div
      className={styles.bar}
      role="status"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.text}>{problem ? `Не удалось отменить: ${problem}` : text}</span>
      <Button size="sm" color="hot.4" c="#1a1220" loading={busy} onClick={takeBack}>
        {problem ? 'Повторить' : 'Отменить'}
      </Button>
      <CloseButton aria-label="Закрыть" variant="transparent" c="white" onClick={() => remove(id)} />
      <span className={styles.time} style={{ scale: `${left} 1` }} aria-hidden="true" />
    </div>
  );
}

/** From 1 to 0; stands still while somebody is at the bar, so that nobody has to hurry. */
function useTimeLeft(isHeld: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(1);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(() => setLeft((before) => before - TICK / UNDO_WITHIN), TICK);
    return () => clearInterval(timer);
  }, [isHeld]);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) end.current();
  }, [isOver]);
  return Math.max(0, left);
}

/** Another offer may have taken the place meanwhile. */
function remove(id: number): void {
  if (panel.offer?.id === id) change({ offer: undefined });
}

function change(part: Partial<typeof panel>): void {
  Object.assign(panel, part);
  for (const listener of panel.listeners) listener();
}

function subscribe(listener: () => void): () => void {
  panel.listeners.add(listener);
  return () => panel.listeners.delete(listener);
}
