import { hydrateWhenIdle } from './inline/hydration.ts';

const PRELOADS = /<link rel="modulepreload"/g;
const STARTER = '<script type="module" async="">';

/**
 * A finished document whose scripts wait until it has been painted. React Router's own would load at once and hold the first
 * paint up for seconds on a slow network. Thrown when they no longer look as expected: better no page in a test than a slow one unnoticed.
 */
export function hydrateLater(html: string): string {
  if (html.split(STARTER).length !== 2)
    throw new Error('the document has not the one module script that it should start later');
  return html
    .replace(PRELOADS, '<link rel="later"')
    .replace(STARTER, `<script>(${hydrateWhenIdle})()</script><script type="text/plain" data-hydration="">`);
}
