// Without imports: the panel reads it too.

/** Where a page is linked: nowhere, in the footer, in «Ещё» of the menu, or in both. */
export const PAGE_PLACES = ['none', 'footer', 'menu', 'both'] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];
