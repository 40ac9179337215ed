import { Anchor, Text } from '@mantine/core';
import type { LibraryFile } from '../../../../model/files/library.ts';
import { sizeText } from '../../../../model/text/size.ts';
import { RowButton } from '../../../ui/admin/ask.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { copyAddress } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { panelHead } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { Unused, Uses } from './images/library-image.tsx';
import { Library } from './library.tsx';

export const meta = () => panelHead('Файлы');

export default function Files() {
  const { uploadFile } = useSession();
  return (
    <Library<LibraryFile>
      title="Файлы"
      lead="Документы, архивы и звук, которые стоят в новостях: PDF, ZIP, DOCX, XLSX, PPTX, MP3 и другие, до 100 МБ."
      address="/admin/files"
      upload={uploadFile}
      failure="Ошибка загрузки файла"
      search={{ label: 'Найти по имени файла или новости', placeholder: 'Имя файла или новость', maxLength: 300 }}
      empty={({ q, unused }) =>
        q || unused ? (
          <Empty title="Ничего не нашлось" />
        ) : (
          <Empty title="Файлов пока нет">
            <p>Загрузите их здесь или перетащите прямо в текст новости: файл встанет карточкой, звук — плеером.</p>
          </Empty>
        )
      }
    >
      {(files, remove, more) => (
        <>
          <ul className={ui.rows}>
            {files.map((file) => (
              <FileRow
                key={file.name}
                file={file}
                onRemove={() => remove([file.name], `Файл удалён: «${file.title}».`)}
              />
            ))}
          </ul>
          {more}
        </>
      )}
    </Library>
  );
}

function FileRow({ file, onRemove }: { file: LibraryFile; onRemove: () => void }) {
  const { url, title, label, bytes, createdAt, createdBy, usedIn, usedOnSite, deletable } = file;
  const { nameOf } = useSession();
  return (
    <li style={{ alignItems: 'flex-start' }}>
      <Text span size="sm" miw="3.25rem" ta="center" className={ui.badge ?? ''} aria-hidden="true">
        {label}
      </Text>
      <div className={ui.about}>
        <Anchor href={url} fw={600} c="inherit" underline="hover" style={{ justifySelf: 'start' }}>
          {title}
        </Anchor>
        <p className={ui.note}>
          {label}, {sizeText(bytes)}, загружен: <Moment at={createdAt} />
          {createdBy && `, ${nameOf(createdBy)}`}
        </p>
        {usedIn.length + usedOnSite.length === 0 ? (
          <Unused {...file} />
        ) : (
          <Uses usedIn={usedIn} usedOnSite={usedOnSite} maxHeight="8rem" label="Где стоит" />
        )}
      </div>
      <div className={ui.row}>
        <RowButton word="Скопировать адрес" of={title} size="compact-md" onClick={() => void copyAddress(url)} />
        {deletable && <RowButton word="Удалить" of={title} isDanger size="compact-md" onClick={onRemove} />}
      </div>
    </li>
  );
}
