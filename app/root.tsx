import type { ReactNode } from 'react';
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
import { accentOf, accentStyle } from '../model/accent.ts';
import { readShownSiteText } from '../model/site-text.ts';
import type { Route } from './+types/root.ts';
import { siteContext } from './context.ts';
import { visitScript } from './inline/visit.ts';
import './styles/document.css';
import './styles/fonts.css';
import './styles/still.css';
import './styles/tokens.css';
import { ConsentBanner } from './ui/consent-banner.tsx';
import { Lost } from './ui/lost.tsx';
import { viewIn } from './ui/view/choices.ts';

/** What a route's `handle` may say about its page. */
export interface PageHandle {
  /** It is a document of its own: nothing of the site stands around it. */
  isBare?: boolean;
  /** It is dark in every theme. */
  isDark?: boolean;
}

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The rules of a chosen accent, for every document of the site; a database that is away leaves the site its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const stored = await readShownSiteText(context.get(siteContext).db).catch(() => undefined);
  return { accent: accentStyle(accentOf(stored?.value.accent_color)) };
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const accent = useRouteLoaderData<typeof loader>('root')?.accent;
  const isBare = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isBare);
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
        {isBare || <script suppressHydrationWarning>{visitScript}</script>}
        <Meta />
        <Links />
        {accent && <style>{accent}</style>}
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
  return <Lost />;
}
