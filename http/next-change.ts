import type { Db } from '../db/tables.ts';
import { nextPublicChange } from '../model/next-change.ts';

type Moments = Awaited<ReturnType<typeof nextPublicChange>>;

/** Next public change by the clock, read once after each change. */
export class NextChange {
  readonly #db: Db;
  #known: { askedAt: number; moments: Promise<Moments> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  reset(): void {
    this.#known = undefined;
  }

  async read(): Promise<Moments> {
    const known = this.#known;
    // Invalid in the future: the clock was set back.
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
