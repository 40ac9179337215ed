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
import { MarkContext, markContext, ViewBarContext } from './context.ts';
import { noteFailure } from './failure.server.ts';
import { hydrateLater } from './hydrate-later.server.ts';
import { viewBar } from './ui/view/view-bar.server.tsx';

/** The whole document is rendered before it is sent: it is cached as one finished body and its inline scripts are hashed for the policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loaded: Readonly<RouterContextProvider>,
) {
  const mark = loaded.get(markContext);
  const document = (
    <MarkContext value={mark}>
      <ViewBarContext value={isPublic(context) ? viewBar(new URL(request.url)) : undefined}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </ViewBarContext>
    </MarkContext>
  );
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce: mark,
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
  return new Response(inHtmlSpelling(canWait(context) ? hydrateLater(html, mark) : html), { status, headers });
}

/** React Router calls it for what its loaders and pages throw, and for an address that none of its routes takes (an ErrorResponse). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (!isRouteErrorResponse(error)) noteFailure(error);
  else if (error.status >= 500) noteFailure(new Error(`${error.status} ${error.statusText}`));
};

/** React writes this attribute as its own property is spelt; programs that read pages as text look for HTML's spelling. */
function inHtmlSpelling(html: string): string {
  return html.replaceAll('<time dateTime=', '<time datetime=');
}

/** The public pages work before hydration; the panel and the player are nothing without it. The development server has its own start. */
function canWait(context: EntryContext): boolean {
  return import.meta.env.PROD && isPublic(context);
}

function isPublic({ staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id === 'routes/public/layout');
}
