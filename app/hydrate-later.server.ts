import { hydrateWhenIdle } from './inline/hydration.ts';

const PRELOADS = /<link rel="(modulepreload|manifest)"/g;
/** The styles of every document stand in the one sheet of the public pages as well: only hydration looks for their link. */
const STYLES_OF_ALL = /<link rel="(stylesheet)"(?= href="\/assets\/root-)/;
const HAS_SITE_STYLES = /<link rel="stylesheet" href="\/assets\/site-/;
const LATER = '<link rel="later" data-rel="$1"';

/**
 * A finished document whose scripts wait until it has been painted. React Router's own would load at once and hold the first
 * paint up for seconds on a slow network. Thrown when they no longer look as expected: better no page in a test than a slow one unnoticed.
 */
export function hydrateLater(html: string, mark: string): string {
  const starter = `<script nonce="${mark}" type="module" async="">`;
  if (html.split(starter).length !== 2)
    throw new Error('the document has not the one module script that it should start later');
  // React Router marks its links too; the policy allows those by their address.
  const plain = html.replaceAll(`<link nonce="${mark}" `, '<link ');
  const rest = HAS_SITE_STYLES.test(plain) ? plain.replace(STYLES_OF_ALL, LATER) : plain;
  return rest
    .replace(PRELOADS, LATER)
    .replace(
      starter,
      `<script nonce="${mark}">(${hydrateWhenIdle})()</script><script nonce="${mark}" type="text/plain" data-hydration="">`,
    );
}
