import { findOutcome } from '../model/articles/articles.ts';
import { findImages } from '../model/images/lookup.ts';
import { findPublicContestant } from '../model/programme/contestants.ts';
import { pointsText } from '../model/results/board.ts';
import { findWinner } from '../model/results/outcome.ts';
import { isAhead } from '../model/settings/over.ts';
import { readWatchSettings } from '../model/settings/watch/watch.ts';
import { toCover } from './cards.server.ts';
import type { Site } from './context.ts';

/** Winner from the board and the outcome's article; from the article alone until all points are revealed or while a viewer may be behind. Null without either. */
export async function readWinner({ db, isSpoilerFree }: Site, isBehind = false) {
  if (isSpoilerFree) return null;
  const [outcome, { value }] = await Promise.all([findOutcome(db), readWatchSettings(db)]);
  // Before the announced start the article is about an earlier round.
  const found = outcome && !isAhead({ startsAt: value.starts_at }) ? outcome : undefined;
  const best = isBehind ? undefined : await findWinner(db, value.starts_at);
  const name = best?.isShared ? 'Победители' : 'Победитель';
  const article = found ? { title: found.title, to: `/news/${found.slug}` } : null;
  if (!best) return article && { name, ...article, about: '', action: 'Читать', article: null, face: null };
  const about = [best.song && `«${best.song}»`, best.points && pointsText(best.points)].filter(Boolean).join(' · ');
  const image = (await findPublicContestant(db, best.slug))?.image ?? null;
  // Without a picture the page shows a drawing.
  const face = { slug: best.slug, cover: toCover(image, await findImages(db, image ? [image] : [])) };
  const to = `/results#show-${best.show.id}`;
  return { name, title: best.name, about, to, action: 'Итоги', article, face };
}
