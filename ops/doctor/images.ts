import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { uploadsIn } from '../../model/images/storage/folder.ts';
import type { Patient } from './examine.ts';
import { about, type Line } from './finding.ts';
import { countText } from './wording.ts';

/** The smallest drawing there is. */
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

export async function pictureLines({ draw, running }: Patient): Promise<Line[]> {
  const bytes = await draw({ svg: DOT, format: 'png' }).catch(() => undefined);
  return [pictureLine(bytes !== undefined && bytes.length > 0, running?.pictureCrashes ?? 0)];
}

export function pictureLine(isDrawn: boolean, crashes: number): Line {
  const line = about('pictures', 'Обработка картинок');
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

export async function folderLines({ config }: Patient): Promise<Line[]> {
  const folder = uploadsIn(config.dataDir);
  const problem = await access(folder, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  const line = about('uploads', 'Папка картинок');
  // It is made with the first picture.
  if (problem === undefined || problem === 'ENOENT') return [line.good('Писать в неё можно.')];
  return [
    line.bad(
      `В папку ${folder} нельзя писать (${problem}).`,
      'Верните папку пользователю, от имени которого работает сервер: chown -R.',
    ),
  ];
}
