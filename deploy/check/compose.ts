import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const FILE = path.join(import.meta.dirname, '..', 'compose.yaml');
const SCHEMA = path.join(import.meta.dirname, 'compose-spec', 'compose-spec.json');

/** compose.yaml against the Compose specification's own schema, and read by Docker Compose where there is one. */
export function checkCompose(say: (line: string) => void): void {
  assertFits(readFileSync(FILE, 'utf8'));
  say('  compose.yaml fits the schema of the specification');
  const env = { PATH: process.env.PATH, SITE: 'song.example', POSTGRES_PASSWORD: 'password' };
  const read = spawnSync('docker', ['compose', '-f', FILE, 'config', '--quiet'], { env, encoding: 'utf8' });
  // A docker without its plugin takes "compose" for a word it does not know, and complains of what follows.
  const isMissing = read.error || spawnSync('docker', ['compose', 'version']).status !== 0;
  if (isMissing) {
    say('  Docker Compose is not installed: not read by it');
    return;
  }
  if (read.status !== 0) throw new Error(`docker compose config: ${read.stderr}`);
  say('  Docker Compose takes compose.yaml');
}

/** Throws an Error that says what of this text the specification does not know. */
export function assertFits(text: string): void {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  if (!ajv.validate(schema, parse(text, { merge: true }))) throw new Error(`compose.yaml: ${ajv.errorsText()}`);
}
