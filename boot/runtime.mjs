// Imported first and plain JavaScript: from here on the process runs on Node 26.
import './reexec.mjs';
import module from 'node:module';
import path from 'node:path';

/** Halves the start (no type stripping, no compiling) and saves the stripper's 20 MB. Deleted with the build. */
module.enableCompileCache(path.join(import.meta.dirname, '..', 'build', 'code'));
