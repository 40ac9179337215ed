import { createHash } from 'node:crypto';

export type PageKind = 'public' | 'panel' | 'player';

interface Site {
  playerHosts: string[];
  publicUrl: string | undefined;
}

/**
 * The Content-Security-Policy of one finished page. Pages are shared between visitors, so there are no nonces: each inline
 * script and style of this very document is allowed by its hash. Uploads are same-origin but outside `/assets/`, so they
 * can never run as script.
 */
export function policyFor(kind: PageKind, html: string, sources: string, { playerHosts, publicUrl }: Site): string {
  const scripts = hashes(html, INLINE_SCRIPT);
  const styles = hashes(html, INLINE_STYLE);
  const frames = ["'self'", ...playerHosts.flatMap((host) => [`https://${host}`, `https://*.${host}`])];
  // From a page that came by TLS browsers ask for every picture by TLS, whatever its address says.
  const pictures = publicUrl?.startsWith('https:') ? "'self' https: data:" : "'self' http: https: data:";
  return [
    "default-src 'none'",
    ['script-src', sources, ...scripts].join(' '),
    kind === 'panel' ? "style-src 'self' 'unsafe-inline'" : ['style-src', "'self'", ...styles].join(' '),
    kind === 'panel' ? `img-src ${pictures} blob:` : `img-src ${pictures}`,
    "font-src 'self'",
    kind === 'player' ? "connect-src 'self' http: https:" : "connect-src 'self'",
    kind === 'player' ? "media-src 'self' blob: http: https:" : "media-src 'self'",
    ...(kind === 'player' ? ['worker-src blob:'] : []),
    "manifest-src 'self'",
    kind === 'public' ? ['frame-src', ...frames].join(' ') : "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    kind === 'player' ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ].join('; ');
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

function hashes(html: string, inline: RegExp): string[] {
  const contents = new Set(Array.from(html.matchAll(inline), ([, content = '']) => content));
  return [...contents].map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}

/** What a path with or without query shows; its `.data` is of the same kind. */
export function kindOf(target: string): PageKind {
  if (target === '/player') return 'player';
  return /^\/admin([/.?]|$)/.test(target) ? 'panel' : 'public';
}
