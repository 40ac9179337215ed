import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { generatePassword } from '../../model/admins/first-admin.ts';
import { RehearsalError } from '../errors.ts';
import type { Copy, Progress } from './copy.ts';
import { assertRoom } from './room.ts';
import { Server } from './server.ts';

/** The demo fills a folder in `folder` by itself; killed, it leaves it to the server of the rehearsal. */
export async function fillDemo(folder: string, progress: Progress, servers: Server[]): Promise<Copy> {
  progress('Наполняю показательный фестиваль', 0, 1);
  await assertRoom(0);
  const operator = { username: 'admin', password: generatePassword() };
  const demo = new Server('demo', { ADMIN_PASSWORD: operator.password, TMPDIR: folder });
  servers.push(demo);
  await demo.start();
  await demo.kill();
  const name = (await readdir(folder)).find((each) => each.startsWith('rampa-demo-'));
  if (!name) throw new RehearsalError('Показательный фестиваль не наполнился.');
  return { dataDir: path.join(folder, name), operator };
}
