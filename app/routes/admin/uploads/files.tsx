import { Anchor, Button, FileButton, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { LibraryFile } from '../../../../model/files/library.ts';
import { lengthText, sizeText } from '../../../../model/text/size.ts';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, LoadState, More } from '../../../ui/admin/loading/states.tsx';
import { copyAddress } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { usePaged } from '../../../ui/admin/queries.ts';
import { panelHead, RowButton, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SearchRow, Uploads, useRemoval, useUploads } from '../../../ui/admin/uploads.tsx';
import { Uses } from './images/image-uses.tsx';

const PART = 60;
const AFTER_REST = 300; // ms

export const meta = () => panelHead('Файлы');

export default function Files() {
  const { uploadFile } = useSession();
  const [sought, setSought] = useState('');
  const [isUnused, setUnused] = useState(false);
  const [q] = useDebouncedValue(sought.trim(), AFTER_REST);
  const query = new URLSearchParams({ limit: String(PART), ...(q && { q }), ...(isUnused && { unused: 'true' }) });
  const { items, problem, reload, ...rest } = usePaged<LibraryFile>(`/admin/files?${query}`);
  const { uploads, add, forget, dayText } = useUploads(uploadFile, '/admin/files');
  const { remove, isGone } = useRemoval('/admin/files');
  const isFiltered = q !== '' || isUnused;

  return (
    <DropField label="Файлы" onDrop={add}>
      <Screen
        title="Файлы"
        lead={
          <>
            Документы, архивы и звук, которые стоят в новостях: PDF, ZIP, DOCX, XLSX, PPTX, MP3 и другие, до 100 МБ.
            {dayText}
          </>
        }
        actions={
          <FileButton multiple onChange={add} inputProps={{ 'aria-label': 'Файлы для загрузки' }}>
            {(props) => (
              <Button {...props} leftSection={<Icon name="upload" />}>
                Загрузить
              </Button>
            )}
          </FileButton>
        }
      >
        <SearchRow
          label="Найти по имени файла или новости"
          placeholder="Имя файла или новость"
          maxLength={300}
          value={sought}
          onChange={setSought}
        >
          <Switch
            label="Только неиспользуемые"
            checked={isUnused}
            onChange={(event) => setUnused(event.currentTarget.checked)}
          />
        </SearchRow>
        <Uploads uploads={uploads} failure="Ошибка загрузки файла" onForget={forget} />
        <LoadState data={items} problem={problem} reload={reload} rows={4} />
        {items?.length === 0 && (
          <Empty title={isFiltered ? 'Ничего не нашлось' : 'Файлов пока нет'}>
            {!isFiltered && (
              <p>Загрузите их здесь или перетащите прямо в текст новости: файл встанет карточкой, звук — плеером.</p>
            )}
          </Empty>
        )}
        <ul className={ui.rows}>
          {items
            ?.filter((file) => !isGone(file))
            .map((file) => (
              <FileRow
                key={file.name}
                file={file}
                onRemove={() => remove([file.name], `Файл удалён: «${file.title}».`)}
              />
            ))}
        </ul>
        <More {...rest} />
      </Screen>
    </DropField>
  );
}

function FileRow({ file, onRemove }: { file: LibraryFile; onRemove: () => void }) {
  const { url, title, label, bytes, seconds, createdAt, createdBy, deletable } = file;
  return (
    <li style={{ alignItems: 'flex-start' }}>
      <Text span size="sm" miw="3.25rem" ta="center" className={ui.badge ?? ''} aria-hidden="true">
        {label}
      </Text>
      <div className={ui.about}>
        <Anchor href={url} fw={600} style={{ justifySelf: 'start' }}>
          {title}
        </Anchor>
        <p className={ui.note}>
          {[label, sizeText(bytes), ...(seconds ? [lengthText(seconds)] : [])].join(', ')}, загружен:{' '}
          <Moment at={createdAt} />
          {createdBy && `, ${createdBy}`}
        </p>
        <UsedIn file={file} />
      </div>
      <div className={ui.row}>
        <RowButton word="Скопировать адрес" of={title} size="compact-md" onClick={() => void copyAddress(url)} />
        {deletable && <RowButton word="Удалить" of={title} isDanger size="compact-md" onClick={onRemove} />}
      </div>
    </li>
  );
}

function UsedIn({ file: { usedIn, usedOnSite, deletable, deletableAt } }: { file: LibraryFile }) {
  if (usedIn.length === 0 && usedOnSite.length === 0) {
    if (deletable) return <p className={ui.note}>Нигде не используется.</p>;
    return (
      <p className={ui.note}>
        Нигде не используется, удалить можно будет с <Moment at={deletableAt} />.
      </p>
    );
  }
  return <Uses usedIn={usedIn} usedOnSite={usedOnSite} maxHeight="8rem" label="Где стоит" />;
}
