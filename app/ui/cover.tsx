import arcs from '../assets/covers/arcs.svg';
import beams from '../assets/covers/beams.svg';
import curtain from '../assets/covers/curtain.svg';
import ramp from '../assets/covers/ramp.svg';
import strings from '../assets/covers/strings.svg';
import waiting from '../assets/covers/waiting.svg';
import styles from './cover.module.css';

const STANDING_IN = [arcs, waiting, beams, curtain, strings, ramp];

interface Props {
  slug: string;
  cover: string | null;
  /** It is on the first screen: it is fetched before everything else. */
  isFirst?: boolean;
}

/** The picture of an article; one without a cover always gets the same of the site's own. It fills the frame it stands in. */
export function Cover({ slug, cover, isFirst = false }: Props) {
  const { src, isMirrored } = cover ? { src: cover, isMirrored: false } : standIn(slug);
  return (
    <img
      className={isMirrored ? `${styles.cover} ${styles.mirrored}` : styles.cover}
      src={src}
      alt=""
      width={1600}
      height={900}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
    />
  );
}

function standIn(slug: string): { src: string | undefined; isMirrored: boolean } {
  let hash = 0;
  for (const letter of slug) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return { src: STANDING_IN[hash % STANDING_IN.length], isMirrored: Math.floor(hash / STANDING_IN.length) % 2 === 1 };
}
