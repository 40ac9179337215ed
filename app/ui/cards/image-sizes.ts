/*
 * How wide a picture stands, for the `sizes` attribute: what a browser chooses a copy by. Pictures are 16:9 in frames of 16:10 that
 * cut their sides, so they are a ninth wider than their frames.
 *
 * A phone's column is narrower than 640 px and its network is crowded. The lead gets 1.6 pixels per point and more on every dense
 * screen, the other cards the smallest copy: 1.3 pixels per point, a third of the bytes.
 */
export const LEAD_ON_PHONE = '(min-resolution:2.5dppx) 60vw,(min-resolution:1.5dppx) 80vw,100vw';
export const CARD_ON_PHONE = '(min-resolution:2.5dppx) 36vw,(min-resolution:1.5dppx) 50vw,100vw';
