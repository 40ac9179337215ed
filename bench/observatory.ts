import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startServer } from '../test/rig/server.ts';
import { type Front, startNginxFront } from './rig/fronts.ts';
import { printTable } from './rig/table.ts';

// Mozilla's HTTP Observatory, its own grader, on the demo festival behind deploy/nginx.conf: `npm run bench -- observatory`.
// It asks on ports 80 and 443 only: so that nobody else's are taken, all of this runs in a network of its own (root, `unshare`, `ip`).
// The grader has hundreds of packages: it is fetched when it is used first, into the folder for temporary files.

const VERSION = '1.4.8';
const GOAL = 115;
const GRADER = 'node_modules/@mdn/mdn-http-observatory';
const INSIDE = 'RAMPA_OWN_NETWORK';

interface Result {
  scan: { grade: string; score: number; testsPassed: number; testsQuantity: number };
  tests: Record<string, { result: string; scoreModifier: number }>;
}

// The certificate is our own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const folder = path.join(tmpdir(), `rampa-observatory-${VERSION}`);
if (process.env[INSIDE]) await grade();
else runInside();

function runInside(): void {
  if (!existsSync(path.join(folder, 'node_modules'))) {
    process.stdout.write(`Fetching the grader ${VERSION} into ${folder} …\n`);
    const quiet = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
    const grader = `@mdn/mdn-http-observatory@${VERSION}`;
    execFileSync('npm', ['install', ...quiet, '--prefix', folder, grader], { stdio: 'pipe' });
    // The list of names that browsers know beforehand would be fetched; `localhost` is not on it.
    writeFileSync(path.join(folder, GRADER, 'conf', 'hsts-preload.json'), '{}');
  }
  const again = [process.execPath, path.join(import.meta.dirname, 'observatory.ts')];
  const { status } = spawnSync('unshare', ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', ...again], {
    env: { ...process.env, [INSIDE]: '1' },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

async function grade(): Promise<void> {
  const server = await startServer({
    program: ['server.ts', '--demo'],
    env: { TRUST_PROXY: '127.0.0.1/32', PUBLIC_URL: 'https://localhost' },
  });
  let front: Front | undefined;
  try {
    front = await startNginxFront(server.origin, { tls: 443, plain: 80 });
    const { scan, tests } = await ask(front.certificate);
    const rows = Object.entries(tests).map(([name, { result, scoreModifier }]) => [
      name,
      result,
      String(scoreModifier),
    ]);
    printTable(['Observatory', `${scan.grade}, ${scan.score}`, `goal A+, ${GOAL}`], rows);
    process.exitCode = scan.score >= GOAL ? 0 : 1;
  } finally {
    await front?.stop();
    await server.stop();
  }
}

/** In a process of its own, to which the certificate is one of those that everybody trusts. */
async function ask(certificate: string): Promise<Result> {
  const entry = pathToFileURL(path.join(folder, GRADER, 'src', 'scanner', 'index.js')).href;
  const asking = `const { scan } = await import('${entry}'); console.log(JSON.stringify(await scan('localhost')));`;
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', asking], { env });
  return JSON.parse(stdout);
}
