import { accentColours } from '../colour/accent.ts';
import { FIELD } from './mark.ts';

const DARK = '#050309';

/** The empty stage of the front page, 1200 × 630: a beam on the microphone at the right. */
export function stageShapes(accent: string): string {
  const { hot, rim } = accentColours(accent, 'dark');
  const stop = (offset: number, colour: string, opacity = 1) =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  const lamps = Array.from({ length: 12 }, (_, at) => `<circle cx="${at * 100 + 50}" cy="634" r="9"/>`).join('');
  return [
    `<linearGradient id="beam" x2="0" y2="1">${stop(0, rim, 0.5)}${stop(1, hot, 0)}</linearGradient>`,
    `<radialGradient id="pool">${stop(0, rim, 0.75)}${stop(0.5, hot, 0.3)}${stop(1, hot, 0)}</radialGradient>`,
    `<linearGradient id="lit" x1=".2" x2=".75" y2="1">${stop(0, rim)}${stop(0.3, hot)}${stop(0.78, DARK)}</linearGradient>`,
    `<linearGradient id="pole">${stop(0, rim)}${stop(0.5, DARK)}</linearGradient>`,
    `<path fill="${FIELD}" d="M0 0h1200v630H0z"/>`,
    '<path fill="url(#beam)" d="M965-20h60l125 600H800z"/>',
    '<ellipse cx="985" cy="560" rx="330" ry="80" fill="url(#pool)"/>',
    `<g fill="${rim}">${lamps}</g>`,
    '<g transform="translate(905 60) scale(.6)">',
    `<path fill="url(#pole)" d="M126 300h9v552h-9zM122 520h17v92h-17z"/><ellipse fill="${DARK}" cx="130" cy="846" rx="92" ry="17"/>`,
    `<g transform="rotate(-22 130 292)" stroke="${rim}" stroke-width="3"><path fill="url(#lit)" d="M100 148h62l-9 196a22 13 0 0 1-44 0z"/>`,
    '<path fill="url(#lit)" d="M84 122c-5-66 18-100 47-100s52 34 47 100z"/><rect fill="url(#lit)" x="80" y="118" width="102" height="26" rx="9"/></g>',
    '</g>',
  ].join('');
}
