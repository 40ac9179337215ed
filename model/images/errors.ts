import { ModelError, notFound } from '../../errors.ts';
import type { ImageHeader } from './header.ts';

export function imageTooLarge(): ModelError {
  return new ModelError(413, 'too_large', 'Файл больше 15 МБ. Уменьшите картинку и загрузите ещё раз.');
}

export function noImage(): ModelError {
  const advice =
    'подходят картинки PNG, JPEG, WebP и GIF. Сохраните картинку в одном из этих форматов и загрузите ещё раз.';
  return new ModelError(415, 'unsupported_picture', `Такой файл загрузить нельзя: ${advice}`);
}

/** 415 with advice: HEIC is the default of phones. */
export function heifImage(): ModelError {
  const onComputer =
    'На Mac откройте снимок в «Просмотре» и выберите «Файл» → «Экспортировать», в Windows откройте в «Фотографиях» и выберите «Сохранить как».';
  const onPhone = 'На iPhone включите «Настройки» → «Камера» → «Форматы» → «Наиболее совместимые» и снимите ещё раз.';
  const message = `Снимки HEIC и AVIF загрузить нельзя, нужен JPEG. ${onComputer} ${onPhone}`;
  return new ModelError(415, 'unsupported_picture', message);
}

export function emptyFile(): ModelError {
  return new ModelError(422, 'broken_picture', 'Файл пуст. Выберите картинку ещё раз.');
}

/** 422: recognised format that cannot be decoded to its end. */
export function brokenImage(): ModelError {
  const advice = 'Если на вашем устройстве она открывается, сохраните её заново и загрузите ещё раз.';
  return new ModelError(422, 'broken_picture', `Картинка повреждена или загрузилась не целиком. ${advice}`);
}

/** 422: over the pixel limit, all frames counted. */
export function tooManyPixels({ width, height, frames }: ImageHeader): ModelError {
  const size = `${width}×${height}`;
  const message =
    frames > 1
      ? `Кадров в анимации: ${frames}, каждый ${size} точек. Вместе это больше 64 мегапикселей. Сократите анимацию или уменьшите её и загрузите ещё раз.`
      : `Картинка ${size} точек больше 64 мегапикселей. Уменьшите её и загрузите ещё раз.`;
  return new ModelError(422, 'too_many_pixels', message);
}

/** 422: decoding exceeded its time or memory. */
export function tooHeavy(): ModelError {
  const advice = 'Уменьшите её ширину и высоту и загрузите ещё раз.';
  return new ModelError(422, 'too_heavy', `Картинка слишком тяжёлая для обработки. ${advice}`);
}

export function tooManyWaiting(): ModelError {
  const advice = 'Подождите минуту и загрузите ещё раз.';
  return new ModelError(503, 'pictures_busy', `Сейчас обрабатывается слишком много картинок. ${advice}`);
}

/** 503: too little memory left on the machine or in the cgroup. */
export function noMemory(): ModelError {
  const advice = 'Попробуйте позже; если повторится, сообщите администратору сервера.';
  return new ModelError(503, 'pictures_no_memory', `Серверу не хватает памяти, чтобы обработать картинку. ${advice}`);
}

/** 503: the child was killed from outside, or the server is stopping. */
export function interrupted(): ModelError {
  return new ModelError(503, 'pictures_interrupted', 'Обработка картинки прервалась. Загрузите её ещё раз.');
}

export function noSuchImage(): ModelError {
  return notFound('Такой картинки нет. Возможно, её уже удалили.');
}
