import { copies } from './copies.ts';
import { desk } from './desk.ts';
import type { Guard } from './guard.ts';
import { limits } from './limits.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { moving } from './moving.ts';
import { news } from './news.ts';
import { night } from './night.ts';
import { operator } from './operator.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { uploads } from './uploads.ts';
import { words } from './words.ts';

/** By subject. */
export const lists: Record<string, Guard[]> = {
  'sign-in': signIn,
  news,
  night,
  live,
  limits,
  memory,
  uploads,
  words,
  search,
  copies,
  moving,
  operator,
  desk,
};

export const guards = Object.values(lists).flat();
