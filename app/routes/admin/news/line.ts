import type { AdminArticle } from '../../../../model/articles/schema.ts';

export type Line = Omit<AdminArticle, 'content'>;
