import { isAlone, runAlone } from './check/alone.ts';
import { checkBooted } from './check/booted.ts';
import { checkCompose } from './check/compose.ts';
import { checkImage } from './check/image.ts';
import { checkPapers } from './check/papers.ts';
import { checkProxies } from './check/proxies.ts';
import { checkRclone } from './check/rclone.ts';
import { checkRelease } from './check/release.ts';
import { checkRolling } from './check/rolling.ts';
import { checkSyscalls } from './check/syscalls.ts';
import { checkUnits } from './check/units.ts';

// What npm test cannot ask without more than Node: the tools that will read the files of this folder, and the steps of the
// Dockerfile and the papers, done for real. `npm run check:deploy [units | syscalls | proxies | rolling | compose | image | papers | release |
// booted | rclone]`, on Linux with git, systemd-analyze, systemd-nspawn, strace, nginx, openssl, caddy, debootstrap and rclone. A tool that is missing
// fails its part. Ends with 1 when something fails.

const PARTS: Record<string, (say: (line: string) => void) => void | Promise<void>> = {
  units: checkUnits,
  syscalls: checkSyscalls,
  proxies: checkProxies,
  rolling: checkRolling,
  compose: checkCompose,
  image: checkImage,
  papers: checkPapers,
  release: checkRelease,
  booted: checkBooted,
  rclone: checkRclone,
};

/** On files, ports and processes that a machine has only once. */
const ALONE: Record<string, 'network' | 'processes'> = {
  proxies: 'network',
  rolling: 'network',
  papers: 'processes',
  release: 'processes',
  booted: 'processes',
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
for (const name of chosen) {
  if (!isAlone) process.stdout.write(`${name}\n`);
  try {
    const own = ALONE[name];
    if (own && !isAlone) runAlone(name, own);
    else await PARTS[name]?.((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stdout.write(`  FAILED: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
