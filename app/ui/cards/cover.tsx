import { imageSources } from '../../../model/images/srcset.ts';
import type { Picture } from '../../images.server.ts';
import { useSite } from '../site.ts';
import styles from './cover.module.css';

interface Props {
  slug: string;
  cover: Picture | null;
  /** How wide it stands, as in the `sizes` of a picture. */
  sizes: string | undefined;
  /** What it shows; empty beside the title it belongs to. */
  alt?: string;
  /** It is on the first screen: it is fetched before everything else. */
  isFirst?: boolean;
}

/** The picture of an article; one without a cover has a drawing of its own, made from its slug. It fills the frame it stands in. */
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
      alt={cover ? alt : ''}
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
    />
  );
}
