import { readFileSync } from 'node:fs';
import { reasonOf, StartupError } from '../errors.ts';

/** In characters: 64 bits even where only hexadecimal digits are used. */
export const SHORTEST_TOKEN = 16;

/** The value, or the content of the file that `<name>_FILE` names, without its last line end. StartupError with both. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  const own = env[name]?.trim() ? env[name] : undefined;
  if (file && own) throw new StartupError(`${name} и ${name}_FILE заданы вместе. Оставьте что-нибудь одно.`);
  if (!file) return own;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new StartupError(`${name}_FILE: файл ${file} не читается: ${reasonOf(error)}.`);
  }
}
