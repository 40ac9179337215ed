import { accentColours } from '../colour/accent.ts';
import type { ImageStore } from '../images/images.ts';
import type { SiteText } from '../settings/site-text.ts';

interface Icon {
  shape: IconShape;
  size: number;
}

export const ICONS: Record<string, Icon> = {
  '/apple-touch-icon.png': { shape: 'square', size: 180 },
  '/icon-192.png': { shape: 'rounded', size: 192 },
  '/icon-512.png': { shape: 'rounded', size: 512 },
  '/icon-maskable.png': { shape: 'maskable', size: 512 },
};

/** `favicon.ico`, for programs without SVG; they detect the format by content. */
export const FAVICON: Icon = { shape: 'rounded', size: 32 };

export function makeIcon(pictures: ImageStore, accent: string, { shape, size }: Icon): Promise<Buffer> {
  return pictures.draw({ svg: drawIcon(accent, shape), format: 'png', width: size });
}

export const FIELD = '#0c0913';
export const INK = '#f7f0e8';

type IconShape = 'tab' | 'rounded' | 'square' | 'maskable';

/** The site's logo, 32 units wide. */
export function markShapes(accent: string): string {
  const { hot } = accentColours(accent, 'dark');
  return (
    `<path d="M6 24a10 10 0 0 1 20 0z" fill="${hot}"/>` +
    `<path d="M1.5 28h29M16 9V3M7.6 12 3.7 8M24.4 12l3.9-4" fill="none" stroke="${INK}" stroke-width="2.5" stroke-linecap="round"/>`
  );
}

/** Logo on its background, SVG of 32 units; `maskable` has a margin that systems may crop. */
export function drawIcon(accent: string, shape: IconShape): string {
  const scale = { tab: 0.76, rounded: 0.76, square: 0.68, maskable: 0.56 }[shape];
  const inset = Math.round(1600 - 1600 * scale) / 100;
  const round = shape === 'tab' || shape === 'rounded' ? ' rx="8"' : '';
  const style = shape === 'tab' ? '<style>@media(prefers-color-scheme:dark){rect{fill:#2c2438}}</style>' : '';
  const ground = `<rect width="32" height="32"${round} fill="${FIELD}"/>`;
  const sign = `<g transform="translate(${inset} ${(inset - 0.2).toFixed(2)}) scale(${scale})">${markShapes(accent)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${style}${ground}${sign}</svg>`;
}

/** Web app manifest (W3C). */
export function manifestOf({ site_name: name, header_logo, site_description: description }: SiteText): object {
  const sized = Object.entries(ICONS).map(([src, { size, shape }]) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: shape === 'maskable' ? 'maskable' : 'any',
  }));
  return {
    ...{
      id: '/',
      start_url: '/',
      scope: '/',
      name,
      short_name: header_logo.trim() || name,
      description,
      lang: 'ru',
      dir: 'ltr',
    },
    ...{ display: 'minimal-ui', theme_color: FIELD, background_color: FIELD },
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }, ...sized],
  };
}
