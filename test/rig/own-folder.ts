import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { endServers } from './server.ts';

// Runs before each file of tests: what the file, its servers and its browser lay aside goes when it ends, also when it fails.
const outer = process.env.TMPDIR;
const shared = tmpdir();
const folder = mkdtempSync(path.join(shared, 'rampa-test-'));
// A PostgreSQL runs as nobody and has to get through to its own folder.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
process.env.WORKER_TMPDIR = shared; // for a browser that serves several files

afterAll(() => {
  endServers();
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  // A browser that is still on its way out may put one more file there.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
