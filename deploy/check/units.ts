import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..');
const UNITS = ['rampa.service', 'rampa.socket'];
/** systemd's own measure of what a service could do to the machine: 10 is everything, below 2 it says OK. Here in tenths. */
const EXPOSURE = 20;

/** What systemd before 254 passes over, and says so. */
const NEWER = /Unknown key (name )?'Restart(Steps|MaxDelaySec)' in section/;

/** The units as systemd reads them, with this checkout in place of /opt/rampa/current, and systemd's own opinion of their shell. */
export function checkUnits(say: (line: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-units-'));
  try {
    for (const unit of UNITS) {
      const text = readFileSync(path.join(ROOT, 'deploy', 'systemd', unit), 'utf8');
      writeFileSync(path.join(folder, unit), text.replaceAll('/opt/rampa/current', ROOT));
    }
    const files = UNITS.map((unit) => path.join(folder, unit));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    const complaints = stderr.split('\n').filter((line) => line !== '' && !NEWER.test(line));
    if (status !== 0 || complaints.length > 0) throw new Error(`systemd-analyze verify: ${stderr}`);
    const asked = ['security', '--offline=true', `--threshold=${EXPOSURE}`, '--no-pager', files[0] ?? ''];
    say(`  verified; ${execFileSync('systemd-analyze', asked, { encoding: 'utf8' }).trim().split('\n').at(-1)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
