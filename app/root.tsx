import { type ReactNode, useContext } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { accentOf, accentStyle } from '../model/colour/accent.ts';
import { drawIcon } from '../model/drawings/mark.ts';
import { readShownSiteText } from '../model/settings/site-text.ts';
import type { Route } from './+types/root.ts';
import { MarkContext, siteContext } from './context.ts';
import reading from './fonts/golos-text.woff2';
import display from './fonts/unbounded.woff2';
import { pageScript } from './inline/page-script.ts';
import './styles/document.css';
import './styles/fonts.css';
import './styles/reduced-motion.css';
import './styles/tokens.css';
import { viewIn } from '../http/view-choices.ts';
import { ConsentBanner } from './ui/consent/consent-banner.tsx';
import { RootError } from './ui/errors/root-error.tsx';

/** What a route's `handle` may say about its page. */
export interface PageHandle {
  /** It is a document of its own: nothing of the site stands around it. */
  isBare?: boolean;
  /** It is dark in every theme. */
  isDark?: boolean;
}

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The rules of a chosen accent and the icon in it, for every document of the site; a database that is away leaves the site its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const stored = await readShownSiteText(context.get(siteContext).db).catch(() => undefined);
  const accent = accentOf(stored?.value.accent_color);
  return { accent: accentStyle(accent), icon: inAddress(drawIcon(accent, 'tab')) };
}

/** An icon of its own address would be asked for beside the fonts and the first picture: it is smaller than the question. */
function inAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`;
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const { accent, icon = '/icon.svg' } = useRouteLoaderData<typeof loader>('root') ?? {};
  const mark = useContext(MarkContext);
  const matches = useMatches();
  const isBare = matches.some(({ handle }) => (handle as PageHandle | undefined)?.isBare);
  const isPublic = matches.some(({ id }) => id === 'routes/public/layout');
  const { search } = useLocation();
  // In the browser the inline script alone marks <html>, before React comes to it.
  const view = import.meta.env.SSR ? viewIn(search).join(' ') : '';
  return (
    <html lang="ru" data-view={view || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0c0913" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#f7f1ea" media="(prefers-color-scheme: light)" />
        {isBare || (
          <script nonce={mark} suppressHydrationWarning>
            {pageScript}
          </script>
        )}
        <Meta />
        <Links />
        <link rel="icon" type="image/svg+xml" href={icon} />
        {/* After the styles: the first to be asked for has the connection that is already open. */}
        {isPublic &&
          [display, reading].map((href) => (
            <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
          ))}
        {accent && <style nonce={mark}>{accent}</style>}
      </head>
      <body>
        {children}
        {isBare || <ConsentBanner />}
        <ScrollRestoration storageKey="rampa.scroll" />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RootError />;
}
