import type { FastifyReply } from 'fastify';
import { ModelError } from '../model/errors.ts';
import { secondsToWait } from '../model/login-failures.ts';
import type { Db } from '../model/tables.ts';

/** 429 with `Retry-After` while too many wrong passwords have come from `source`. Asked before a password is looked at. */
export async function refuseTooManyAttempts(db: Db, source: string, reply: FastifyReply): Promise<void> {
  const seconds = await secondsToWait(db, source);
  if (seconds === 0) return;
  reply.header('Retry-After', String(seconds));
  throw new ModelError(429, 'too_many_attempts', `Слишком много попыток. Подождите ${seconds} с и попробуйте снова.`);
}
