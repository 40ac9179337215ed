import type { Db } from '../db/tables.ts';
import { nextPublicChange } from '../model/next-change.ts';

type Moments = Awaited<ReturnType<typeof nextPublicChange>>;

/** When something public changes by itself next: read once after each change, for all who ask. */
export class NextChange {
  readonly #db: Db;
  #known: { askedAt: number; moments: Promise<Moments> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Something has changed: the moments are read again when they are asked for next. */
  reset(): void {
    this.#known = undefined;
  }

  /** The next moments, in ms since 1970. Fails like any read of the database. */
  async read(): Promise<Moments> {
    const known = this.#known;
    // An answer of the future, after the clock was set back, is not valid.
    const moments = await (known && known.askedAt <= Date.now() ? known.moments : this.#ask());
    return Date.now() < moments.until ? moments : this.#ask();
  }

  #ask(): Promise<Moments> {
    const asked = { askedAt: Date.now(), moments: nextPublicChange(this.#db) };
    this.#known = asked;
    asked.moments.catch(() => {
      if (this.#known === asked) this.#known = undefined;
    });
    return asked.moments;
  }
}
