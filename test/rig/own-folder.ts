import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { quickFolder } from './quick-folder.ts';
import { endServers } from './server.ts';

// Runs before each file of tests: what the file, its servers and its browser lay aside goes when it ends, also when it fails.
const outer = process.env.TMPDIR;
process.env.WORKER_TMPDIR = tmpdir(); // for a browser that serves several files
const folder = mkdtempSync(path.join(quickFolder(), 'rampa-test-'));
// A PostgreSQL runs as nobody and has to get through to its own folder.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;

afterAll(() => {
  endServers();
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  // A browser that is still on its way out may put one more file there.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
