import { Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { keyOf } from '../../../../model/text/table.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { ChooseFile } from '../../../ui/admin/fields/drop-field.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { prepareImage } from '../editor/body/uploads/prepare.ts';

const PICTURE = /\.(?:jpe?g|png|webp|gif|hei[cf]|avif)$/i;
const MAX_BYTES = 15 * 1024 * 1024; // of a picture: the limit of an upload

/** Import of photographs from a ZIP. A file is matched by the contestant's name, slug or number. */
export function PhotosDialog({ performing, onClose }: { performing: Contestant[]; onClose: () => void }) {
  const { upload } = useSession();
  const change = useChange('/programme');
  const [done, setDone] = useState(0);
  const reading = useMutation({ mutationFn: async (file: File) => assign(await unzip(file), performing) });
  const sending = useMutation({
    mutationFn: async (photos: Photo[]) => {
      const failed: string[] = [];
      for (const [at, { file, contestant }] of photos.entries()) {
        setDone(at);
        await put(file, contestant).catch((error) => failed.push(`${contestant.name}: ${extractError(error)}`));
      }
      return failed;
    },
  });
  const put = async (file: File, { id, version, slug: _slug, ...fields }: Contestant) => {
    const { url } = await upload(await prepareImage(file));
    if (url !== fields.image)
      await change('PUT', `/admin/contestants/${id}`, { body: { ...fields, image: url }, ifMatch: `"${version}"` });
  };
  const { photos = [], left = [] } = reading.data ?? {};
  const { data: failed, isPending: isSending } = sending;
  const isBusy = reading.isPending || isSending;
  const sendText = `Загрузить ${plural(photos.length, 'фотографию', 'фотографии', 'фотографий')}`;
  return (
    <Dialog title="Фотографии участников" role="alertdialog" onClose={() => isBusy || onClose()}>
      <Stack>
        <p>
          Положите фотографии в архив ZIP и назовите каждую по участнику: «Анна Лебедева.jpg» или номером выступления:
          «07.jpg».
        </p>
        <ChooseFile
          word="Выбрать архив"
          accept=".zip,application/zip"
          loading={reading.isPending}
          data-autofocus
          onChoose={reading.mutate}
        />
        {reading.error && <Problem text={`Ошибка: ${extractError(reading.error)}`} />}
        {reading.data && <Found photos={photos} />}
        {left.length > 0 && <Problem text="Эти файлы останутся в архиве." detail={left.join('\n')} />}
        {isSending && <Progress value={(done / photos.length) * 100} aria-label="Загрузка фотографий" />}
        {failed && <Text role="status">Загружено: {countText(photos.length - failed.length)}.</Text>}
        {failed?.[0] && <Problem text="Не получилось." detail={failed.join('\n')} />}
        <FormButtons
          busy={isBusy}
          cancel={failed ? 'Закрыть' : 'Отмена'}
          submit={photos.length > 0 && !failed ? sendText : undefined}
          onSubmit={() => sending.mutate(photos)}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
}

function Found({ photos }: { photos: Photo[] }) {
  if (photos.length === 0)
    return <Text role="status">В архиве нет фотографий с именами участников этого концерта.</Text>;
  return (
    <>
      <Text role="status" fw={600}>
        Нашлось: {countText(photos.length)}.
      </Text>
      <ul className={ui.note}>
        {photos.map(({ file, contestant }) => (
          <li key={contestant.id}>
            {contestant.name} — {file.name}
            {contestant.image && ', вместо прежней'}
          </li>
        ))}
      </ul>
    </>
  );
}

type Photo = { file: File; contestant: Contestant };

const countText = (count: number) => plural(count, 'фотография', 'фотографии', 'фотографий');

/** Unpacks the pictures of an archive; other and too large files are skipped and listed. */
async function unzip(archive: File): Promise<{ files: File[]; left: string[] }> {
  const { unzipSync } = await import('fflate'); // At once: workers are forbidden by the site's policy
  const left: string[] = [];
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.)/.test(name)) return false;
    const isTaken = PICTURE.test(name) && originalSize <= MAX_BYTES;
    if (!isTaken) left.push(`${baseOf(name)} — ${PICTURE.test(name) ? 'больше 15 МБ' : 'не картинка'}`);
    return isTaken;
  };
  try {
    const files = Object.entries(unzipSync(bytes, { filter }));
    return { files: files.map(([name, content]) => new File([content as BlobPart], baseOf(name))), left };
  } catch {
    throw new Error('Архив не открывается. Нужен обычный ZIP без пароля.');
  }
}

/** Names without the UTF-8 flag come as Latin-1: those of macOS are UTF-8, those of a Russian Windows are in its code page 866. */
function baseOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  if (/[^\0-\xff]|[a-z][\x80-\xff]|[\x80-\xff][a-z]/i.test(base)) return base;
  const bytes = Uint8Array.from(base, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('ibm866').decode(bytes);
  }
}

/** Each contestant gets the first file that names them. */
function assign({ files, left }: Awaited<ReturnType<typeof unzip>>, performing: Contestant[]) {
  const photos: Photo[] = [];
  for (const file of files) {
    const name = keyOf(file.name.replace(PICTURE, '').replaceAll('_', ' '));
    const [slug, number] = [slugify(name), name.replace(/^0+/, '')];
    const isNamed = (each: Contestant, at: number) =>
      keyOf(each.name) === name || each.slug === slug || String(at + 1) === number;
    const contestant = performing.find(isNamed);
    if (!contestant) left.push(`${file.name} — нет такого участника`);
    else if (photos.some((photo) => photo.contestant === contestant)) left.push(`${file.name} — у участника уже есть`);
    else photos.push({ file, contestant });
  }
  return { photos, left };
}
