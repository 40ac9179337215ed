import { tooMany } from '../../errors.ts';

/** Whoever waits behind so many would wait for seconds: then it is kinder to say so. */
const MOST_WAITING = 20;
/** Seconds in which a full line has moved on. */
const MOVES_ON_AFTER = 2;

/** Lines in which attempts wait for each other. */
export interface Turns {
  /** Does `work` when everybody before it in this line is done. 429 when 20 wait already. */
  take<T>(line: string, work: () => Promise<T>): Promise<T>;
}

/** Made once when the server starts. Lines are there as long as somebody stands in them. */
export function createTurns(): Turns {
  const lines = new Map<string, (() => void)[]>();
  return {
    async take(line, work) {
      const waiting = lines.get(line);
      if (waiting) await queue(waiting);
      else lines.set(line, []);
      try {
        return await work();
      } finally {
        const next = lines.get(line)?.shift();
        if (next) next();
        else lines.delete(line);
      }
    },
  };
}

function queue(waiting: (() => void)[]): Promise<void> {
  if (waiting.length < MOST_WAITING) return new Promise((resolve) => waiting.push(resolve));
  throw tooMany(
    `Сейчас пытаются войти слишком многие. Подождите ${MOVES_ON_AFTER} с и попробуйте снова.`,
    MOVES_ON_AFTER,
  );
}
