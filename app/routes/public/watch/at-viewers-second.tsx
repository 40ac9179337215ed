import { lazy, Suspense, useCallback, useEffect } from 'react';
import type { Stage } from '../../../../model/programme/stage.ts';
import { useAtMoment } from '../../../ui/live/at-moment.ts';
import { useLive } from '../../../ui/live/live.ts';
import { hearPlayer, ViewerClock } from '../../../ui/live/viewer-clock.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { OnStage } from '../programme/on-stage.tsx';

interface Props {
  stage: Stage | null;
  /** Its identity. */
  source: string;
  isForeign: boolean;
  /** Latency of players that report no moment, in s. */
  delay: number;
}

const clock = new ViewerClock();
const LiveBoard = lazy(() => import('./live-board.tsx').catch(() => ({ default: () => null })));

/** Stage and board, delayed by this viewer's latency. */
export default function AtViewersSecond({ stage, source, isForeign, delay }: Props) {
  const momentNow = useCallback(
    () => (isForeign ? undefined : clock.moment()) ?? serverNow() - delay * 1000,
    [isForeign, delay],
  );
  useEffect(() => () => clock.hear(undefined), []);
  useEffect(() => keepBehind(momentNow), [momentNow]);
  // A withdrawal has no moment: it applies at once and drops queued states.
  const at = stage?.since ? Date.parse(stage.since) : Number.NEGATIVE_INFINITY;
  const shown = useAtMoment(stage, at, momentNow);
  // The board waits for the first report of our player: an early point is a spoiler.
  const ofBoard = useCallback(
    () => (isForeign || clock.hasReport ? momentNow() : Number.NEGATIVE_INFINITY),
    [isForeign, momentNow],
  );
  const results = useLive('results')?.state ?? 'none';
  return (
    <>
      <PlayerReports key={source} />
      <OnStage stage={shown} />
      {results !== 'none' && (
        <Suspense>
          <LiveBoard show={shown?.show?.id} momentNow={ofBoard} />
        </Suspense>
      )}
    </>
  );
}

/** Keyed by source: each has a player of its own. */
function PlayerReports() {
  useEffect(listenToPlayer, []);
  return null;
}

/** Only our own player reports. */
function listenToPlayer(): () => void {
  const stop = hearPlayer((shown) => clock.hear(shown));
  return () => {
    stop();
    clock.leave();
  };
}

/** Publishes the latency as `data-behind`: revalidation waits as long, as news may name the winner. */
function keepBehind(momentNow: () => number): () => void {
  const { dataset } = document.documentElement;
  const timer = setInterval(() => {
    dataset.behind = String(Math.max(0, Math.round(serverNow() - momentNow())));
  }, 1000);
  return () => {
    clearInterval(timer);
    delete dataset.behind;
  };
}
