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
} from 'react-router';
import icon from './assets/icon.svg';
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

export const links: LinksFunction = () => [{ rel: 'icon', type: 'image/svg+xml', href: icon }];

export function Layout({ children }: { children: ReactNode }) {
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
