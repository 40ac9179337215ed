import { hydrateWhenIdle } from './inline/after-paint.ts';

const PRELOADS = /<link rel="(modulepreload|manifest)"/g;
/** The `site-` style sheet of public pages contains these styles: only hydration needs this link. */
const STYLES_OF_ALL = /<link rel="(stylesheet)"(?= href="\/assets\/root-)/;
const HAS_SITE_STYLES = /<link rel="stylesheet" href="\/assets\/site-/;
const LATER = '<link rel="later" data-rel="$1"';

/** Loads scripts after the first paint: they would delay it by seconds. Throws when React Router's markup changes. */
export function hydrateLater(html: string, mark: string): string {
  const starter = `<script nonce="${mark}" type="module" async="">`;
  if (html.split(starter).length !== 2)
    throw new Error('the document has not the one module script that it should start later');
  const plain = html.replaceAll(`<link nonce="${mark}" `, '<link ');
  const rest = HAS_SITE_STYLES.test(plain) ? plain.replace(STYLES_OF_ALL, LATER) : plain;
  return rest
    .replace(PRELOADS, LATER)
    .replace(
      starter,
      `<script nonce="${mark}">(${hydrateWhenIdle})()</script><script nonce="${mark}" type="text/plain" data-hydration="">`,
    );
}
