import { lazy, Suspense, useCallback, useEffect } from 'react';
import type { Stage } from '../../../../model/programme/stage.ts';
import { useAtMoment } from '../../../ui/live/at-moment.ts';
import { useLive } from '../../../ui/live/live.ts';
import { hearPlayer, ViewerClock } from '../../../ui/live/viewer-clock.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { OnStage } from '../programme/on-stage.tsx';

interface Props {
  stage: Stage | null;
  /** Another one has a clock of its own. */
  source: string;
  isForeign: boolean;
  /** Of players that tell no moment, in s behind the hall. */
  delay: number;
}

const clock = new ViewerClock();
const LiveBoard = lazy(() => import('./live-board.tsx').catch(() => ({ default: () => null })));

/** What belongs to the programme, when this viewer sees it happen. */
export default function AtViewersSecond({ stage, source, isForeign, delay }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another player.
  useEffect(() => listenToPlayer(), [source]);
  const momentNow = useCallback(() => clock.moment() ?? serverNow() - delay * 1000, [delay]);
  useEffect(() => keepBehind(momentNow), [momentNow]);
  // Without a moment it was withdrawn: at once, with all that waits.
  const at = stage?.since ? Date.parse(stage.since) : Number.NEGATIVE_INFINITY;
  const shown = useAtMoment(stage, at, momentNow);
  // Before our player's first report nothing is known: the board waits, points cannot be unseen.
  const ofBoard = useCallback(
    () => (isForeign || clock.hasReport ? momentNow() : Number.NEGATIVE_INFINITY),
    [isForeign, momentNow],
  );
  const results = useLive('results')?.state ?? 'none';
  return (
    <>
      <OnStage stage={shown} />
      {results !== 'none' && (
        <Suspense>
          <LiveBoard momentNow={ofBoard} />
        </Suspense>
      )}
    </>
  );
}

/** Only our own player reports. */
function listenToPlayer(): () => void {
  const stop = hearPlayer((shown) => clock.hear(shown));
  return () => {
    stop();
    clock.hear(undefined);
  };
}

/** How far this viewer is behind, for what the page reads anew: the news may name the winner. */
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
