import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';

/** Place in a 12-column grid; `row` takes a whole row. */
export type Place = 'lead' | 'row' | 'half' | 'third' | 'wide' | 'narrow';

/** Repeating pattern of a list, rows starting at LINES. */
const BEAT: Place[] = ['third', 'third', 'third', 'wide', 'narrow', 'third', 'third', 'third', 'narrow', 'wide'];
const LINES = [0, 3, 5, 8];

/** Place of card `at` (from 0) of the `count` of a list. The last row is filled too. */
export function placeAt(at: number, count: number): Place {
  const beat = at % BEAT.length;
  const start = LINES.findLast((line) => line <= beat) ?? 0;
  const inLine = (LINES.find((line) => line > beat) ?? BEAT.length) - start;
  const left = count - (at - (beat - start));
  if (left === 1) return 'row';
  return left === 2 && inLine === 3 ? 'half' : (BEAT[beat] ?? 'third');
}

const ON_NARROWER = `(min-width:40rem) 50vw,${CARD_ON_PHONE}`;
const SIZES: Record<Place, string> = {
  lead: `(min-width:64rem) min(75vw,90rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`,
  row: `(min-width:64rem) min(58vw,70rem),${ON_NARROWER}`,
  half: `(min-width:64rem) min(50vw,60rem),${ON_NARROWER}`,
  third: `(min-width:64rem) min(33vw,40rem),${ON_NARROWER}`,
  wide: `(min-width:64rem) min(58vw,70rem),${ON_NARROWER}`,
  narrow: `(min-width:64rem) min(41vw,50rem),${ON_NARROWER}`,
};

export function sizesOf(place: Place): string {
  return SIZES[place];
}
