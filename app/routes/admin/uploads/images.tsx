import { Box, Button, Checkbox, CloseButton, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LibraryImage } from '../../../../model/images/library.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { LOWER_BAR } from '../../../ui/admin/lower-bar.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { panelHead } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { prepareImage } from '../editor/body/uploads/prepare.ts';
import { ImageDetails } from './images/image-details.tsx';
import styles from './images/images.module.css';
import { Thumb } from './images/library-image.tsx';
import { type Filters, Library } from './library.tsx';

const ORDERS = [
  { value: 'newest', label: 'Сначала новые' },
  { value: 'oldest', label: 'Сначала старые' },
  { value: 'largest', label: 'Сначала большие' },
];

export const meta = () => panelHead('Картинки');

export default function Images() {
  const { upload } = useSession();
  return (
    <Library<LibraryImage>
      title="Картинки"
      lead="Всё, что загружали на сайт."
      address="/admin/images"
      upload={async (file, options) => upload(await prepareImage(file), options)}
      accept="image/*"
      failure="Ошибка загрузки изображения"
      search={{ label: 'Найти по названию, описанию или новости', placeholder: 'Название, описание или новость' }}
      orders={ORDERS}
      empty={(filters) => <Empty title={emptyText(filters)} />}
      height={180}
    >
      {(images, remove, more) => (
        <ImageGrid images={images} onRemove={(gone) => remove(namesOf(gone), removedText(gone.length))}>
          {more}
        </ImageGrid>
      )}
    </Library>
  );
}

interface Props {
  images: LibraryImage[];
  onRemove: (images: LibraryImage[]) => void;
  children: ReactNode;
}

function ImageGrid({ images, onRemove, children }: Props) {
  const [open, setOpen] = useState<LibraryImage>();
  // Uploads may push the open picture off the loaded part of the list.
  const shown = images.find(({ name }) => name === open?.name) ?? open;
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const chosen = images.filter(({ name, deletable }) => deletable && names.has(name));
  return (
    <>
      <ul className={styles.grid}>
        {images.map((image) => (
          <li key={image.name}>
            <Thumb image={image} onOpen={() => setOpen(image)} />
            {image.deletable && (
              <Box component="label" pos="absolute" top="0" left="0" p="0.875rem">
                <Checkbox
                  aria-label={`Выбрать: ${image.title || image.name}`}
                  checked={names.has(image.name)}
                  onChange={() => setNames(names.symmetricDifference(new Set([image.name])))}
                />
              </Box>
            )}
          </li>
        ))}
      </ul>
      {children}
      {chosen.length > 0 && (
        <Group
          component="section"
          className={`${ui.floating} ${styles.bar}`}
          aria-label="Выбранные картинки"
          {...LOWER_BAR}
        >
          <Text role="status" fw={600} style={{ flex: 1 }}>
            Выбрано: {chosen.length}
          </Text>
          <Button variant="default" size="sm" onClick={() => onRemove(chosen)}>
            Удалить
          </Button>
          <CloseButton aria-label="Снять выбор" onClick={() => setNames(new Set())} />
        </Group>
      )}
      {shown && (
        <ImageDetails
          image={shown}
          onRemove={() => {
            setOpen(undefined);
            onRemove([shown]);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function namesOf(images: LibraryImage[]): string[] {
  return images.map(({ name }) => name);
}

function removedText(count: number): string {
  return count === 1 ? 'Картинка удалена.' : `Удалено: ${plural(count, 'картинка', 'картинки', 'картинок')}.`;
}

function emptyText({ q, unused }: Filters): string {
  if (q) return 'Ничего не нашлось';
  return unused ? 'Все картинки где-нибудь стоят' : 'Картинок пока нет';
}
