import type { Progress } from '../server/backup/reading.ts';

const WIDTH = 24;
/** A terminal is written to so often, in ms: more is seen by nobody. */
const EVERY = 100;

/** A bar on a terminal; without one, a line as each part begins. On stderr: the result alone goes to stdout. */
export function showProgress(): { progress: Progress; end: () => void } {
  const { stderr } = process;
  let last = '';
  let shownAt = 0;
  const progress: Progress = (what, done, total) => {
    const isNew = what !== last;
    last = what;
    if (!stderr.isTTY) {
      if (isNew) stderr.write(`${what} …\n`);
      return;
    }
    if (!isNew && done < total && Date.now() - shownAt < EVERY) return;
    shownAt = Date.now();
    const part = total > 0 ? done / total : 1;
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░');
    stderr.write(`\r\u001b[K${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${what}`);
  };
  return { progress, end: () => stderr.isTTY && last && stderr.write('\r\u001b[K') };
}
