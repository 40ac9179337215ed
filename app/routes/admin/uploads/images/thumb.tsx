import type { LibraryImage } from '../../../../../model/images/library.ts';
import { plural } from '../../../../ui/admin/plural.ts';
import styles from './images.module.css';
import { altOf, currentUses, positionOf, smallUrl } from './stored-image.ts';

export function Thumb({ image, onOpen }: { image: LibraryImage; onOpen: () => void }) {
  const { name, url, title } = image;
  const alt = altOf(image);
  const isLogo = image.width > 2.5 * image.height;
  return (
    <button type="button" className={styles.thumb} title={title || name} onClick={onOpen}>
      <img
        src={smallUrl(image)}
        alt={alt}
        style={{ objectPosition: positionOf(image.focus), ...(isLogo && { objectFit: 'contain' }) }}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
        }}
      />
      <span className={styles.caption} data-missing={alt ? undefined : true}>
        {alt || 'Без описания'}
      </span>
      {title && <span className={styles.file}>{title}</span>}
      <span className={styles.use}>{useText(image)}</span>
    </button>
  );
}

function useText(image: LibraryImage): string {
  const count = currentUses(image).length;
  if (count > 0) return `в ${plural(count, 'новости', 'новостях', 'новостях')}`;
  if (image.onSite) return 'в оформлении сайта';
  if (image.usedIn.some(({ deleted }) => deleted)) return 'в корзине';
  return image.usedIn.length > 0 ? 'только в истории новостей' : 'не используется';
}
