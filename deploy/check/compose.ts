import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const FILE = path.join(import.meta.dirname, '..', 'compose.yaml');

/**
 * compose.yaml against the Compose specification's own schema (COMPOSE_SCHEMA names the file, `schema/compose-spec.json` of that
 * project), or else read by Docker Compose.
 */
export function checkCompose(say: (line: string) => void): void {
  const schemaFile = process.env.COMPOSE_SCHEMA;
  if (schemaFile) {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, parse(readFileSync(FILE, 'utf8'), { merge: true }));
    if (!isValid) throw new Error(`compose.yaml: ${ajv.errorsText()}`);
    say('  compose.yaml fits the schema of the specification');
    return;
  }
  const env = { PATH: process.env.PATH, SITE: 'song.example', POSTGRES_PASSWORD: 'password' };
  const read = spawnSync('docker', ['compose', '-f', FILE, 'config', '--quiet'], { env, encoding: 'utf8' });
  // A docker without its plugin takes "compose" for a word it does not know, and complains of what follows.
  const isMissing = read.error || spawnSync('docker', ['compose', 'version']).status !== 0;
  if (isMissing) throw new Error('neither COMPOSE_SCHEMA is set nor Docker Compose installed.');
  if (read.status !== 0) throw new Error(`docker compose config: ${read.stderr}`);
  say('  Docker Compose takes compose.yaml');
}
