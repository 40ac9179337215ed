import type { Db } from '../../db/tables.ts';
import { nextPublicChange } from '../../model/next-change.ts';

type Moments = Awaited<ReturnType<typeof nextPublicChange>>;

/** When something public changes by itself next: asked once for all responses that are made between two changes. */
export function createExpiry(db: Db): (generation: number) => Promise<Moments> {
  let known: { generation: number; askedAt: number; moments: Promise<Moments> } | undefined;

  function ask(generation: number): Promise<Moments> {
    const moments = nextPublicChange(db);
    const asked = { generation, askedAt: Date.now(), moments };
    known = asked;
    moments.catch(() => {
      if (known === asked) known = undefined;
    });
    return moments;
  }

  return async (generation) => {
    // An answer of the future, after the clock was set back, is not valid.
    const isKnown = known?.generation === generation && known.askedAt <= Date.now();
    const moments = await (isKnown && known ? known.moments : ask(generation));
    return Date.now() < moments.until ? moments : ask(generation);
  };
}
