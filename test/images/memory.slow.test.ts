import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signIn, startServer } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';

const MIB = 1024 ** 2;
/** Parents of groups with a memory limit: cgroup v2 with a delegated controller, or v1. */
const ROOTS = [
  { folder: '/sys/fs/cgroup', limit: 'memory.max', needs: 'cgroup.subtree_control' },
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', needs: 'memory.limit_in_bytes' },
];
const group = createMemoryGroup(256 * MIB);
group?.remove();

test.runIf(group)('with little memory a large photo is taken or refused, and the server goes on', async () => {
  const { enter, remove } = createMemoryGroup(256 * MIB) ?? { enter: [], remove: () => {} };
  const server = await startServer({ through: enter });
  try {
    const headers = { authorization: `Bearer ${await signIn(server.origin)}` };
    const upload = async (picture: Buffer, type: string) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(picture)], { type }), 'picture');
      const answer = await fetch(`${server.origin}/api/upload`, { method: 'POST', headers, body });
      return { status: answer.status, message: JSON.stringify(await answer.json()) };
    };
    expect(await upload(await noise(300, 200).png().toBuffer(), 'image/png')).toMatchObject({ status: 201 });
    const photo = await largePhoto();
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, message } = await upload(photo, 'image/jpeg');
      expect(message).toMatch(status === 201 ? /"\/uploads\// : /"message":"[А-ЯЁ]/);
      expect([201, 422, 503]).toContain(status);
    }
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
    remove();
  }
});

/** 14 MB of noise, 14 megapixels. */
function largePhoto(): Promise<Buffer> {
  const raw = { width: 4200, height: 3400, channels: 3 as const };
  const photo = sharp(randomFillSync(Buffer.alloc(raw.width * raw.height * raw.channels)), { raw });
  return photo.jpeg({ quality: 95 }).toBuffer();
}

/** A cgroup limited to so many bytes of memory; undefined where this machine has none. */
function createMemoryGroup(bytes: number) {
  for (const { folder, limit, needs } of ROOTS) {
    if (!existsSync(path.join(folder, needs))) continue;
    if (limit === 'memory.max' && !readFileSync(path.join(folder, needs), 'utf8').includes('memory')) continue;
    const group = path.join(folder, `rampa-test-${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(path.join(group, limit), String(bytes));
      const enter = ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'];
      return { enter, remove: () => rmdirSync(group) };
    } catch {
      // Not allowed here.
    }
  }
  return undefined;
}
