import { createInterface } from 'node:readline/promises';

/** Asks on the terminal for the word «да». Without one, says on stderr that `--yes` confirms `what`. */
export async function agrees(question: string, what: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`Без терминала подтвердите ${what} ключом --yes.\n`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^\s*да\s*$/i.test(await terminal.question(`${question} Напишите «да»: `));
  } finally {
    terminal.close();
  }
}
