import { ModelError } from '../../errors.ts';

/** In ms, of a main button of the control desk after a press: longer than a slow double tap. */
export const COOLDOWN = 1000;

interface Press {
  kind: string;
  /** Moment of a late press, ISO 8601; null: now. */
  at: string | null;
  again: boolean;
}

/**
 * 409 with `current`, code `too_soon`, for a press of the same kind within a second of `last`, the same operator's last one in
 * the show, unless it is confirmed (`again`). Clocks of two servers may differ by less than that.
 */
export function assertNotTooSoon(
  last: (Pick<Press, 'kind'> & { at: string }) | undefined,
  { kind, at, again }: Press,
  current: object,
): void {
  if (again || last?.kind !== kind) return;
  const gap = (at === null ? Date.now() : Date.parse(at)) - Date.parse(last.at);
  if (Math.abs(gap) >= COOLDOWN) return;
  const message = 'Не принято: это второе такое же нажатие за секунду. Если так и нужно, нажмите «Ещё раз».';
  throw Object.assign(new ModelError(409, 'too_soon', message), { current });
}
