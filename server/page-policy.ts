import { createHash } from 'node:crypto';

export type PageKind = 'public' | 'panel' | 'player';

interface MarkedPage {
  body: string;
  mark: string;
}

interface Site {
  playerHosts: string[];
  publicUrl: string | undefined;
}

/**
 * The Content-Security-Policy of one finished page. Pages are shared between visitors, so no nonce is sent: each inline script and
 * style that carries the mark of this rendering is allowed by its hash. One that came with a body carries none and never runs.
 * Uploads are same-origin but outside `/assets/`, so they can never run as script.
 */
export function policyFor(kind: PageKind, page: MarkedPage, sources: string, { playerHosts, publicUrl }: Site): string {
  const scripts = hashes(page, 'script');
  const styles = hashes(page, 'style');
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
    // The panel shows a player as visitors will see it.
    kind === 'player' ? "frame-src 'self'" : ['frame-src', ...frames].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    kind === 'player' ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ].join('; ');
}

/** The body as it is sent. */
export function withoutMarks({ body, mark }: MarkedPage): string {
  return body.replaceAll(` nonce="${mark}"`, '');
}

/** The policy of `template` for the body that was made of it: scripts in which the site's origin was filled in have other hashes. */
export function policyOfFilled(policy: string, template: string, filled: string): string {
  const after = inlineHashes(filled);
  return inlineHashes(template).reduce(
    (known, hash, at) => (hash === after[at] ? known : known.replace(hash, after[at] ?? hash)),
    policy,
  );
}

function inlineHashes(body: string): string[] {
  return Array.from(body.matchAll(/<(script|style)\b[^<>]*>(.*?)<\/\1>/gs), ([, , content = '']) => hashOf(content));
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function hashes({ body, mark }: MarkedPage, name: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${name} [^<>]*nonce="${mark}"[^<>]*>(.*?)</${name}>`, 'gs');
  const contents = new Set(Array.from(body.matchAll(inline), ([, content = '']) => content));
  contents.delete('');
  return [...contents].map(hashOf);
}

/** What a path with or without query shows; its `.data` is of the same kind. */
export function kindOf(target: string): PageKind {
  if (target === '/player') return 'player';
  return /^\/admin([/.?]|$)/.test(target) ? 'panel' : 'public';
}
