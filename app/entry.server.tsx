import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { RenderedWith, siteContext } from './context.ts';
import { noteFailure } from './failure.server.ts';
import { viewBar } from './ui/view/view-bar.server.tsx';

const PUBLIC_LAYOUT = 'routes/public/layout';

/** Renders the whole document before sending: it is cached as one body, its inline scripts are hashed for the CSP. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loaded: Readonly<RouterContextProvider>,
) {
  const site = loaded.get(siteContext);
  const { nonce, isSpoilerFree } = site;
  const document = (
    <RenderedWith value={{ ...site, viewBar: isPublic(context) ? viewBar(new URL(request.url), site) : undefined }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </RenderedWith>
  );
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      // By default a large Suspense boundary is sent hidden, with a script that shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        text(body).then(resolve, reject);
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
  });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const answer = canWait(context) && !isSpoilerFree ? hydrateLater(html, nonce) : html;
  // React writes `dateTime`; text parsers look for HTML's `datetime`.
  return new Response(answer.replaceAll('<time dateTime=', '<time datetime='), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (!isRouteErrorResponse(error)) noteFailure(error);
  else if (error.status >= 500) noteFailure(new Error(`${error.status} ${error.statusText}`));
};

/** Public pages work before hydration; panel and player do not. The development server starts hydration itself. */
function canWait(context: EntryContext): boolean {
  return import.meta.env.PROD && isPublic(context);
}

function isPublic({ staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id === PUBLIC_LAYOUT);
}

const PRELOADS = /<link rel="(modulepreload|manifest)"/g;
/** The `site-` style sheet of public pages contains these styles: only hydration needs this link. */
const STYLES_OF_ALL = /<link rel="(stylesheet)"(?= href="\/assets\/root-)/;
const HAS_SITE_STYLES = /<link rel="stylesheet" href="\/assets\/site-/;
const LATER = '<link rel="later" data-rel="$1"';

/** Loads scripts after the first paint: they would delay it by seconds. Throws when React Router's markup changes. */
function hydrateLater(html: string, nonce: string): string {
  const starter = `<script nonce="${nonce}" type="module" async="">`;
  if (html.split(starter).length !== 2)
    throw new Error('the document has not the one module script that it should start later');
  const plain = html.replaceAll(`<link nonce="${nonce}" `, '<link ');
  const rest = HAS_SITE_STYLES.test(plain) ? plain.replace(STYLES_OF_ALL, LATER) : plain;
  return rest
    .replace(PRELOADS, LATER)
    .replace(
      starter,
      `<script nonce="${nonce}">(${hydrateWhenIdle})()</script><script nonce="${nonce}" type="text/plain" data-hydration="">`,
    );
}

/** Hydrates when idle after the first paint, or at the first interaction; tries again where code was lost. Stringified: no outside references. */
function hydrateWhenIdle(): void {
  const MOVES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
  const TIMEOUT = 1500;

  function start(): void {
    // The parser may be in the middle of this very script.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', start);
      return;
    }
    const waiting = document.querySelector('script[data-hydration]');
    if (!waiting || waiting.hasAttribute('data-started')) return;
    waiting.setAttribute('data-started', '');
    for (const move of MOVES) removeEventListener(move, start);
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]'))
      link.rel = link.dataset.rel ?? '';
    run(waiting.textContent, 15_000);
  }

  function run(code: string, pause: number): void {
    if (String(Object.keys(document.documentElement)).includes('__react')) return;
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    document.head.append(script);
    script.remove();
    setTimeout(run, pause, code, 2 * pause);
  }

  for (const move of MOVES) addEventListener(move, start, { passive: true });
  addEventListener('load', () => {
    // `load` may fire before the first paint.
    const paint = new PerformanceObserver(() => {
      paint.disconnect();
      if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: TIMEOUT });
      else setTimeout(start, TIMEOUT);
    });
    paint.observe({ type: 'paint', buffered: true });
    // A browser may report no paint at all.
    setTimeout(() => document.hidden || start(), 10_000);
  });
}
