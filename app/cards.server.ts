import type { ArticleCard } from '../model/articles/schema.ts';
import { formatDate } from '../model/date.ts';
import { excerpt } from '../model/excerpt.ts';

/** A card of the list as its page shows it. */
export interface Card {
  slug: string;
  title: string;
  /** `2025-07-20`. */
  date: string;
  /** `20 июля 2025`. */
  dateText: string;
  cover: string | null;
  excerpt: string;
}

/** `length` characters of excerpt, at most the 120 that a card carries. */
export function toCard({ slug, title, date, coverImageUrl, excerpt: text }: ArticleCard, length: number): Card {
  return { slug, title, date, dateText: formatDate(date), cover: coverImageUrl, excerpt: excerpt(text, length) };
}
