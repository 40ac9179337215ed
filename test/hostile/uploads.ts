import sharp from 'sharp';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import { FORM, form } from '../rig/image-app.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';
import { type Answer, faultOf } from './asking.ts';
import { share } from './corpora.ts';
import { type Outcome, openWorld, type World } from './rig.ts';
import { type HostileFile, hostileFiles } from './upload-files.ts';
import { MARK } from './upload-originals.ts';

/** Refusing a bomb costs no more than reading its first bytes, in ms. Half of them, as a busy machine has pauses of its own. */
const BOMB_WITHIN = 50;
const FORMATS: Record<string, string> = { jpg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif' };

/** Broken, laden, two-faced, foreign and huge files. What is stored has to be a clean picture, and what is refused leaves nothing. */
export async function runUploads(part: number): Promise<Outcome> {
  const world = await openWorld();
  try {
    const all = await hostileFiles();
    const files = [
      ...share(
        all.filter(({ isBomb }) => !isBomb),
        part,
      ),
      ...all.filter(({ isBomb }) => isBomb),
    ];
    const findings: string[] = [];
    const statuses: Record<number, number> = {};
    const waits: number[] = [];
    for (const file of files) {
      const before = await kept(world);
      const started = performance.now();
      const answer = await upload(world, file);
      if (file.isBomb) waits.push(performance.now() - started);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const fault =
        answer.status === 201 ? await storedFault(world, answer) : await refusedFault(world, answer, before);
      if (fault) findings.push(`${file.name}: ${fault}`);
      if (file.isBomb && answer.status !== 422) findings.push(`${file.name}: ${answer.status} in place of 422`);
    }
    const median = waits.sort((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
    // Beside other tests the time says nothing.
    if (part === 1 && median > BOMB_WITHIN) findings.push(`bombs are refused after ${Math.round(median)} ms (median)`);
    if (!(await world.isAlive())) findings.push('the server is gone');
    const notes = [
      `answers ${JSON.stringify(statuses)}; bombs refused in ${Math.round(median)} ms (median), ${Math.round(waits.at(-1) ?? 0)} ms at most`,
    ];
    return { inputs: files.length, findings, notes };
  } finally {
    await world.close();
  }
}

function upload(world: World, { bytes, filename = 'x.png' }: HostileFile): Promise<Answer> {
  const safe = filename.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const body = form({ filename: safe, type: 'image/png', bytes });
  return world.sendAs({ method: 'POST', path: '/api/upload', headers: { 'content-type': FORM }, body });
}

/** All that an upload can leave. The server writes other things by itself, too: scheduled work, when a session was used. */
async function kept({ server, db }: World): Promise<string> {
  const files = await keptFiles(db, uploadsIn(server.dataDir));
  const rows = await db.selectFrom('images').select('name').orderBy('name').execute();
  const lines = await db.selectFrom('journal').select('id').where('action', 'like', 'image.%').execute();
  return JSON.stringify([files, rows, lines.length]);
}

/** 503 says that a decoder was cut off: a crash of the process for pictures that is not the picture's fault. */
async function refusedFault(world: World, answer: Answer, before: string): Promise<string | undefined> {
  const fault = faultOf(answer);
  if (fault) return fault;
  if (![400, 413, 415, 422].includes(answer.status)) return `${answer.status} ${answer.body}`;
  return (await kept(world)) === before ? undefined : 'refused, yet something was stored';
}

async function storedFault({ send }: World, { body }: Answer): Promise<string | undefined> {
  const { url } = JSON.parse(body.toString()) as { url: string };
  if (!/^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/.test(url)) return `stored as ${url}`;
  const copies = [480, 960].map((width) => url.replace(/\.\w+$/, `-${width}.webp`));
  for (const address of [url, ...copies]) {
    const fault = await shownFault(address, await send({ path: address }));
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
  if (!found || found.format !== type || !Object.values(FORMATS).includes(type))
    return `is served as ${type} and is ${found?.format}`;
  const metadata = ['exif', 'xmp', 'iptc', 'icc', 'comments', 'tifftagPhotoshop', 'orientation'].filter(
    (name) => name in found && found[name as keyof typeof found] !== undefined,
  );
  if (metadata.length > 0) return `of ${address} has ${metadata.join(', ')}`;
  const rest = ['SECRET', MARK.slice(6, 14), '%PDF-', 'GPSLatitude'].filter((text) => body.includes(text));
  return rest.length > 0 ? `holds ${rest.join(', ')}` : undefined;
}
