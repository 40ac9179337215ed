import { momentText } from './moment.tsx';
import { sameClock } from './zone.ts';

/** Local time of the reader, where it differs from the site's. */
export function OwnClock({ moment, zone }: { moment: string; zone: string }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (sameClock(moment, own, zone)) return null;
  return (
    <>
      У вас это {momentText(moment, own)} ({own})
    </>
  );
}
