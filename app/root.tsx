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
import { drawIcon } from '../model/drawings/icons.ts';
import { legalDocuments } from '../model/pages/page-index.ts';
import { siteTextDefaults } from '../model/settings/site-text-defaults.ts';
import type { Route } from './+types/root.ts';
import { RenderedWith, siteContext } from './context.ts';
import reading from './fonts/golos-text.woff2';
import display from './fonts/unbounded.woff2';
import { livePageScript, pageScript } from './inline/page-script.ts';
import './styles/document.css';
import './styles/fonts.css';
import './styles/tokens.css';
import styles from './root.module.css';
import { ConsentBanner } from './ui/consent/consent-banner.tsx';

export interface PageHandle {
  isBare?: boolean; // a document without the site's header and footer
  isDark?: boolean;
}

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Accent, icon and documents; the defaults when the database fails. */
export async function loader({ context }: Route.LoaderArgs) {
  const { texts, pages } = context.get(siteContext);
  const shown = await texts().catch(() => siteTextDefaults);
  const accent = accentOf(shown.accent_color);
  const documents = await legalDocuments(shown, pages).catch(() => ({}));
  return { accent: accentStyle(accent), icon: inAddress(drawIcon(accent, 'tab')), documents };
}

/** Inlined: a request would cost more than the icon and compete with the fonts and the first image. */
function inAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`;
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const { accent, icon = '/icon.svg', documents } = useRouteLoaderData<typeof loader>('root') ?? {};
  // In the browser only the inline script sets the view, before hydration.
  const { nonce, view, isSpoilerFree } = useContext(RenderedWith);
  const matches = useMatches();
  // A past edition has an accent of its own.
  const own = matches.map(({ loaderData }) => (loaderData as { accentStyle?: string } | undefined)?.accentStyle);
  const isBare = matches.some(({ handle }) => (handle as PageHandle | undefined)?.isBare);
  const stage = matches.some(({ handle }) => (handle as PageHandle | undefined)?.isDark) ? 'stage' : undefined;
  const isPublic = matches.some(({ id }) => id === 'routes/public/layout');
  const { pathname, search } = useLocation();
  // The low-vision view needs a page that scrolls: the hall screen has none.
  const isHall = import.meta.env.SSR && pathname === '/results' && new URLSearchParams(search).has('screen');
  // Spoiler-free pages have no scripts: no later data can reach them.
  const isStatic = isPublic && isSpoilerFree;
  // From the layout's data, without `siteOf`: its import would bring the site's style sheet to the panel.
  const isLive =
    import.meta.env.SSR &&
    !isStatic &&
    matches.some(({ loaderData }) => (loaderData as { isLive?: boolean } | undefined)?.isLive);
  return (
    <html lang="ru" className={stage} data-view={isHall ? '' : view?.join(' ') || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0c0913" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#f7f1ea" media="(prefers-color-scheme: light)" />
        {isBare || (
          <script nonce={nonce} suppressHydrationWarning>
            {isLive ? livePageScript : pageScript}
          </script>
        )}
        <Meta />
        <Links />
        <link rel="icon" type="image/svg+xml" href={icon} />
        {/* After the styles: the first request gets the open connection. */}
        {isPublic &&
          [display, reading].map((href) => (
            <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
          ))}
        {(own.find(Boolean) ?? accent) && <style nonce={nonce}>{own.find(Boolean) ?? accent}</style>}
        {/* A script blocks the parser until the style sheets have loaded: Chromium would lay out a framed video without them. */}
        {isBare && (
          <script nonce={nonce} suppressHydrationWarning>
            {'/**/'}
          </script>
        )}
      </head>
      <body>
        {children}
        {isBare || <ConsentBanner {...documents} />}
        {isStatic || isBare || <ScrollRestoration storageKey="rampa.scroll" />}
        {isStatic || <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** For a failure of the root itself: uses nothing of the layout. */
export function ErrorBoundary() {
  const { pathname, search } = useLocation();
  return (
    <main className={styles.lost}>
      <h1>Что-то пошло не так</h1>
      <p>Страница не открылась из-за ошибки на нашей стороне. Попробуйте ещё раз или вернитесь на главную.</p>
      <p className={styles.ways}>
        <a href={pathname + search}>Повторить</a>
        <a href="/">На главную</a>
      </p>
    </main>
  );
}
