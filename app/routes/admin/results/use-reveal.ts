import { useCallback, useEffect, useState } from 'react';
import type { ResultsEvent } from '../../../../model/results/results.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { moveStep } from '../../../../model/results/sheet.ts';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { serverNow } from '../../../ui/time/server-clock.ts';
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

  const isWaiting = presses.waiting.some(({ path }) => path.startsWith('/results/'));
  const next = document?.steps[document.revealed];
  const press = () => {
    if (!document || !next) return;
    const about = { label: `Открыто: ${next.title}`, body: {}, seen: document.seq };
    presses.press({ ...about, method: 'POST', path: `/results/${document.show_id}/reveal` }, () => void reload());
  };
  const later = (document?.steps ?? []).flatMap(({ title }, step) =>
    document && moveStep(document.sections, document.revealed, step) ? [{ title, step }] : [],
  );
  const putNext = ({ title, step }: (typeof later)[number]) => {
    if (!document) return;
    const about = { label: `Следующим будет: ${title}`, body: { step }, seen: document.seq };
    presses.press({ ...about, method: 'POST', path: `/results/${document.show_id}/next` }, () => void reload());
  };
  const last = document?.steps[document.revealed - 1];
  const takeBack = () => {
    if (!document?.undo_id) return;
    const about = { label: `Отменено: ${last?.title}`, seen: document.seq };
    presses.press({ ...about, method: 'DELETE', path: `/results/reveals/${document.undo_id}` }, () => void reload());
  };
  const put = useCallback((fresh: ResultsDocument) => change(() => fresh), [change]);
  const undoFor = useSecondsUntil(document?.undo_until ?? null);
  return { document, problem, reload, put, isWaiting, next, press, later, putNext, last, takeBack, undoFor };
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
