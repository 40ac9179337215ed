import { type Dated, stateAt, withHeard } from '../../../model/programme/at-moment.ts';
import type { Told, Viewer } from './viewer.ts';

interface Stage {
  seq: number;
  since: string | null;
}

/** What each viewer's page would show of the stage, by the function that pages show it with. */
export class OwnSeconds {
  readonly #known = new WeakMap<Viewer, Dated<number>[]>();

  hear({ viewer, name, data }: Pick<Told, 'viewer' | 'name' | 'data'>): void {
    if (name !== 'stage') return;
    const { seq, since } = data as Stage;
    const at = since ? Date.parse(since) : Number.NEGATIVE_INFINITY;
    this.#known.set(viewer, withHeard(this.#known.get(viewer) ?? [], { state: seq, at }));
  }

  /**
   * `early`: shown while its picture is still before the press; `late`: heard only after that. `pressed`, `heard`: Unix
   * times in ms.
   */
  judge(viewer: Viewer, { seq, pressed, heard }: { seq: number; pressed: number; heard: number }) {
    const known = this.#known.get(viewer) ?? [];
    if ((stateAt(known, pressed - 1) ?? 0) >= seq) return 'early';
    return heard > pressed + viewer.lag ? 'late' : 'on time';
  }
}
