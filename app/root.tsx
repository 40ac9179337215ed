import type { ReactNode } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import icon from './assets/icon.svg';
import { visitScript } from './inline/visit.ts';
import './styles/document.css';
import './styles/fonts.css';
import './styles/still.css';
import './styles/tokens.css';
import { ConsentBanner } from './ui/consent-banner.tsx';
import { Lost } from './ui/lost.tsx';

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
  return (
    // The inline script marks <html> before React comes to it.
    <html lang="ru" suppressHydrationWarning>
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
        {isBare || <ConsentBanner />}
        {children}
        <ScrollRestoration />
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
