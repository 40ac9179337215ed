import { plural } from '../../../ui/admin/plural.ts';
import styles from './images.module.css';
import { type StoredImage, smallUrl } from './stored-image.ts';

export function Thumb({ image, onOpen }: { image: StoredImage; onOpen: () => void }) {
  const { name, url, alt, usedIn } = image;
  return (
    <button type="button" className={styles.thumb} onClick={onOpen}>
      <img
        src={smallUrl(image)}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
        }}
      />
      <span className={styles.caption}>{alt || name}</span>
      <span className={styles.use}>{usedIn.length ? `в ${plural(usedIn.length, 'новости', 'новостях', 'новостях')}` : 'не используется'}</span>
    </button>
  );
}
