import { pictureSources } from '../../model/picture-sources.ts';
import arcs from '../assets/covers/arcs.svg';
import beams from '../assets/covers/beams.svg';
import curtain from '../assets/covers/curtain.svg';
import ramp from '../assets/covers/ramp.svg';
import strings from '../assets/covers/strings.svg';
import waiting from '../assets/covers/waiting.svg';
import type { Picture } from '../pictures.server.ts';
import styles from './cover.module.css';

const STANDING_IN = [arcs, waiting, beams, curtain, strings, ramp];

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

/** The picture of an article; one without a cover always gets the same of the site's own. It fills the frame it stands in. */
export function Cover({ slug, cover, sizes, alt = '', isFirst = false }: Props) {
  const own = standIn(slug);
  const { src, width = 1600, height = 900 } = cover ?? { src: own.src };
  const srcSet = cover?.width ? pictureSources(cover.src, cover.width).srcset : undefined;
  return (
    <img
      className={!cover && own.isMirrored ? `${styles.cover} ${styles.mirrored}` : styles.cover}
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

function standIn(slug: string): { src: string | undefined; isMirrored: boolean } {
  let hash = 0;
  for (const letter of slug) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return { src: STANDING_IN[hash % STANDING_IN.length], isMirrored: Math.floor(hash / STANDING_IN.length) % 2 === 1 };
}
