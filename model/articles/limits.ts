/** Longest texts of an article, in characters. Without imports: the panel reads them too. */
export const MAX_TITLE = 300;
export const MAX_LEAD = 300;
export const MAX_SOCIAL_TITLE = 200;
export const MAX_ALT = 300;
export const MAX_TAG = 60;
export const MAX_TAGS = 10; // of one article
export const MAX_CONTENT = 20 * 1024 * 1024; // embedded `data:` images included
