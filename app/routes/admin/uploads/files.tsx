import { Button, FileButton, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { LibraryFile } from '../../../../model/files/library.ts';
import { DropField } from '../../../ui/admin/fields/drop-field.tsx';
import { SearchRow } from '../../../ui/admin/fields/search-row.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty, LoadState, More } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { usePaged } from '../../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { Uploads, useUploads } from '../../../ui/admin/uploads.tsx';
import { FileRow } from './files/file-row.tsx';

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
          {items?.map((file) => (
            <FileRow key={file.name} file={file} />
          ))}
        </ul>
        <More {...rest} />
      </Screen>
    </DropField>
  );
}
