import { accentColours } from '../colour/accent.ts';
import { COVER, coverShapes } from './cover.ts';
import { FIELD, INK, markShapes } from './icons.ts';
import type { Faces } from './words.ts';
import { breakLines, drawable, drawLine, type Fit, measure } from './words.ts';

const POSTER = { width: 1200, height: 630 };

export interface PosterWords {
  title: string;
  rows?: [string, string][]; // Replace the title; one line each: text, points at the right
  line: string;
  name: string;
}

interface PosterLook {
  accent: string;
  seed: string | null; // slug of an article or name of a page; null is the stage with its microphone
  hasPhoto: boolean;
}

const EDGE = 72;
const WIDTH = POSTER.width - 2 * EDGE;
const LAST_LINE = 486;
const SMALL_LINE = 561;
const TITLE_SIZES: [Fit, ...Fit[]] = [
  { size: 104, lines: 2 },
  { size: 92, lines: 2 },
  { size: 80, lines: 3 },
  { size: 70, lines: 3 },
  { size: 60, lines: 4 },
  { size: 52, lines: 4 },
  { size: 46, lines: 4 },
];
const LEADING = 1.16;
const MICROPHONE = 320; // width of the microphone on the stage
const MAX_TITLE = 300;
const MAX_LINE = 60;
const LINE_SIZE = 30;
const SMALL_FIT = { size: LINE_SIZE, width: WIDTH - 88 };
const ROW = { size: 56, width: WIDTH - 150 };

/** Open Graph image: title over a drawing or a dimmed photo. Outlines only: a server may have no fonts. */
export function drawPoster(faces: Faces, words: PosterWords, { accent, seed, hasPhoto }: PosterLook): string {
  const { width, height } = POSTER;
  const title = drawable(faces.display, words.title, MAX_TITLE) || drawable(faces.display, words.name, MAX_TITLE);
  const set = words.rows
    ? { size: ROW.size, lines: words.rows.map(([text]) => oneLine(faces.display, text, ROW)) }
    : breakLines(faces.display, title, seed === null ? WIDTH - MICROPHONE : WIDTH, TITLE_SIZES);
  const top = LAST_LINE - (set.lines.length - 1) * set.size * LEADING - set.size * 0.8;
  const lines = set.lines.map((text, at) => {
    const y = Math.round(LAST_LINE - (set.lines.length - 1 - at) * set.size * LEADING);
    const [, points = ''] = words.rows?.[at] ?? [];
    const x = EDGE + WIDTH - measure(faces.display, points) * set.size;
    const title = drawLine(faces.display, text, { x: EDGE - set.size * 0.04, y, size: set.size });
    return title + drawLine(faces.display, points, { x, y, size: set.size });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    hasPhoto ? '' : behind(seed, accent),
    seed === null ? '' : dimmer(top, hasPhoto),
    `<g transform="translate(${EDGE - 2} 56) scale(1.7)">${markShapes(accent)}</g>`,
    `<g fill="${INK}">${drawLine(faces.reading, oneLine(faces.reading, words.name), { x: EDGE + 70, y: 96, size: LINE_SIZE })}${lines.join('')}</g>`,
    footer(faces, words.line, accent),
    '</svg>',
  ].join('');
}

function behind(seed: string | null, accent: string): string {
  if (seed === null) return stageShapes(accent);
  return `<g transform="scale(${POSTER.width / COVER.width}) translate(0 -30)">${coverShapes(seed, accent)}</g>`;
}

function footer({ reading }: Faces, text: string, accent: string): string {
  const { hot } = accentColours(accent, 'dark');
  const line = oneLine(reading, text);
  const bar = `<path fill="${hot}" d="M${EDGE} ${SMALL_LINE - 14}h64v7h-64z"/>`;
  const words = drawLine(reading, line, { x: EDGE + 88, y: SMALL_LINE, size: LINE_SIZE });
  return line ? `${bar}<g fill="${INK}" fill-opacity=".86">${words}</g>` : bar;
}

function oneLine(face: Faces['reading'], text: string, { size, width } = SMALL_FIT): string {
  const [line = ''] = breakLines(face, drawable(face, text, MAX_LINE), width, [{ size, lines: 1 }]).lines;
  return line;
}

function dimmer(top: number, hasPhoto: boolean): string {
  const [name, between, title] = hasPhoto ? [0.62, 0.22, 0.66] : [0.6, 0.08, 0.64];
  const at = (y: number) => Math.round((Math.max(0, y) / POSTER.height) * 1000) / 1000;
  const stops = [
    [0, name],
    [at(Math.min(110, top - 60)), name],
    [at(Math.min(210, top - 50)), top > 280 ? between : name],
    [at(Math.max(210, top - 60)), top > 280 ? between : name],
    [at(top), title],
    [at(LAST_LINE), Math.max(0.8, title)],
    [1, 0.94],
  ].map(([offset, alpha]) => `<stop offset="${offset}" stop-color="${FIELD}" stop-opacity="${alpha}"/>`);
  const paint = `<linearGradient id="night" x2="0" y2="1">${stops.join('')}</linearGradient>`;
  return `${paint}<path fill="url(#night)" d="M0 0h${POSTER.width}v${POSTER.height}H0z"/>`;
}

const DARK = '#050309';

/** The empty stage of the front page, 1200 × 630: a beam on the microphone at the right. */
function stageShapes(accent: string): string {
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
