import { useRouteLoaderData } from 'react-router';
import type { loader } from '../routes/public/layout.tsx';

const LAYOUT = 'routes/public/layout';

export type Site = Awaited<ReturnType<typeof loader>>;

/** Undefined outside public pages. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<typeof loader>(LAYOUT);
}

export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as Site | undefined;
}
