import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/image-sizes.ts';

/** Where a card stands on a wide page: `row` is a whole one of its own, the others are parts of twelve. */
export type Place = 'lead' | 'row' | 'half' | 'third' | 'wide' | 'narrow';

/**
 * The beat of the list, after the lead: three, a wide one with its narrow neighbour, three, a narrow one with its wide neighbour.
 */
const BEAT: Place[] = ['third', 'third', 'third', 'wide', 'narrow', 'third', 'third', 'third', 'narrow', 'wide'];
/** Where in the beat a line begins. */
const LINES = [0, 3, 5, 8];

/** The place of card `at` (from 0) among `count`. What is left over at the end fills its line too: no card stands beside a hole. */
export function placeAt(at: number, count: number): Place {
  if (at === 0) return 'lead';
  const beat = (at - 1) % BEAT.length;
  const start = LINES.findLast((line) => line <= beat) ?? 0;
  const inLine = (LINES.find((line) => line > beat) ?? BEAT.length) - start;
  const left = count - (at - (beat - start));
  if (left === 1) return 'row';
  return left === 2 && inLine === 3 ? 'half' : (BEAT[beat] ?? 'third');
}

const ON_NARROWER = `(min-width:40rem) 50vw,${CARD_ON_PHONE}`;
const SIZES: Record<Place, string> = {
  lead: `(min-width:64rem) min(75vw,90rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`,
  row: `(min-width:64rem) min(58vw,70rem),(min-width:40rem) 100vw,${CARD_ON_PHONE}`,
  half: `(min-width:64rem) min(50vw,60rem),${ON_NARROWER}`,
  third: `(min-width:64rem) min(33vw,40rem),${ON_NARROWER}`,
  wide: `(min-width:64rem) min(58vw,70rem),${ON_NARROWER}`,
  narrow: `(min-width:64rem) min(41vw,50rem),${ON_NARROWER}`,
};

/** How wide the picture of a card at this place stands. */
export function sizesOf(place: Place): string {
  return SIZES[place];
}
