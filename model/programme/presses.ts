import { z } from 'zod';
import { invalid, ModelError } from '../../errors.ts';
import { moment, toggle } from '../fields.ts';

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
  again: toggle('Ещё раз')
    .default(false)
    .describe('Meant, though the same operator has pressed the same within the last second'),
};

interface Row {
  id: number;
  at: string;
}

/** Ends of a log: its newest row, and the newest of the show that a press is for. */
export interface Ends<R extends Row> {
  newest: R | undefined;
  ofShow: R | undefined;
}

/** False when another press of the show came since `seen`, or `seen` is still to come. Other shows raise `seq`, too. */
export function hasSeen(seen: number, { newest, ofShow }: Ends<Row>): boolean {
  return (ofShow?.id ?? 0) <= seen && seen <= (newest?.id ?? 0);
}

/**
 * Moment of a press at the end of a log; those of a show never decrease. 400 for one in the future, too old, or before the newest
 * press of its show.
 */
export function momentOf(given: string | null, { newest, ofShow }: Ends<Row>): string {
  const now = Date.now();
  if (given === null) return new Date(Math.max(now, newest ? Date.parse(newest.at) : 0)).toISOString();
  const at = Date.parse(given);
  if (at > now) throw invalid('at', 'Момент нажатия: он ещё не наступил.');
  if (at < now - LATE) throw invalid('at', 'Момент нажатия: прошло больше десяти минут.');
  if (ofShow && at < Date.parse(ofShow.at)) throw invalid('at', 'Момент нажатия: он раньше предыдущего нажатия.');
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
