import { ModelError } from '../../../errors.ts';

export function diskFull(): ModelError {
  const message = 'Файл не сохранён: на диске сервера не осталось места. Сообщите администратору сервера.';
  return new ModelError(507, 'disk_full', message);
}

export function cannotStore(): ModelError {
  const reason = 'сервер не может записать его в папку загрузок';
  return new ModelError(503, 'not_stored', `Файл не сохранён: ${reason}. Сообщите администратору сервера.`);
}

/** 503: removed from the library, but its file cannot be deleted. */
export function cannotRemove(): ModelError {
  const reason = 'но сервер не может удалить сам файл из папки загрузок';
  return new ModelError(503, 'not_removed', `Из библиотеки убрано, ${reason}. Сообщите администратору сервера.`);
}
