import { imageSources } from '../../../model/images/srcset.ts';
import type { Picture } from '../../cards.server.ts';
import { useSite } from '../site.ts';
import styles from './cover.module.css';

interface Props {
  slug: string;
  cover: Picture | null;
  /** `sizes` of the image. */
  sizes: string | undefined;
  /** Empty beside the title it belongs to. */
  alt?: string;
  isFirst?: boolean;
}

/** Cover image of an article, or a drawing generated from its slug. Fills its frame. */
export function Cover({ slug, cover, sizes, alt = '', isFirst = false }: Props) {
  const site = useSite();
  const { src, width = 1600, height = 900 } = cover ?? { src: site && `${site.covers}${slug}.svg` };
  const srcSet = cover?.width ? imageSources(cover.src, cover.width).srcset : undefined;
  return (
    <img
      className={styles.cover}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      data-x={cover?.focus?.x}
      data-y={cover?.focus?.y}
      alt={cover ? alt : ''}
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
    />
  );
}
