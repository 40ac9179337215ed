import { Text } from '@mantine/core';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import { plural } from '../../../../../model/text/plural.ts';
import type { UploadUse } from '../../../../../model/uploads/uses.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import styles from './images.module.css';

const FROM_TOP = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' };

/** Dark logos are seen in the dark theme, too. */
const PLATE = { objectFit: 'contain', padding: '0.5rem', background: '#f7f5f2' } as const;

export function Thumb({ image, onOpen }: { image: LibraryImage; onOpen: () => void }) {
  const { name, url, title } = image;
  const alt = altOf(image);
  const isLogo = image.width > 2.5 * image.height;
  return (
    <button
      type="button"
      className={`${ui.tile} ${styles.thumb}`}
      style={FROM_TOP}
      title={title || name}
      onClick={onOpen}
    >
      <img
        className={ui.picture}
        src={smallUrl(image)}
        alt={alt}
        style={{ objectPosition: `${image.focus.x}% ${image.focus.y}%`, ...(isLogo && PLATE) }}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(url)) currentTarget.src = url;
        }}
      />
      <Text inherit truncate fw={500} component="span" display="block">
        {alt || title || name}
      </Text>
      {alt && title && (
        <Text truncate size="sm" c="dimmed" component="span" display="block">
          {title}
        </Text>
      )}
      <span className={ui.note}>
        {useText(image)}
        {!alt && ', без описания'}
      </span>
    </button>
  );
}

function useText(image: LibraryImage): string {
  const count = currentUses(image).length;
  if (count > 0) return `в ${plural(count, 'новости', 'новостях', 'новостях')}`;
  if (image.onSite) return image.usedOnSite.map(({ place }) => place).join(', ');
  if (image.usedIn.some(({ deleted }) => deleted)) return 'в корзине';
  return image.usedIn.length > 0 ? 'только в истории новостей' : 'не используется';
}

const SMALL = 480;

/** The smallest variant; exists only for wider images. */
export function smallUrl({ url, width }: Pick<LibraryImage, 'url' | 'width'>): string {
  return width > SMALL ? url.replace(/\.\w+$/, `-${SMALL}.webp`) : url;
}

/** Uses in current versions, not in the trash or in earlier revisions. */
export function currentUses({ usedIn }: LibraryImage): UploadUse[] {
  return usedIn.filter(({ deleted, earlier }) => !deleted && !earlier);
}

/** What the site or an article in its current version shows. */
export function isShown(image: LibraryImage): boolean {
  return image.onSite || currentUses(image).length > 0;
}

/** The description that an article gets with the image. */
export function altOf({ alt, altInNews }: LibraryImage): string {
  return alt || altInNews;
}
