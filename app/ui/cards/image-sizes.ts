/**
 * Values of the `sizes` attribute, by which browsers choose a variant. Images are 16:9, cropped in 16:10 frames, so a
 * ninth wider than their frames. On phones (below 640 px) the values are lowered to save bytes: the lead gets at least
 * 1.6 px per CSS px on dense screens, other cards the smallest variant (1.3 px per CSS px, a third of the bytes).
 */
export const LEAD_ON_PHONE = '(min-resolution:2.5dppx) 60vw,(min-resolution:1.5dppx) 80vw,100vw';
export const CARD_ON_PHONE = '(min-resolution:2.5dppx) 36vw,(min-resolution:1.5dppx) 50vw,100vw';
