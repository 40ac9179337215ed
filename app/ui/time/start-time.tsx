import type { ReactNode } from 'react';
import type { Start } from '../../broadcast-start.ts';

/** The announced start on the site's clock. */
export function StartTime({ start }: { start: Start }) {
  return <time dateTime={start.at}>{start.text}</time>;
}

/** Whose time that is, and the visitor's own where it differs. */
export function StartZone({ start: { at, wall, zone } }: { start: Start }) {
  return (
    <>
      {zone}
      {/* It writes its text once. */}
      <own-time key={at} at={at} wall={wall} />
    </>
  );
}

/** How long it is still; `children` stand there while that is not known. */
export function CountDown({ until, children }: { until: string; children: ReactNode }) {
  return (
    <count-down until={until} role="timer">
      {children}
    </count-down>
  );
}
