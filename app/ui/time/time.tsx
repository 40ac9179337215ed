import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { Start } from '../../broadcast-start.ts';
import { isPaused, onPauseChange } from '../live/live.ts';
import { serverNow, subscribeToServerClock } from './server-clock.ts';

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

/** Remaining time by the server's clock; `children` until that is known, long after the moment and on a paused page. */
export function CountDown({ until, children }: { until: string; children: ReactNode }) {
  return <span role="timer">{useTimeLeft(Date.parse(until)) ?? children}</span>;
}

/** `age`: «12+», after the date. */
export function DateText({ date, text, age }: { date: string; text: string; age?: string | undefined }) {
  return (
    <span className="quiet">
      <time dateTime={date}>{text}</time>
      {age && ' · '}
      {age && <b>{age}</b>}
    </span>
  );
}

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const LATE = 15 * MINUTE; // a late start counts as beginning: `startPhase`

/** `until`: epoch ms. */
function useTimeLeft(until: number): string | undefined {
  const [words, setWords] = useState<string>();
  // Before the paint: after client navigation the text is complete at once.
  useLayoutEffect(() => {
    const wantsLess = matchMedia('(prefers-reduced-motion: reduce)');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(timer);
      const left = until - serverNow();
      if (isPaused() || !(left > -LATE)) return setWords(undefined);
      const step = left < HOUR && !wantsLess.matches ? SECOND : MINUTE;
      setWords(left > 0 ? `Через ${inWords(left, step)}` : 'Вот-вот начнётся');
      timer = setTimeout(show, (left > 0 ? left % step : left + LATE) + 1);
    };
    const stops = [subscribeToServerClock(show), onPauseChange(show)];
    wantsLess.addEventListener('change', show);
    return () => {
      clearTimeout(timer);
      wantsLess.removeEventListener('change', show);
      for (const stop of stops) stop();
    };
  }, [until]);
  return words;
}

function inWords(left: number, step: number): string {
  const rounded = Math.ceil(left / step) * step;
  const parts = [
    inUnit(rounded / DAY, 'day', 'long'),
    inUnit((rounded % DAY) / HOUR, 'hour'),
    rounded < DAY && inUnit((rounded % HOUR) / MINUTE, 'minute'),
    inUnit((rounded % MINUTE) / SECOND, 'second'),
  ];
  return parts.filter(Boolean).join(' ');
}

function inUnit(amount: number, unit: string, unitDisplay: 'long' | 'short' = 'short'): string {
  const whole = Math.floor(amount);
  return whole ? new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay }).format(whole) : '';
}
