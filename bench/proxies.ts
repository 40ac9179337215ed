import { cpus } from 'node:os';
import { startServer } from '../test/rig/server.ts';
import * as checks from './rig/front-checks.ts';
import { type Front, SITE, startCaddyFront, startNginxFront } from './rig/fronts.ts';
import { ARTICLES, failedDuringRestarts } from './rig/restarts.ts';
import { printTable } from './rig/table.ts';
import { makeWorld, signIn } from './rig/world.ts';

// What deploy/nginx.conf and deploy/Caddyfile have to do, seen from outside over TLS, in Debian's nginx and Caddy:
// `npm run bench -- proxies [restarts]`. Ends with 1 when one of them fails.

const RESTARTS = Number(process.argv[2] ?? 3);
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1/32', PUBLIC_URL: `https://${SITE}` };
const FRONTS: Record<string, (origin: string) => Promise<Front>> = { nginx: startNginxFront, Caddy: startCaddyFront };
// The certificate is our own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const outcomes = new Map<string, checks.Outcome[]>();
for (const start of Object.values(FRONTS)) {
  await checkStanding(start);
  await checkRestarts(start);
}
const rows = [...outcomes].map(([name, found]) => [
  name,
  ...found.map(({ text, ok }) => (ok ? text : `FAILED: ${text}`)),
]);
printTable([`${cpus().length} cores`, ...Object.keys(FRONTS)], rows);
process.exitCode = [...outcomes.values()].flat().every(({ ok }) => ok) ? 0 : 1;

/** One server behind one proxy, and at the end the proxy alone. */
async function checkStanding(start: (origin: string) => Promise<Front>): Promise<void> {
  const world = await makeWorld(ARTICLES);
  const server = await startServer({ dataDir: world.dataDir, env: BEHIND_PROXY });
  let front: Front | undefined;
  try {
    front = await start(server.origin);
    const token = await signIn(server.origin);
    note('HTTP/2 over TLS, Brotli, security headers', await checks.speaksHttp2(front));
    note('without TLS', await checks.leadsToTls(front));
    note('first event of /api/live, and a switch', await checks.passesEvents(front, server.origin, token));
    note('picture of 15 MB, of 16 MB, file of 40 MB, article of 15 MB', await checks.takesUploads(front, token));
    note('forwarded address of the visitor', await checks.knowsVisitors(front));
    note('kept answers with a cookie or no-store', await checks.keepsNothingPrivate(front, token));
    note('a page without and with the cookie for pages without spoilers', await checks.tellsSpoilerFreeApart(front));
    const asset = await checks.findAsset(front);
    await server.stop();
    note('server gone: page, API', await checks.saysItIsAway(front));
    note('server gone: scripts of open pages', await checks.stillHasAsset(front, asset));
  } finally {
    await front?.stop();
    await server.stop();
    await world.remove();
  }
}

/** With the socket held as by systemd, and without. */
async function checkRestarts(start: (origin: string) => Promise<Front>): Promise<void> {
  const world = await makeWorld(ARTICLES);
  try {
    for (const isHeld of [true, false]) {
      const { reads, failed, longest } = await failedDuringRestarts(start, {
        isHeld,
        restarts: RESTARTS,
        env: { ...BEHIND_PROXY, DATA_DIR: world.dataDir },
      });
      const text = `${failed} of ${reads} reads failed, longest ${longest.toFixed(0)} ms`;
      const mayFail = start === startNginxFront && !isHeld;
      note(`${RESTARTS} restarts under load, socket ${isHeld ? '' : 'not '}held by systemd`, {
        text,
        ok: failed === 0 || mayFail,
      });
    }
  } finally {
    await world.remove();
  }
}

function note(name: string, outcome: checks.Outcome): void {
  outcomes.set(name, [...(outcomes.get(name) ?? []), outcome]);
}
