import { useCallback, useEffect, useState } from 'react';
import type { Results, ResultsEvent } from '../../../../model/results/results.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { moveStep } from '../../../../model/results/sheet.ts';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { useCooldown } from '../live/main-button.tsx';
import type { Presses } from '../live/use-presses.ts';

const TICK = 250; // ms

export type RevealState = ReturnType<typeof useReveal>;

/** Points and progress of the reveal, refetched when `seq` rises. */
export function useReveal(show: number | undefined, heard: ResultsEvent | undefined, presses: Presses) {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => {
      if (show === undefined) return undefined;
      return (await call<ResultsDocument>('GET', `/admin/results/${show}`, { signal, background: true })).data;
    },
    [call, show],
  );
  const { data, problem, reload, change } = useLoaded(read);
  const document = data?.show_id === show ? data : undefined;
  const isBehind = document !== undefined && heard !== undefined && heard.seq > document.seq;
  useEffect(() => {
    if (isBehind) void reload();
  }, [isBehind, reload]);

  const waiting = presses.waiting.filter(({ path }) => path.startsWith('/results/'));
  const isWaiting = waiting.length > 0;
  const { revealed = 0, steps = [] } = document ?? {};
  const next = steps[revealed];
  const isCoolingDown = useCooldown(presses, 'results', `${show} ${revealed} ${next?.title}`) || isWaiting;
  const press = (isHeldBack = isCoolingDown) => {
    const step = steps[revealed + waiting.filter(({ path }) => path.endsWith('/reveal')).length];
    if (!document || !step) return;
    const about = { label: `Открыто: ${step.title}`, body: {}, seen: document.seq };
    const send = isHeldBack ? presses.holdBack : presses.press;
    send({ ...about, method: 'POST', path: `/results/${document.show_id}/reveal` }, ({ data: answer }) => {
      const { seq, steps: opened } = answer as Results;
      // What is read next brings the undo.
      change((before) => before && { ...before, seq, revealed: opened.length, undo_id: null, undo_until: null });
      void reload();
    });
  };
  const later = steps.flatMap(({ title }, step) =>
    document && moveStep(document.sections, revealed, step) ? [{ title, step }] : [],
  );
  const putNext = ({ title, step }: (typeof later)[number]) => {
    if (!document) return;
    const about = { label: `Следующим будет: ${title}`, body: { step }, seen: document.seq };
    presses.press({ ...about, method: 'POST', path: `/results/${document.show_id}/next` }, () => void reload());
  };
  const last = steps[revealed - 1];
  const takeBack = () => {
    if (!document?.undo_id) return;
    const about = { label: `Отменено: ${last?.title}`, seen: document.seq };
    presses.press({ ...about, method: 'DELETE', path: `/results/reveals/${document.undo_id}` }, () => void reload());
  };
  const put = useCallback((fresh: ResultsDocument) => change(() => fresh), [change]);
  const undoFor = useSecondsUntil(document?.undo_until ?? null);
  const shown = { document, problem, next, later, last, undoFor, isWaiting, isCoolingDown, presses };
  return { ...shown, reload, put, press, putNext, takeBack };
}

/** Whole seconds that are left; 0 when it is over. */
function useSecondsUntil(until: string | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const look = () => {
      const ms = until === null ? 0 : Date.parse(until) - serverNow();
      setLeft(Math.max(0, Math.ceil(ms / 1000)));
      if (ms <= 0) clearInterval(timer);
    };
    const timer = setInterval(look, TICK);
    look();
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
