import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '../dialog.tsx';

type Ask = () => Promise<boolean>;

// Module state, as that of the undo bar: signing out, beside the screens, asks too.
const asks = new Set<Ask>();

/** Asks when something is unsaved; resolves to whether to leave. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of asks) if (!(await ask())) return false;
  return true;
}

const UNSAVED = 'На этой странице есть несохранённые изменения. Если уйти, они пропадут.';

export function LeaveWarning({ when, children = UNSAVED }: { when: boolean; children?: string }) {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  const isLetGo = useRef(false);
  const shouldBlock = useCallback(
    ({ currentLocation, nextLocation }: Record<'currentLocation' | 'nextLocation', { pathname: string }>) =>
      when && !isLetGo.current && currentLocation.pathname !== nextLocation.pathname,
    [when],
  );
  const blocker = useBlocker(shouldBlock);

  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const ask: Ask = () => new Promise((resolve) => setAnswer(() => resolve));
    asks.add(ask);
    return () => {
      removeEventListener('beforeunload', warn);
      asks.delete(ask);
    };
  }, [when]);

  const reply = (leaves: boolean) => {
    if (blocker.state === 'blocked') leaves ? blocker.proceed() : blocker.reset();
    isLetGo.current = leaves && answer !== undefined;
    answer?.(leaves);
    setAnswer(undefined);
  };
  if (blocker.state !== 'blocked' && !answer) return null;
  return (
    <Confirm
      question="Уйти без сохранения?"
      yes="Уйти"
      no="Остаться"
      onYes={() => reply(true)}
      onNo={() => reply(false)}
    >
      {children}
    </Confirm>
  );
}
