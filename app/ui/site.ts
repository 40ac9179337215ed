import { useRouteLoaderData } from 'react-router';
import type { loader } from '../routes/public/layout.tsx';

const LAYOUT = 'routes/public/layout';

/** What the layout knows of the whole site: its address, its name, the texts around every page. */
export type Site = Awaited<ReturnType<typeof loader>>;

/** Undefined outside the public pages. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<typeof loader>(LAYOUT);
}

/** The same for a route's `meta`. */
export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as Site | undefined;
}
