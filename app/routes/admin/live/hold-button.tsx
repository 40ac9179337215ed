import { Stack, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { COOLDOWN } from '../../../../model/live/fold.ts';
import styles from './hold-button.module.css';

const HOLD_DURATION = 800; // ms
/** A second press by keyboard or screen reader confirms within this time, in ms. */
const CONFIRM_TIMEOUT = 10_000;
/** A click comes after its `pointerup`, in ms. */
const RELEASE_DELAY = 400;

interface Props {
  label: string;
  color?: 'red' | 'green' | 'hot' | 'phase';
  disabled?: boolean;
  onHeld: () => void;
}

/** Runs its action when held for 0.8 s, at the earliest 1 s after its label changed; by keyboard when pressed twice, 1 s apart. */
export function HoldButton({ label, color = 'red', disabled, onHeld }: Props) {
  const { state, lasts, start, stop, pressOnce } = useHold(label, onHeld);
  const isKeyDown = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (event.repeat || isKeyDown.current) return;
    isKeyDown.current = true;
    start();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (!isPressKey(event) || !isKeyDown.current) return;
    event.preventDefault();
    isKeyDown.current = false;
    if (stop()) pressOnce();
  };
  return (
    <div>
      <button
        type="button"
        className={styles.hold}
        data-color={color}
        data-state={state}
        style={{ '--lasts': `${lasts}ms` } as CSSProperties}
        disabled={disabled}
        onPointerDown={(event) => event.button === 0 && start(ignoreRelease)}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={() => {
          isKeyDown.current = false;
          stop();
        }}
        onClick={(event) => {
          // A menu that closes on a press stays open after a hold that was too short.
          event.stopPropagation();
          if (event.detail === 0) pressOnce();
        }}
      >
        <span className={styles.fill} aria-hidden="true" />
        <Stack component="span" gap="0.125rem" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
          <b style={{ fontWeight: 600 }}>{label}</b>
          <small style={{ fontSize: '0.8125rem' }}>{HINTS[state]}</small>
        </Stack>
      </button>
      <VisuallyHidden role="status">{state === 'armed' ? 'Нажмите ещё раз, чтобы подтвердить.' : ''}</VisuallyHidden>
    </div>
  );
}

const HINTS = {
  idle: 'Нажмите и держите',
  holding: 'Держите…',
  pressed: 'Подождите секунду',
  armed: 'Нажмите ещё раз или держите',
};

type State = keyof typeof HINTS;

function useHold(label: string, onHeld: () => void) {
  const [state, setState] = useState<State>('idle');
  const now = useRef<State>('idle');
  /** State when the hold began: one that is too short keeps «armed». */
  const before = useRef<State>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When its label last changed (`performance.now`): before, a press meant something else. */
  const since = useRef(0);
  const [lasts, setLasts] = useState(HOLD_DURATION);
  // biome-ignore lint/correctness/useExhaustiveDependencies: under another label it is another action, to be confirmed by itself.
  useEffect(() => {
    since.current = performance.now();
    return () => {
      clearTimeout(timer.current);
      before.current = 'idle';
      now.current = 'idle';
      setState('idle');
    };
  }, [label]);

  const turn = (to: State, then?: () => void, after?: number) => {
    clearTimeout(timer.current);
    now.current = to;
    setState(to);
    if (then) timer.current = setTimeout(then, after);
  };
  const rest = () => turn('idle');
  const confirm = (also?: () => void) => {
    also?.();
    before.current = 'idle';
    rest();
    navigator.vibrate?.(30);
    onHeld();
  };
  const wait = () => turn('armed', rest, CONFIRM_TIMEOUT);
  const start = (also?: () => void) => {
    before.current = now.current;
    const needed = Math.max(HOLD_DURATION, since.current + COOLDOWN - performance.now());
    setLasts(needed);
    turn('holding', () => confirm(also), needed);
  };
  /** False when there is no hold to cancel: it was long enough. */
  const stop = (): boolean => {
    if (now.current !== 'holding') return false;
    if (before.current === 'armed') wait();
    else rest();
    return true;
  };
  const pressOnce = () => (now.current === 'armed' ? confirm() : turn('pressed', wait, COOLDOWN));
  return { state, lasts, start, stop, pressOnce };
}

/** Ignores the release of a finger still down when the screen changes: it must not press what is under it now. */
function ignoreRelease(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => removeEventListener('click', stop, true);
  addEventListener('click', stop, true);
  addEventListener('pointerdown', end, { once: true, capture: true });
  addEventListener('pointerup', () => setTimeout(end, RELEASE_DELAY), { once: true, capture: true });
}

function isPressKey({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === ' ';
}
