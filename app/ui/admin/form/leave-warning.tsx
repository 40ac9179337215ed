import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '../dialog.tsx';

type Ask = () => Promise<boolean>;

interface Leaving {
  register: (ask: Ask) => () => void;
  /** Asks when something is unsaved; resolves to whether to leave. */
  mayLeave: () => Promise<boolean>;
}

const LeavingContext = createContext<Leaving | undefined>(undefined);

/** Around all screens, so that signing out can ask too. */
export function LeavingProvider({ children }: { children: ReactNode }) {
  const asks = useRef(new Set<Ask>());
  const leaving = useMemo<Leaving>(
    () => ({
      register: (ask) => {
        asks.current.add(ask);
        return () => void asks.current.delete(ask);
      },
      mayLeave: async () => {
        for (const ask of asks.current) if (!(await ask())) return false;
        return true;
      },
    }),
    [],
  );
  return <LeavingContext value={leaving}>{children}</LeavingContext>;
}

export function useLeaving(): Leaving {
  const leaving = useContext(LeavingContext);
  if (!leaving) throw new Error('useLeaving() needs a LeavingProvider above it.');
  return leaving;
}

const UNSAVED = 'На этой странице есть несохранённые изменения. Если уйти, они пропадут.';

export function LeaveWarning({ when, children = UNSAVED }: { when: boolean; children?: string }) {
  const { register } = useLeaving();
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  const isLetGo = useRef(false);
  const shouldBlock = useCallback(
    ({
      currentLocation,
      nextLocation,
    }: {
      currentLocation: { pathname: string };
      nextLocation: { pathname: string };
    }) => when && !isLetGo.current && currentLocation.pathname !== nextLocation.pathname,
    [when],
  );
  const blocker = useBlocker(shouldBlock);

  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const forget = register(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => {
      removeEventListener('beforeunload', warn);
      forget();
    };
  }, [when, register]);

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
