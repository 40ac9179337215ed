import { parseArgs } from 'node:util';
import { similarTo } from '../model/text/similar.ts';

/** A command of `rampa`, as its module exports it. */
export interface Command {
  /** Printed by `--help`. */
  help: string;
  /** Names of options: flags stand alone, values are followed by one. */
  flags?: string[];
  values?: string[];
  /** Gives the exit code. UsageError for arguments that make no sense; other foreseen errors end with 1. */
  run: (given: Given) => Promise<number>;
}

export interface Given {
  words: string[];
  flags: Set<string>;
  values: Record<string, string | undefined>;
}

/** A Russian sentence; printed with the usage of the command, exit code 2. */
export class UsageError extends Error {}

const LETTERS_PER_SLIP = 3; // options are few: a rough guess finds the right one

/** `--help` and `-h` are flags of every command. */
export function readArguments(args: string[], { flags = [], values = [] }: Pick<Command, 'flags' | 'values'>): Given {
  const known = ['help', ...flags, ...values];
  const options = Object.fromEntries(
    known.map((name) => [name, { type: values.includes(name) ? ('string' as const) : ('boolean' as const) }]),
  );
  const { tokens } = parseArgs({
    args,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    // Strict parsing complains in English.
    strict: false,
    tokens: true,
  });
  const given: Given = { words: [], flags: new Set(), values: {} };
  for (const token of tokens) {
    if (token.kind === 'positional') given.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!known.includes(name)) throw new UsageError(unknownOption(rawName, known));
    if (!values.includes(name)) {
      if (value !== undefined) throw new UsageError(`Ключ ${rawName} пишется без значения.`);
      given.flags.add(name);
    } else {
      if (!value?.trim() || (!inlineValue && value.startsWith('--')))
        throw new UsageError(`После ключа ${rawName} нужно значение.`);
      given.values[name] = value;
    }
  }
  if (given.words.includes('')) throw new UsageError('Одно из слов команды пустое.');
  return given;
}

function unknownOption(rawName: string, known: string[]): string {
  const similar = similarTo(rawName, known, LETTERS_PER_SLIP);
  return `Ключа ${rawName} нет.${similar ? ` Может быть, --${similar}?` : ''}`;
}
