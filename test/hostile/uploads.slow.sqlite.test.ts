import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { FORM, form } from '../rig/image-app.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';
import { type Answer, faultOf } from './asking.ts';
import { share } from './corpora.ts';
import { openWorld } from './rig.ts';
import { type HostileFile, hostileFiles, MARK } from './upload-files.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif'];

const world = await openWorld();
afterAll(world.close);

test('of broken, laden, two-faced, foreign and huge files nothing but clean pictures is kept', async () => {
  const findings: string[] = [];
  for (const file of share(await hostileFiles(), 40)) {
    const before = await kept();
    const answer = await upload(file);
    const fault = answer.status === 201 ? await storedFault(answer) : await refusedFault(answer, before);
    if (fault) findings.push(`${file[0]}: ${fault}`);
  }
  expect(findings).toEqual([]);
});

function upload([, bytes, filename = 'x.png']: HostileFile): Promise<Answer> {
  const safe = filename.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const body = form({ filename: safe, type: 'image/png', bytes });
  return world.sendAs({ method: 'POST', path: '/api/upload', headers: { 'content-type': FORM }, body });
}

/** All that an upload can leave. The server writes other things by itself, too: scheduled work, when a session was used. */
async function kept(): Promise<string> {
  const { server, db } = world;
  const files = await keptFiles(db, uploadsIn(server.dataDir));
  const rows = await db.selectFrom('images').select('name').orderBy('name').execute();
  const lines = await db.selectFrom('journal').select('id').where('action', 'like', 'image.%').execute();
  return JSON.stringify([files, rows, lines.length]);
}

async function refusedFault(answer: Answer, before: string): Promise<string | undefined> {
  const fault = faultOf(answer);
  if (fault) return fault;
  if (![400, 413, 415, 422].includes(answer.status)) return `${answer.status} ${answer.body}`;
  return (await kept()) === before ? undefined : 'refused, yet something was stored';
}

async function storedFault({ body }: Answer): Promise<string | undefined> {
  const { url } = JSON.parse(body.toString()) as { url: string };
  if (!/^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/.test(url)) return `stored as ${url}`;
  const copies = [480, 960].map((width) => url.replace(/\.\w+$/, `-${width}.webp`));
  for (const address of [url, ...copies]) {
    const fault = await shownFault(address, await world.send({ path: address }));
    if (fault) return `${address} ${fault}`;
  }
  return undefined;
}

async function shownFault(address: string, { status, headers, body }: Answer): Promise<string | undefined> {
  if (status !== 200) return `is ${status}`;
  const type = /^image\/(\w+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const isFenced =
    headers['content-security-policy']?.includes('sandbox') && headers['x-content-type-options'] === 'nosniff';
  if (!isFenced) return 'is served without its fence';
  const found = await sharp(body, { animated: true })
    .metadata()
    .catch(() => undefined);
  if (!found || found.format !== type || !FORMATS.includes(type)) return `is served as ${type} and is ${found?.format}`;
  const metadata = ['exif', 'xmp', 'iptc', 'icc', 'comments', 'tifftagPhotoshop', 'orientation'].filter(
    (name) => name in found && found[name as keyof typeof found] !== undefined,
  );
  if (metadata.length > 0) return `of ${address} has ${metadata.join(', ')}`;
  const rest = ['SECRET', MARK.slice(6, 14), '%PDF-', 'GPSLatitude'].filter((text) => body.includes(text));
  return rest.length > 0 ? `holds ${rest.join(', ')}` : undefined;
}
