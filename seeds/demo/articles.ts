import { contest } from './articles/contest.ts';
import { festival } from './articles/festival.ts';
import { final } from './articles/final.ts';
import { history } from './articles/history.ts';
import { people } from './articles/people.ts';
import { stage } from './articles/stage.ts';
import { visitors } from './articles/visitors.ts';
import { type CoverName, coverRecipes, type ImageName } from './pictures.ts';
import { typeset, typesetHtml } from './typeset.ts';

export type DemoArticle = {
  /** Where other articles link to it; without one the address follows from the title. */
  slug?: string;
  title: string;
  /** YYYY-MM-DD */
  date: string;
  /** HTML; pictures in it have addresses like `picture:footlights`, see `placeImages`. */
  content: string;
  /** Name of a picture in covers/. */
  cover: CoverName | null;
};

/** All news of the demo world, oldest first; `coverAlt` says what the cover shows. */
export const demoArticles: readonly (DemoArticle & { coverAlt: string })[] = [
  ...festival,
  ...people,
  ...visitors,
  ...history,
  ...stage,
  ...contest,
  ...final,
]
  .map((article) => ({
    ...article,
    title: typeset(article.title),
    content: typesetHtml(article.content),
    coverAlt: article.cover ? coverRecipes[article.cover].alt : '',
  }))
  .sort((one, other) => one.date.localeCompare(other.date));

/** Puts real addresses in place of `picture:<name>`. */
export function placeImages(content: string, addressOf: (name: ImageName) => string): string {
  return content.replace(/src="picture:([a-z0-9-]+)"/g, (_match, name: ImageName) => `src="${addressOf(name)}"`);
}
