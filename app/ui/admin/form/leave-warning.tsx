import { useEffect, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Confirm } from '../ask.tsx';

type Ask = () => Promise<boolean>;

// Module state, like the undo bar's: sign-out, outside the screens, uses it too.
const questions = new Set<Ask>();

/** Confirms leaving if something is unsaved; resolves to whether to leave. */
export async function confirmLeaving(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}

const UNSAVED = 'На этой странице есть несохранённые изменения. Если уйти, они пропадут.';

export function LeaveWarning({ when, children = UNSAVED }: { when: boolean; children?: string }) {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  const isLetGo = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => when && !isLetGo.current && from.pathname !== to.pathname,
  );
  useBeforeUnload((event) => when && event.preventDefault());
  useEffect(() => {
    if (!when) return;
    const ask: Ask = () => new Promise((resolve) => setAnswer(() => resolve));
    questions.add(ask);
    return () => void questions.delete(ask);
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

/** Closes a dialog, after a confirmation if something was typed. */
export function useConfirmedClose(isTyped: boolean, onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  return {
    close: () => (isTyped ? setLeaving(true) : onClose()),
    question: isLeaving && (
      <Confirm
        question="Закрыть без сохранения?"
        yes="Закрыть"
        no="Остаться"
        onYes={onClose}
        onNo={() => setLeaving(false)}
      >
        <p>Введённое пропадёт.</p>
      </Confirm>
    ),
  };
}
