import type { ReactNode } from 'react';
import type { Start } from '../../broadcast-start.ts';

export function StartTime({ start }: { start: Pick<Start, 'at' | 'text'> }) {
  return <time dateTime={start.at}>{start.text}</time>;
}

export function StartZone({ start: { at, wall, zone } }: { start: Pick<Start, 'at' | 'wall' | 'zone'> }) {
  return (
    <>
      {zone}
      {/* Keyed: the element renders once. */}
      <own-time key={at} at={at} wall={wall} />
    </>
  );
}

/** Remaining time; `children` until it is known. */
export function CountDown({ until, children }: { until: string; children: ReactNode }) {
  return (
    <count-down until={until} role="timer">
      {children}
    </count-down>
  );
}

interface DateProps {
  date: string;
  text: string;
  /** «12+», after the date. */
  age?: string | undefined;
  className?: string | undefined;
}

export function DateText({ date, text, age, className }: DateProps) {
  const day = <time dateTime={date}>{text}</time>;
  if (!className) return day;
  return (
    <span className={className}>
      {day}
      {age && (
        <>
          {' · '}
          <b>{age}</b>
        </>
      )}
    </span>
  );
}
