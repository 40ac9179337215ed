export interface Shown {
  moment: number | null; // epoch ms; null where the stream carries no dates
  seconds: number; // from the start of a recording
  live: boolean;
  rate: number; // 0 while playback is stopped
}

/** Moment of the broadcast that is on the viewer's screen; interpolated between reports. */
export class ViewerClock {
  #report: { moment: number; rate: number; at: number } | undefined;
  /** Whether a player of this page reports, with dates and a picture or without. */
  hasReport = false;

  /** Undefined for a player that reports nothing. */
  report(shown: Pick<Shown, 'moment' | 'rate'> | undefined): void {
    this.hasReport = shown !== undefined;
    const moment = shown?.moment ?? null;
    this.#report = shown && moment !== null ? { moment, rate: shown.rate, at: performance.now() } : undefined;
  }

  /** A picture that failed holds nothing back any more: the moment goes on, as far behind as it was. */
  fail(): void {
    this.hasReport = true;
    const moment = this.moment();
    if (moment !== undefined) this.#report = { moment, rate: 1, at: performance.now() };
  }

  isStopped(): boolean {
    return this.#report?.rate === 0;
  }

  /** Epoch ms; undefined until known. Goes on while another player loads. */
  moment(): number | undefined {
    if (!this.#report) return undefined;
    const { moment, rate, at } = this.#report;
    return moment + rate * (performance.now() - at);
  }
}

/** Subscribes to reports of our player in a frame of this page, and to its failure. Returns the unsubscribe function. */
export function subscribeToPlayer(report: (shown: Shown) => void, fail = () => {}): () => void {
  const take = ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin) return;
    if (data?.type === 'rampa-player-moment') report(data);
    if (data?.type === 'rampa-player' && data.state === 'failed') fail();
  };
  addEventListener('message', take);
  // A player may have started before hydration.
  for (const { contentWindow } of document.querySelectorAll('iframe'))
    contentWindow?.postMessage({ type: 'rampa-player-ask' }, location.origin);
  return () => removeEventListener('message', take);
}
