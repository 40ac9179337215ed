import type { LibraryImage } from '../../../../model/images/library.ts';
import { plural } from '../../../ui/admin/plural.ts';
import styles from './images.module.css';
import { currentUses, smallUrl } from './stored-image.ts';

export function Thumb({ image, onOpen }: { image: LibraryImage; onOpen: () => void }) {
  const { name, url, alt } = image;
  return (
    <button type="button" className={styles.thumb} title={name} onClick={onOpen}>
      <img
        src={smallUrl(image)}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
        }}
      />
      <span className={styles.caption} data-missing={alt ? undefined : true}>
        {alt || 'Без описания'}
      </span>
      <span className={styles.use}>{useText(image)}</span>
    </button>
  );
}

function useText(image: LibraryImage): string {
  const count = currentUses(image).length;
  if (count > 0) return `в ${plural(count, 'новости', 'новостях', 'новостях')}`;
  if (image.onSite) return 'в оформлении сайта';
  return image.usedIn.length > 0 ? 'в прежних версиях' : 'не используется';
}
