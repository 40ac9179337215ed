import { lazy, Suspense, useCallback, useEffect } from 'react';
import type { Stage } from '../../../../model/programme/stage.ts';
import { useAtMoment } from '../../../ui/live/at-moment.ts';
import { useLive } from '../../../ui/live/live.ts';
import { hearPlayer, ViewerClock } from '../../../ui/live/viewer-clock.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { OnStage } from '../programme/on-stage.tsx';

interface Props {
  stage: Stage | null;
  /** Names with signs, by slug. */
  marked: Record<string, string>;
  /** On the server: a performance or a break, without a name. */
  isOn: boolean;
  /** Its identity. */
  source: string;
  isForeign: boolean;
  /** Latency of players that report no moment, in s. */
  delay: number;
}

const clock = new ViewerClock();
const LiveBoard = lazy(() => import('./live-board.tsx').catch(() => ({ default: () => null })));

/** Stage and board, delayed by this viewer's latency. Both wait for the first report of our player: until then an early one is a spoiler. */
export default function AtViewersSecond({ stage, marked, isOn, source, isForeign, delay }: Props) {
  const momentNow = useCallback(() => {
    const known = isForeign ? undefined : clock.moment();
    if (known === undefined && !isForeign && !clock.hasReport) return Number.NEGATIVE_INFINITY;
    return known ?? serverNow() - delay * 1000;
  }, [isForeign, delay]);
  useEffect(() => () => clock.hear(undefined), []);
  useEffect(() => keepBehind(momentNow, delay), [momentNow, delay]);
  // A withdrawal has no moment: it applies at once and drops queued states.
  const at = stage?.since ? Date.parse(stage.since) : Number.NEGATIVE_INFINITY;
  const shown = useAtMoment(stage, at, momentNow);
  const results = useLive('results')?.state ?? 'none';
  return (
    <>
      <PlayerReports key={source} />
      <OnStage stage={shown} marked={marked} isAwaited={isOn} />
      {results !== 'none' && (
        <Suspense>
          <LiveBoard show={shown?.show?.id} marked={marked} momentNow={momentNow} />
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
  const take = ({ origin, data }: MessageEvent) => {
    if (origin === location.origin && data?.type === 'rampa-player' && data.state === 'failed') clock.fail();
  };
  addEventListener('message', take);
  return () => {
    stop();
    removeEventListener('message', take);
  };
}

/** Publishes the latency as `data-behind`: revalidation waits as long, as news may name the winner. */
function keepBehind(momentNow: () => number, delay: number): () => void {
  const { dataset } = document.documentElement;
  const timer = setInterval(() => {
    const behind = Math.max(0, Math.round(serverNow() - momentNow()));
    dataset.behind = String(Number.isFinite(behind) ? behind : delay * 1000);
  }, 1000);
  return () => {
    clearInterval(timer);
    delete dataset.behind;
  };
}
