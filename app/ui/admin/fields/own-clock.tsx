import { momentText } from './moment.tsx';
import { sameClock } from './zone.ts';

/** A moment on the clock of who looks, where that is another than the site's. */
export function OwnClock({ moment, zone }: { moment: string; zone: string }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (sameClock(moment, own, zone)) return null;
  return (
    <>
      У вас это {momentText(moment, own)} ({own})
    </>
  );
}
