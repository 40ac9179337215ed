import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { uploadsIn } from '../../../model/uploads/storage/folder.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';
import { countText } from '../wording.ts';

const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

export async function imageFindings({ draw, running }: DoctorContext): Promise<Finding[]> {
  const bytes = await draw({ svg: DOT, format: 'png' }).catch(() => undefined);
  return [imageFinding(bytes !== undefined && bytes.length > 0, running?.imageCrashes ?? 0)];
}

/** Bad when the test image failed; `crashes` since the start. */
export function imageFinding(isDrawn: boolean, crashes: number): Finding {
  const line = finding('pictures', 'Обработка картинок');
  if (!isDrawn)
    return line.bad(
      'Пробная картинка не получилась: загрузить фотографию сейчас нельзя.',
      'Посмотрите журнал сервера и хватает ли памяти; если сервер перенесли с другой машины, выполните npm ci заново.',
    );
  const ended =
    crashes === 0
      ? ''
      : ` С запуска процесс для картинок обрывался ${countText(crashes, 'раз', 'раза', 'раз')}; сайту это не мешает.`;
  return line.good(`Пробная картинка получилась.${ended}`);
}

export async function folderFindings({ config }: DoctorContext): Promise<Finding[]> {
  const folder = uploadsIn(config.dataDir);
  const problem = await access(folder, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  const line = finding('uploads', 'Папка загрузок');
  // The first image makes it.
  if (problem === undefined || problem === 'ENOENT') return [line.good('Писать в неё можно.')];
  return [
    line.bad(
      `В папку ${folder} нельзя писать (${problem}).`,
      'Верните папку пользователю, от имени которого работает сервер: chown -R.',
    ),
  ];
}
