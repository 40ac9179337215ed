import type { ImageStore } from '../images/images.ts';
import type { Faces } from './outlines.ts';
import { drawPoster } from './poster.ts';
import type { PosterFacts } from './posters.ts';

/** JPEG, 1200 × 630; without the photo when it cannot be read or decoded. Errors as for uploads. */
export async function makePoster(
  pictures: ImageStore,
  faces: Faces,
  { accent, seed, cover, ...words }: PosterFacts,
): Promise<Buffer> {
  const draw = (behind: Buffer | undefined) => {
    const svg = drawPoster(faces, words, { accent, seed, hasPhoto: behind !== undefined });
    return pictures.draw({ svg, format: 'jpeg', ...(behind && { behind }) });
  };
  const behind = cover === null ? undefined : await pictures.read(cover);
  if (!behind) return draw(undefined);
  return draw(behind).catch(() => draw(undefined));
}
