import { invalid } from '../../errors.ts';
import { storable } from '../fields.ts';

const MAX_USERNAME = 100;

/** The canonical name. 400. */
export function readUsername(given: string): string {
  const username = given.normalize('NFC').trim();
  if (username === '') throw invalid('username', 'Имя пользователя: заполните это поле.');
  if (username.length > MAX_USERNAME) {
    throw invalid('username', `Имя пользователя: не длиннее ${MAX_USERNAME} знаков.`);
  }
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) throw invalid('username', 'Имя пользователя: уберите невидимые знаки.');
  if (/\s/u.test(username))
    throw invalid(
      'username',
      'Имя пользователя: без пробелов. Вместо пробела подойдёт точка, дефис или подчёркивание.',
    );
  return username;
}

/** Canonical form of a login name: NFC, without characters the database cannot store. */
export function loginName(username: string): string {
  return storable(username.normalize('NFC'));
}
