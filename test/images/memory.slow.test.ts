import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signIn, startServer } from '../rig/server.ts';
import { noise } from '../rig/world/pictures.ts';
import { createMemoryGroup } from './small-memory.ts';

const MIB = 1024 ** 2;
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
  return sharp(randomFillSync(Buffer.alloc(raw.width * raw.height * raw.channels)), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
}
