import { useSite } from '../site.ts';
import styles from './logo.module.css';

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

function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 24a10 10 0 0 1 20 0z" fill="var(--hot)" />
      <path
        d="M1.5 28h29M16 9V3M7.6 12 3.7 8M24.4 12l3.9-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
