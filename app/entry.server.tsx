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
import { hidesSpoilers } from '../http/view-choices.ts';
import { NonceContext, nonceContext, ViewBarContext } from './context.ts';
import { noteFailure } from './failure.server.ts';
import { hydrateWhenIdle } from './inline/after-paint.ts';
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
  const nonce = loaded.get(nonceContext);
  const url = new URL(request.url);
  const document = (
    <NonceContext value={nonce}>
      <ViewBarContext value={isPublic(context) ? viewBar(url, nonce) : undefined}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ViewBarContext>
    </NonceContext>
  );
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      // Else a part that was waited for is sent hidden, with a script that shows it.
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
  const isHydrated = !hidesSpoilers(url.search);
  const answer = canWait(context) && isHydrated ? hydrateLater(html, nonce) : html;
  return new Response(inHtmlSpelling(answer), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (!isRouteErrorResponse(error)) noteFailure(error);
  else if (error.status >= 500) noteFailure(new Error(`${error.status} ${error.statusText}`));
};

/** React writes `dateTime`; text parsers look for HTML's `datetime`. */
function inHtmlSpelling(html: string): string {
  return html.replaceAll('<time dateTime=', '<time datetime=');
}

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
