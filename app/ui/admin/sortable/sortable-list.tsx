import { Button, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { extractError } from '../../errors/api-error.ts';
import { Outline } from '../icon.tsx';
import { Problem } from '../loading/states.tsx';
import styles from './sortable-list.module.css';

const DEBOUNCE = 600; // Delay before a new order is saved, in ms: several moves are one change
const DOUBLE_CLICK = 400; // ms
const SAME_PLACE = 12; // px

interface Item {
  id: number;
  name: string;
}

interface Props<T extends Item> {
  items: T[];
  /** Saves the ids in their new order; `isLast` when the page is closing. */
  onOrder: (ids: number[], isLast: boolean) => Promise<unknown>;
  actions: (item: T) => ReactNode; // Buttons beside «Выше» and «Ниже»
  children: (item: T) => ReactNode;
}

/** Rows that the editor can reorder: by dragging the handle, arrow keys on it, or buttons. */
export function SortableList<T extends Item>({ items, onOrder, actions, children }: Props<T>) {
  const { shown, problem, move, saying } = useOrder(items, onOrder);
  const [dragged, setDragged] = useState<number>();
  const clicked = useRef<{ id: number; button: Element; y: number; until: number }>(undefined);
  const step = (id: number, by: number, button = document.activeElement) => {
    restoreFocus(button);
    move(id, shown.findIndex((item) => item.id === id) + by);
  };
  /** The second click of a double click hits another row, moved under the pointer: it moves the first row on instead. */
  const click = ({ clientY: y, timeStamp, currentTarget }: MouseEvent, hit: number, by: number) => {
    const last = clicked.current;
    const isSecond = last && timeStamp < last.until && Math.abs(y - last.y) < SAME_PLACE;
    const { id, button } = isSecond ? last : { id: hit, button: currentTarget };
    clicked.current = { id, button, y, until: timeStamp + DOUBLE_CLICK };
    step(id, by, button);
  };
  return (
    <>
      {problem && <Problem text={`Порядок не сохранён: ${problem}`} />}
      <VisuallyHidden role="status">{saying}</VisuallyHidden>
      <ol className={styles.list}>
        {shown.map((item, at) => (
          <li
            key={item.id}
            className={styles.row}
            data-dragged={item.id === dragged || undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (isPast(event, shown.findIndex(({ id }) => id === dragged) < at)) move(dragged, at);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: Firefox does not start a drag from a <button>. */}
            <span
              role="button"
              tabIndex={0}
              draggable
              className={styles.handle}
              aria-label={`Переставить: ${item.name}`}
              title="Перетащите или нажимайте стрелки вверх и вниз"
              onKeyDown={(event) => moveByKey(event, (by) => step(item.id, by))}
              onDragStart={(event) => {
                setDragged(item.id);
                event.dataTransfer.effectAllowed = 'move';
                // Firefox drags nothing without data.
                event.dataTransfer.setData('text/plain', item.name);
                const row = event.currentTarget.closest('li');
                if (row) event.dataTransfer.setDragImage(row, 24, 24);
              }}
              onDragEnd={() => setDragged(undefined)}
            >
              <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
                <path d="M8 5h3v3H8zM13 5h3v3h-3zM8 10.500h3v3H8zM13 10.500h3v3h-3zM8 16h3v3H8zM13 16h3v3h-3z" />
              </svg>
            </span>
            {children(item)}
            <div className={styles.actions}>
              <MoveButton word="Выше" name={item.name} isOff={at === 0} onMove={(event) => click(event, item.id, -1)} />
              <MoveButton
                word="Ниже"
                name={item.name}
                isOff={at === shown.length - 1}
                onMove={(event) => click(event, item.id, 1)}
              />
              {actions(item)}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const ARROWS = { Выше: 'M12 19V5M6 11l6-6 6 6', Ниже: 'M12 5v14M6 13l6 6 6-6' };

interface MoveProps {
  word: keyof typeof ARROWS;
  name: string;
  isOff: boolean;
  onMove: (event: MouseEvent) => void;
}

export function MoveButton({ word, name, isOff, onMove }: MoveProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      px="xs"
      bg={isOff ? 'transparent' : undefined}
      title={word}
      aria-label={`${word}: ${name}`}
      disabled={isOff}
      onClick={onMove}
    >
      <Outline shape={ARROWS[word]} />
    </Button>
  );
}

/** The order on the screen, saved after a debounce and when the screen is left; rolled back after a failure. */
function useOrder<T extends Item>(items: T[], onOrder: Props<T>['onOrder']) {
  const [ids, setIds] = useState<number[]>();
  const [problem, setProblem] = useState('');
  const [saying, setSaying] = useState('');
  const byId = new Map(items.map((item) => [item.id, item]));
  const added = items.filter(({ id }) => !ids?.includes(id));
  const shown = ids ? [...ids.flatMap((id) => byId.get(id) ?? []), ...added] : items;
  const now = shown.map(({ id }) => id);
  const save = useEffectEvent(() => onOrder(now, false));
  const saveLast = useEffectEvent((isLast: boolean) => ids && onOrder(now, isLast).catch(() => {}));

  useEffect(() => {
    if (!ids) return;
    const saveNow = async () => {
      try {
        await save();
        setProblem('');
      } catch (error) {
        setProblem(extractError(error));
      }
      setIds((newest) => (newest === ids ? undefined : newest));
    };
    const timer = setTimeout(saveNow, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [ids]);
  useWindowEvent('pagehide', () => saveLast(true));
  useEffect(() => () => void saveLast(false), []);

  const move = (id: number, to: number) => {
    const from = now.indexOf(id);
    if (to < 0 || to >= now.length || to === from) return;
    setIds(now.toSpliced(from, 1).toSpliced(to, 0, id));
    setSaying(`${byId.get(id)?.name}: место ${to + 1} из ${now.length}.`);
  };
  return { shown, problem, move, saying };
}

function moveByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  move(by);
}

/** Restores the focus: moved rows lose it in the DOM, and so do buttons disabled at the ends of the list. */
function restoreFocus(focused: Element | null): void {
  requestAnimationFrame(() => {
    if (!(focused instanceof HTMLElement)) return;
    const isOff = focused instanceof HTMLButtonElement && focused.disabled;
    (isOff ? focused.closest('li')?.querySelector<HTMLElement>('[draggable]') : focused)?.focus();
  });
}

/** Whether the pointer has passed the middle of a row: two rows of different height would otherwise swap forever. */
function isPast({ currentTarget, clientY }: DragEvent<HTMLElement>, isDown: boolean): boolean {
  const { top, height } = currentTarget.getBoundingClientRect();
  return isDown ? clientY >= top + height / 2 : clientY <= top + height / 2;
}
