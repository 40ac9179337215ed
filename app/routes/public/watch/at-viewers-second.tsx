import { lazy, Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { stateAt } from '../../../../model/live/fold.ts';
import type { Stage } from '../../../../model/programme/stage.ts';
import { publishLag } from '../../../ui/live/behind.ts';
import { everyMoment, useDocument, useHasResults } from '../../../ui/live/live.ts';
import { subscribeToPlayer, ViewerClock } from '../../../ui/live/viewer-clock.ts';
import { loadWithRetries } from '../../../ui/load.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { OnStage } from '../programme/on-stage.tsx';
import type { Counted } from './live-board.tsx';

interface Props {
  /** As rendered by the server: a performance or a break, without a name. */
  isOn: boolean;
  /** As rendered by the server: in the running order, once points of the show on stage are public. */
  counted: Counted;
  source: string;
  isForeign: boolean;
  /** Latency of players that report no moment, in s. */
  delay: number;
}

const clock = new ViewerClock();
const LiveBoard = lazy(() => loadWithRetries(() => import('./live-board.tsx')));

/** The stage and the board, delayed by this viewer's latency. */
export default function AtViewersSecond({ isOn, counted, source, isForeign, delay }: Props) {
  const momentNow = useMomentNow(isForeign, delay);
  const stage = useStageAt(momentNow);
  const hasResults = useHasResults();
  const isCounting = counted.length > 0;
  useEffect(() => () => clock.report(undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each source has a player of its own.
  useEffect(
    () =>
      subscribeToPlayer(
        (shown) => clock.report(shown),
        () => clock.fail(),
      ),
    [source],
  );
  useEffect(() => {
    const behindNow = () => serverNow() - momentNow();
    return publishLag(
      () => (Number.isFinite(behindNow()) ? behindNow() : delay * 1000 || undefined),
      () => !isForeign && clock.isStopped(),
    );
  }, [momentNow, isForeign, delay]);
  return (
    <>
      <OnStage stage={stage} isAwaited={isOn} />
      {/* Waits for the stage, unless the points are of its show: until then the newest board may be of another one. */}
      {(hasResults ?? isCounting) && (stage || !isOn || isCounting) && (
        <Suspense>
          <LiveBoard momentNow={momentNow} show={stage?.show?.id} awaited={counted} isBeside />
        </Suspense>
      )}
    </>
  );
}

/** The moment on this viewer's screen, in epoch ms; long ago before the first report of our player, as anything later would be a spoiler. */
function useMomentNow(isForeign: boolean, delay: number): () => number {
  return useCallback(() => {
    const known = isForeign ? undefined : clock.moment();
    if (known === undefined && !isForeign && !clock.hasReport) return Number.NEGATIVE_INFINITY;
    return known ?? serverNow() - delay * 1000;
  }, [isForeign, delay]);
}

/** The stage at a moment of the broadcast (`momentNow`, epoch ms); null as long as nothing is known of it. */
function useStageAt(momentNow: () => number): Stage | null {
  const known = useDocument(({ stages }) => stages);
  const last = useRef<Stage>(undefined);
  const look = () => {
    last.current = stateAt(known, momentNow()) ?? last.current;
    return last.current ?? null;
  };
  return useSyncExternalStore(everyMoment, look, () => null);
}
