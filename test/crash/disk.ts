import { mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canMount, mountDisk, unmountDisk } from '../rig/database/small-disk.ts';
import { send, signIn, startServer, type TestServer } from '../rig/server.ts';
import { pictureForm } from '../rig/world/pictures.ts';
import { createClient } from './client.ts';
import { faultsOfData } from './data.ts';
import { createLedger } from './ledger.ts';

/** What was looked at, and what was wrong with it. */
export type Finding = [what: string, fault: string | undefined];

const SIZE = '32m';
const BALLAST = 'ballast';

/** A real server on a small disk that fills up while it works. Needs root, for mounting. */
export async function fillDisk(): Promise<Finding[]> {
  if (!canMount()) throw new Error('This part mounts a small disk and needs root on Linux.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-disk-'));
  mountDisk(dataDir, SIZE);
  try {
    return await fill(dataDir);
  } finally {
    unmountDisk(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ledger = createLedger();
  let server = await startServer({ dataDir });
  const token = await signIn(server.origin);
  const client = createClient(ledger, token);
  const find = (what: string, isRight: boolean, found: unknown) => {
    findings.push([what, isRight ? undefined : JSON.stringify(found)]);
  };
  const agrees = async (when: string) => {
    const faults = [];
    for (const key of ledger.keys()) faults.push(ledger.settle(key, await client.read(server.origin, key)));
    const found = [...faults.filter(Boolean), ...(await faultsOfData(dataDir, ledger, 'all'))];
    find(`${when}: what was acknowledged is there, and nothing by half`, found.length === 0, found);
  };

  await client.work(server.origin, AbortSignal.timeout(1000));
  await fillUp(dataDir);
  await client.work(server.origin, AbortSignal.timeout(3000));
  for (const { what, status, code, message } of await tryWrites(server, token)) {
    const isTold = (status === 507 || status === 503) && /[а-яё]/i.test(message);
    find(`full disk: ${what} is refused in Russian`, isTold && code === 'disk_full', { status, code, message });
  }
  for (const address of ['/', '/news', '/about', '/api/news', '/readyz', '/api/admin/news']) {
    const { status } = await fetch(server.origin + address, { headers: { authorization: `Bearer ${token}` } });
    find(`full disk: ${address} can be read`, status === 200, status);
  }
  await agrees('full disk');
  const left = (await readdir(path.join(dataDir, 'uploads')).catch(() => [])).filter((name) =>
    name.startsWith('.tmp-'),
  );
  find('full disk: no half of a picture is left', left.length === 0, left);

  await rm(path.join(dataDir, BALLAST));
  const [written] = await tryWrites(server, token);
  find('room again: the same server writes', (written?.status ?? 500) < 300, written);
  await client.work(server.origin, AbortSignal.timeout(1000));
  await agrees('room again');

  await fillUp(dataDir);
  await server.kill();
  const started = await startServer({ dataDir }).catch((error: unknown) => String(error));
  find('killed on a full disk: starts', typeof started !== 'string', started);
  if (typeof started !== 'string') await started.kill();
  await rm(path.join(dataDir, BALLAST));
  server = await startServer({ dataDir });
  await agrees('killed on a full disk, room again');
  await server.stop();
  return findings;
}

/** To the last byte. */
async function fillUp(dataDir: string): Promise<void> {
  const file = path.join(dataDir, BALLAST);
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => {});
  await truncate(file, bavail * bsize).catch(() => {});
}

interface Answer {
  what: string;
  status: number;
  code: string;
  message: string;
}

async function tryWrites({ origin }: TestServer, token: string): Promise<Answer[]> {
  const article = { title: 'Последняя', content: `<p>${'Длинный текст. '.repeat(20_000)}</p>` };
  const calls = [
    ['an article', '/admin/news', article],
    ['an upload', '/upload', await pictureForm(200, 200, Date.now() % 100_000)],
  ] as const;
  const answers: Answer[] = [];
  for (const [what, address, body] of calls) {
    const answer = await send(origin, 'POST', address, token, body);
    const { code = '', message = '' } = (await answer.json()) as Partial<Answer>;
    answers.push({ what, status: answer.status, code, message });
  }
  return answers;
}
