// Loaded before everything else, in plain JavaScript: from here on the program runs on Node 26.
import './reexec.mjs';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..');
const BUILD = path.join(ROOT, 'build');
/**
 * Stripping types and compiling are half of a start, and what strips types takes 20 MB. What came of it lies with the build and goes
 * with it; begun here, the first file that is not plain JavaScript is in it too.
 */
module.enableCompileCache(path.join(BUILD, 'code'));

/** The build has joined Kysely's files into a few (`react-router.config.ts`). They stand for the version they were made of, no other. */
const installed = path.join(ROOT, 'node_modules', 'kysely', 'package.json');
const version = existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version;
const joined = path.join(BUILD, `kysely-${version}`);
if (existsSync(joined)) {
  const urlOf = (file) => pathToFileURL(path.join(joined, file)).href;
  const urls = new Map([
    ['kysely', urlOf('index.js')],
    ['kysely/migration', urlOf('migration.js')],
  ]);
  module.registerHooks({
    resolve(name, context, next) {
      const url = urls.get(name);
      return url ? { url, format: 'module', shortCircuit: true } : next(name, context);
    },
  });
}
