import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { createImageStore } from '../../model/images/images.ts';
import { ensureBuilt } from '../../ops/build/build.ts';
import { startPostgres } from '../../test/rig/database/postgres.ts';
import { createDeafGate } from '../rig/deaf-gate.ts';
import { seedHuge } from '../rig/huge.ts';
import { makeFolder, type Nginx, startNginx } from '../rig/nginx.ts';
import { type Instance, startInstance } from './instance.ts';

const LOG = 'files/failed.log';
const FAILED = `map $status $has_failed { default 0; ~^5 1; }
  log_format failed '$request_method $status, by the servers: $upstream_status, shed: $upstream_http_retry_after';
`;
const SITE = 'https://festival.example';

export interface Festival {
  db: Db;
  instances: [Instance, Instance, Instance];
  nginx: Nginx;
  /** What nginx answered with 5xx, by what it had from the servers, and how often. */
  failures: () => Promise<Map<string, number>>;
  reasons: () => [what: string, count: number][]; // The same as the servers tell it, and their old copies
  deafenSecond: () => void; // Notices no longer reach the second instance, and its connection for them stays open
  stop: () => Promise<void>;
}

/** PostgreSQL, three servers and nginx as it is delivered, on one machine. */
export async function startFestival(articles: number): Promise<Festival> {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`));
  const postgres = await startPostgres(tmpdir());
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-many-'));
  const db = await openPostgres(postgres.url);
  await migrate(db);
  const pictures = createImageStore({ db, directory: path.join(folder, 'seed') });
  await seedHuge({ db, images: pictures }, articles);
  await pictures.close();
  const gate = await createDeafGate(Number(new URL(postgres.url).port));
  const gated = new URL(postgres.url);
  gated.port = String(gate.port);
  const databases = [postgres.url, gated.href, postgres.url];
  const common = { TRUST_PROXY: '127.0.0.1/32', PUBLIC_URL: SITE };
  const instances = (await Promise.all(
    databases.map((url, at) =>
      startInstance({ ...common, DATABASE_URL: url, DATA_DIR: path.join(folder, String(at)) }),
    ),
  )) as Festival['instances'];
  const front = await makeFolder();
  const nginx = await startFront(
    front,
    instances.map(({ origin }) => new URL(origin).host),
  );
  return {
    db,
    instances,
    nginx,
    failures: () => countLines(path.join(front, LOG)),
    reasons: () => instances.flatMap(({ reasons }) => [...reasons]),
    deafenSecond: gate.deafen,
    stop: async () => {
      await nginx.stop();
      await Promise.all(instances.map((instance) => instance.end()));
      await db.destroy();
      gate.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** deploy/nginx.conf with the upstream of deploy/nginx-many.conf, as they are but for addresses, TLS and folders. */
async function startFront(folder: string, hosts: string[]): Promise<Nginx> {
  const read = (name: string) => readFile(path.join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');
  const upstream = (await read('nginx-many.conf')).replace(/10\.0\.0\.1(\d):3000/g, (_, each) => hosts[each - 1] ?? '');
  const conf = (await read('nginx.conf'))
    .replace(/upstream rampa \{.*upstream rampa_changes \{[^}]*\}/s, () => upstream)
    .replaceAll('/var/cache/', `${folder}/`)
    .replace(/listen \[::\]:\d+[^;]*;/g, '')
    .replace('listen 80;', 'listen 127.0.0.1:PLAIN;')
    .replace('listen 443 ssl http2;', 'listen 127.0.0.1:PORT;')
    .replace(/ssl_\w+ [^;]*;/g, '')
    .replace(/(listen 127\.0\.0\.1:PORT;)/, `$1 access_log ${folder}/${LOG} failed if=$has_failed;`);
  return startNginx(folder, 'worker_processes 1;', FAILED + conf);
}

async function countLines(file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(file, 'utf8')).split('\n').filter(Boolean))
    counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
