import { Button, CloseButton, Text } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { SIGNED_OUT } from '../../api.ts';
import { extractError } from '../../errors/api-error.ts';
import { useRoomBelow } from '../lower-bar.tsx';
import { NOTICE_DURATION, notifySuccess } from '../notices.ts';
import { useJustChanged } from '../use-just-changed.ts';
import styles from './form.module.css';

const UNDO_WINDOW = 10_000; // ms

interface UndoOffer {
  text: string; // The action first, because long titles are truncated: «Новость удалена: «Финал».»
  done?: string | undefined; // Shown before the text, as long as a notice: «Новость успешно создана!»
  back?: string; // Message after the undo: «Вернули: 3 новости.»
  row?: string; // Address of the restored row, whose link gets the focus
  undo: () => Promise<unknown>; // Outlives the screen that offered it, so it must not use that screen's state
  /** A change that cannot be undone: runs when the bar closes without an undo, at sign-out, and when the page closes. */
  commit?: () => Promise<unknown>;
  published?: string | undefined; // Address of the published article
  button?: string;
}

interface Offer extends UndoOffer {
  id: number;
}

// Module state, because the bar outlives every screen; one panel per page.
const panel = { offer: undefined as Offer | undefined, lastId: 0, undone: 0, listeners: new Set<() => void>() };

/** Shows the undo bar for 10 s, across screens. Replaces the previous one, which is committed. All that is shown is read again after an undo. Returns what takes it away. */
export function offerUndo(offer: UndoOffer): () => void {
  const id = panel.lastId + 1;
  void panel.offer?.commit?.();
  change({ offer: { ...offer, id }, lastId: id });
  return () => remove(id);
}

export const useUndone = () => usePanel(() => panel.undone, 0);

function usePanel<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(subscribe, read, () => onServer);
}

const UNPLACED = { position: 'static', width: 'min(26rem, 100%)', marginInline: 'auto' } as const;

export function UndoPlace() {
  const offer = usePanel(() => panel.offer, undefined);
  const { notifications } = useNotifications();
  const place = useRef<HTMLDivElement>(null);
  const commit = () => panel.offer && remove(panel.offer.id);
  useWindowEvent('pagehide', commit);
  useWindowEvent(SIGNED_OUT, commit);
  useRoomBelow(place, offer !== undefined || notifications.length > 0);
  return (
    <div ref={place} className={styles.place}>
      <Notifications withinPortal={false} style={UNPLACED} />
      <section aria-label="Отмена последних действий">{offer && <UndoBar key={offer.id} offer={offer} />}</section>
    </div>
  );
}

function UndoBar({ offer }: { offer: Offer }) {
  const { id, done = '', text, back = 'Вернули как было.', row, undo, published } = offer;
  const [held, setHeld] = useState(false);
  const [said, setSaid] = useState(done ? `${done} ${text}` : text);
  useTimeout(() => setSaid(text), NOTICE_DURATION, { autoInvoke: true });
  const isNew = useJustChanged(id, true);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: undo,
    onSuccess: () => {
      notifySuccess(back);
      change({ undone: panel.undone + 1, ...(panel.offer?.id === id && { offer: undefined }) });
      const isRead = client.invalidateQueries();
      if (row) void isRead.then(() => requestAnimationFrame(() => focusRow(row)));
    },
  });
  const isStopped = held || isPending || error !== null;
  useWindow(isStopped, () => remove(id));
  return (
    <div
      className={styles.undo}
      data-new={isNew || undefined}
      role="status"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Text span inherit lineClamp={2} flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
        {error ? `Не удалось отменить: ${extractError(error)}` : said}
      </Text>
      {published && (
        <Button component="a" href={published} target="_blank" size="sm" px="xs" variant="outline" color="gray.0">
          Открыть на сайте
        </Button>
      )}
      <Button size="sm" px="sm" color="hot.4" c="#1a1220" loading={isPending} onClick={() => mutate()}>
        {error ? 'Повторить' : (offer.button ?? (published ? 'Вернуть' : 'Отменить'))}
      </Button>
      <CloseButton aria-label="Закрыть" variant="transparent" c="white" onClick={() => remove(id)} />
      <span
        className={styles.time}
        style={{ animationDuration: `${UNDO_WINDOW}ms`, animationPlayState: isStopped ? 'paused' : 'running' }}
        aria-hidden="true"
      />
    </div>
  );
}

/** Unless the focus has moved elsewhere meanwhile. */
function focusRow(address: string): void {
  if (document.activeElement?.matches('body, h1'))
    document.querySelector<HTMLElement>(`main [href="${address}"]`)?.focus();
}

/** Runs `onEnd` after the undo window, which pauses while stopped. A timer, because it also runs in hidden tabs. */
function useWindow(isStopped: boolean, onEnd: () => void): void {
  const left = useRef(UNDO_WINDOW);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isStopped) return;
    const since = performance.now();
    const timer = setTimeout(end, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [isStopped]);
}

function remove(id: number): void {
  if (panel.offer?.id !== id) return;
  void panel.offer.commit?.();
  change({ offer: undefined });
}

function change(part: Partial<typeof panel>): void {
  Object.assign(panel, part);
  for (const listener of panel.listeners) listener();
}

function subscribe(listener: () => void): () => void {
  panel.listeners.add(listener);
  return () => panel.listeners.delete(listener);
}
