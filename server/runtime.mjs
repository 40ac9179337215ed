// Loaded before everything else and plain JavaScript, so that an older Node can read it and say what is missing.
import module from 'node:module';
import path from 'node:path';

if (Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write(
    `rampa needs Node 26 and runs on ${process.version}: "npm ci" brings it along unless optional packages are left out or none fits this machine; then install Node 26 yourself.\n`,
  );
  process.exit(1);
}
/**
 * Stripping types and compiling are half of a start, and what strips types takes 20 MB. What came of it lies with the build and goes
 * with it; begun here, the first file that is not plain JavaScript is in it too.
 */
module.enableCompileCache(path.join(import.meta.dirname, '..', 'build', 'code'));
