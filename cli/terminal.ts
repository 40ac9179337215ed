import { createInterface } from 'node:readline/promises';

const WIDTH = 24;
const REDRAW_INTERVAL = 100; // ms
const ESTIMATE_DELAY = 2000;

export interface ShownProgress {
  progress: (what: string, done: number, total: number) => void;
  print: (line: string) => void;
  end: () => void;
}

/** Asks on the terminal for the word «да». Without one, says on stderr that `--yes` confirms `what`. */
export async function agrees(question: string, what: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`Без терминала подтвердите ${what} ключом --yes.\n`);
    return false;
  }
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return /^\s*да\s*$/i.test(await terminal.question(`${question} Напишите «да»: `));
}

/** On stderr: stdout is for the result. The bar is gone once it is disposed of. */
export function showProgress(): ShownProgress & Disposable {
  const { stderr } = process;
  const clear = () => stderr.isTTY && last && stderr.write('\r\x1b[K');
  let last = '';
  let begunAt = 0;
  let drawnAt = 0;
  return {
    progress(what, done, total) {
      const isNew = what !== last;
      if (isNew) [last, begunAt] = [what, Date.now()];
      if (!stderr.isTTY) {
        if (isNew) stderr.write(`${what} …\n`);
        return;
      }
      if (!isNew && done < total && Date.now() - drawnAt < REDRAW_INTERVAL) return;
      drawnAt = Date.now();
      stderr.write(`\r\x1b[K${lineOf(what, total > 0 ? done / total : 1, drawnAt - begunAt)}`);
    },
    print(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    end: clear,
    [Symbol.dispose]: clear,
  };
}

/** `part` from 0 to 1; `took` in ms. */
function lineOf(what: string, part: number, took: number): string {
  const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░');
  const left =
    part > 0 && part < 1 && took > ESTIMATE_DELAY ? `, осталось ${duration((took * (1 - part)) / part)}` : '';
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${what}${left}`;
}

/** Of milliseconds: «12 с», «3 мин 20 с», «1 ч 5 мин». */
function duration(time: number): string {
  const seconds = Math.ceil(time / 1000);
  if (seconds < 60) return `${seconds} с`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} мин ${seconds % 60} с` : `${Math.floor(minutes / 60)} ч ${minutes % 60} мин`;
}
