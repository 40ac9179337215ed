import { imageSources } from '../../../model/images/srcset.ts';
import type { Picture } from '../../cards.server.ts';
import { useSite } from '../site.ts';
import styles from './cover.module.css';

interface Props {
  slug: string;
  cover: Picture | null;
  sizes?: string | undefined;
  alt?: string; // Empty beside the title it belongs to
  isFirst?: boolean;
}

/** Cover image of an article, or a drawing generated from its slug. Fills its frame. */
export function Cover({ slug, cover, sizes, alt = '', isFirst = false }: Props) {
  const site = useSite();
  const { src, width = 1600, height = 900 } = cover ?? { src: site && `${site.covers}${slug}.svg` };
  const srcSet = cover?.width ? imageSources(cover.src, cover.width).srcset : undefined;
  return (
    <>
      <img
        className={styles.cover}
        src={src}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        data-x={cover?.focus && inWords(cover.focus.x)}
        data-y={cover?.focus && inWords(cover.focus.y)}
        alt={cover ? alt : ''}
        width={width}
        height={height}
        decoding="async"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
      />
      {cover && alt && (
        <span className="picture-words" hidden>
          {alt}
        </span>
      )}
    </>
  );
}

/** Focus in twentieths of a side, as classes that the style sheet adds up: the CSP forbids `style` in HTML. */
function inWords(place: number): string {
  return [5, 10, 20, 40, 80].filter((part) => (place / 5) & (part / 5)).join(' ');
}

/**
 * Values of the `sizes` attribute, by which browsers choose a variant. Images are 16:9, cropped in 16:10 frames, so a
 * ninth wider than their frames. On phones (below 640 px) the values are lowered to save bytes: the lead gets at least
 * 1.6 px per CSS px on dense screens, other cards the smallest variant (1.3 px per CSS px, a third of the bytes).
 */
export const LEAD_ON_PHONE = '(min-resolution:2.5dppx) 60vw,(min-resolution:1.5dppx) 80vw,100vw';
export const CARD_ON_PHONE = '(min-resolution:2.5dppx) 36vw,(min-resolution:1.5dppx) 50vw,100vw';
