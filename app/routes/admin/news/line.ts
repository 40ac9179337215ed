import type { AdminArticle } from '../../../../model/articles/schema.ts';

/** An article in the list, where its body has no use. */
export type Line = Omit<AdminArticle, 'content'>;
