import { contest, secondChance } from './articles/contest.ts';
import { festival, history } from './articles/festival.ts';
import { people } from './articles/people.ts';
import { stage } from './articles/stage.ts';
import { final, visitors } from './articles/visitors.ts';
import { altOf, type CoverName, type FileName, type ImageName } from './files.ts';
import { typeset, typesetHtml } from './typeset.ts';

export type DemoArticle = {
  slug?: string; // Where other articles link to it; without one the address follows from the title
  title: string;
  date: string; // YYYY-MM-DD
  /** HTML; pictures and files in it have addresses like `picture:footlights`, `file:protokol`, see `placeUploads`. */
  content: string;
  cover: CoverName | null; // Name of a picture in covers/
  tags?: string[];
};

/** All news of the demo world, oldest first; `coverAlt` says what the cover shows. */
export const demoArticles: readonly (DemoArticle & { coverAlt: string })[] = [
  ...festival,
  ...tagged('Люди', people),
  ...tagged('Зрителям', visitors),
  ...history,
  ...tagged('За сценой', stage),
  ...tagged('Полуфиналы', [...contest, ...secondChance]),
  ...tagged('Финал', final),
]
  .map((article) => ({
    ...article,
    title: typeset(article.title),
    content: typesetHtml(article.content),
    coverAlt: article.cover ? altOf(article.cover) : '',
  }))
  .sort((one, other) => one.date.localeCompare(other.date));

function tagged(tag: string, articles: DemoArticle[]): DemoArticle[] {
  return articles.map((article) => ({ ...article, tags: [tag] }));
}

/** Puts real addresses in place of `picture:<name>` and `file:<name>`. */
export function placeUploads(content: string, addressOf: (name: ImageName | FileName) => string): string {
  return content.replace(
    /(src|href)="(?:picture|file):([a-z0-9-]+)"/g,
    (_match, attribute: string, name: ImageName | FileName) => `${attribute}="${addressOf(name)}"`,
  );
}
