import { useRouteLoaderData } from 'react-router';
import type { loader } from '../routes/public/layout.tsx';

const LAYOUT = 'routes/public/layout';

export type Site = Awaited<ReturnType<typeof loader>>;

/** Undefined outside public pages. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<typeof loader>(LAYOUT);
}

/** For the head of a public page. Without data of the layout its pages have no head of their own. */
export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as Site;
}
