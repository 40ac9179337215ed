import { ModelError, notFound } from '../../errors.ts';

const KINDS = 'документы PDF, DOCX, XLSX, PPTX, ODT, ODS и ODP, архивы ZIP и звук MP3, M4A и OGG';

export function fileTooLarge(): ModelError {
  const advice = 'Сожмите его или выложите в облако и поставьте ссылку.';
  return new ModelError(413, 'too_large', `Файл больше 100 МБ. ${advice}`);
}

export function emptyFile(): ModelError {
  return new ModelError(422, 'broken_file', 'Файл пуст. Выберите его ещё раз.');
}

export function unknownFile(): ModelError {
  return unsupported(`Такой файл загрузить нельзя: подходят ${KINDS}.`);
}

export function isImage(): ModelError {
  return unsupported('Это картинка. Вставьте её в текст как картинку: кнопкой «Картинка» или перетащив в него.');
}

export function isVideo(): ModelError {
  return unsupported(
    'Видео сюда не загружается. Выложите его на видеохостинг и вставьте в текст ссылку. Запись звука сохраните как MP3.',
  );
}

/** Documents of the binary formats may hold macros. */
export function oldDocument(): ModelError {
  return unsupported(
    'Документы старого вида (DOC, XLS, PPT) загрузить нельзя. Сохраните его как DOCX, XLSX, PPTX или PDF.',
  );
}

export function hasMacros(): ModelError {
  const advice = 'Сохраните его без макросов (как DOCX, XLSX или PPTX) или в PDF.';
  return new ModelError(415, 'has_macros', `В документе есть макросы, такие файлы не принимаются. ${advice}`);
}

export function hasOutsidePart(): ModelError {
  const advice = 'Отсоедините шаблон или вставьте объект в сам документ, либо сохраните его в PDF.';
  return new ModelError(
    415,
    'has_outside_part',
    `Документ при открытии загружает шаблон или объект со стороны. ${advice}`,
  );
}

/** `extension` of the program found, with its dot. */
export function hasProgram(extension: string): ModelError {
  const message = `Внутри есть программа или другой архив (${extension}), такие файлы не принимаются. Уберите их и загрузите файл ещё раз.`;
  return new ModelError(415, 'has_program', message);
}

/** 422: recognised format that is not whole, or two formats in one file. */
export function brokenFile(): ModelError {
  const advice = 'Если на вашем устройстве он открывается, сохраните его заново и загрузите ещё раз.';
  return new ModelError(422, 'broken_file', `Файл повреждён или записан с ошибкой. ${advice}`);
}

/** 422: other bytes before the PDF header. */
export function strangeStart(): ModelError {
  const advice = 'Сохраните документ в PDF заново и загрузите ещё раз.';
  return new ModelError(422, 'broken_file', `В файле перед началом PDF стоит что-то постороннее. ${advice}`);
}

/** 422: unpacks to more than a reader's device should get. */
export function tooHeavy(): ModelError {
  const message = 'Распакованным этот архив займёт больше 1 ГБ. Разделите его на части.';
  return new ModelError(422, 'too_heavy', message);
}

export function noSuchFile(): ModelError {
  return notFound('Такого файла нет. Возможно, его уже удалили.');
}

function unsupported(message: string): ModelError {
  return new ModelError(415, 'unsupported_file', message);
}
