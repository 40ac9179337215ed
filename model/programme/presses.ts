import { z } from 'zod';
import { invalid, ModelError } from '../../errors.ts';
import { moment } from '../fields.ts';

const LATE = 10 * 60_000; // ms; a phone that lost the network sends a press when it is back

/** Fields of every press. */
export const pressFields = {
  key: z
    .string('Ключ нажатия: нужен текст.')
    .regex(/^[\w-]{8,64}$/, 'Ключ нажатия: от 8 до 64 латинских букв, цифр и дефисов.')
    .describe('Made by the client: a press that comes twice counts once'),
  seen: z
    .int('Последнее нажатие: нужен номер seq.')
    .min(0, 'Последнее нажатие: нужен номер seq.')
    .describe('`seq` of the state that the operator saw'),
  at: moment('Момент нажатия').default(null).describe('When pressed, of one that could not be sent at once'),
};

/**
 * Moment of a press after one at `newest`; moments never decrease. 400 for one in the future, too old, or before the newest
 * press.
 */
export function momentOf(given: string | null, newest: string | undefined): string {
  const [now, last] = [Date.now(), newest ? Date.parse(newest) : 0];
  if (given === null) return new Date(Math.max(now, last)).toISOString();
  const at = Date.parse(given);
  if (at > now) throw invalid('at', 'Момент нажатия: он ещё не наступил.');
  if (at < now - LATE) throw invalid('at', 'Момент нажатия: прошло больше десяти минут.');
  if (at < last) throw invalid('at', 'Момент нажатия: он раньше предыдущего нажатия.');
  return given;
}

/** 409 for a press over another one. `newest`: «имя: что нажато», undefined when the log is empty. */
export function cameFirst(newest: string | undefined, current: object): ModelError {
  const words = newest ? `последнее нажатие другое. ${newest}.` : 'нажатий ещё не было. Обновите страницу.';
  return refusal(`Не принято, ${words}`, current);
}

export function refusal(message: string, current?: object): ModelError {
  return Object.assign(new ModelError(409, 'conflict', message), { current });
}
