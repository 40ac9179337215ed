import { useSite } from '../site.ts';
import styles from './logo.module.css';
import { Mark } from './mark.tsx';

/** In CSS px: selects the variant. */
const HEIGHT = 36;

export function Logo({ words }: { words: string }) {
  const site = useSite();
  const picture = site?.logoImage;
  if (!picture)
    return (
      <>
        <Mark className={styles.mark} />
        <span>{words}</span>
      </>
    );
  const { src, srcset, width, height } = picture;
  const sizes = `${Math.ceil((HEIGHT * width) / height)}px`;
  return (
    <img
      className={styles.picture}
      src={src}
      srcSet={srcset}
      sizes={srcset && sizes}
      width={width}
      height={height}
      alt={site.name}
    />
  );
}
