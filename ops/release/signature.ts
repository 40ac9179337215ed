import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReleaseError } from '../errors.ts';

/** Public halves of the keys that sign releases, as minisign writes them; the private ones stay with the maintainers (docs/releases.md). */
export const RELEASE_KEYS = ['RWRDsZazK4hAqdOkRkw99G7+zXQ4OjMB3JjTEp/qMjEsmoAjEO510hJn'];

/** Added to an archive's name. */
export const SIGNATURE = '.minisig';
const MAX_BYTES = 10_000; // An ordinary one has 300 bytes
const ED25519 = 64; // bytes of a signature

/** Verifies the minisign signature beside `file` and its trusted comment with one of `keys`. ReleaseError. */
export async function assertSigned(file: string, keys = RELEASE_KEYS): Promise<void> {
  const beside = `${file}${SIGNATURE}`;
  const text = await readFile(beside, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw refused(`Подписи ${path.basename(beside)} рядом с архивом нет. Загрузите её в ту же папку.`);
  const signature = text.length > MAX_BYTES ? undefined : parse(text);
  if (!signature) throw refused(`${path.basename(beside)} — не подпись minisign. Загрузите её ещё раз.`);
  const key = keys.map(publicKey).find(({ id }) => id.equals(signature.keyId));
  if (!key) throw refused(`${path.basename(file)} подписан чужим ключом: эта версия ему не верит.`);
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(file), hash);
  const isGenuine =
    verify(null, hash.digest(), key.key, signature.ofFile) &&
    verify(null, Buffer.concat([signature.ofFile, Buffer.from(signature.comment)]), key.key, signature.ofComment);
  if (!isGenuine)
    throw refused(`Подпись не сходится: ${path.basename(file)} изменён или повреждён. Загрузите его ещё раз.`);
}

/** The four lines of a signature; undefined for anything else. Only prehashed ones («ED»), minisign's default since 0.10. */
function parse(text: string) {
  const lines = /^untrusted comment: .*\r?\n(\S+)\r?\ntrusted comment: (.*?)\r?\n(\S+)\r?\n?$/.exec(text);
  const [body, ofComment] = [lines?.[1], lines?.[3]].map((line = '') => Buffer.from(line, 'base64'));
  if (!lines || body?.length !== 10 + ED25519 || ofComment?.length !== ED25519) return undefined;
  if (body.toString('latin1', 0, 2) !== 'ED') return undefined;
  return { keyId: body.subarray(2, 10), ofFile: body.subarray(10), comment: lines[2] ?? '', ofComment };
}

function publicKey(text: string) {
  const bytes = Buffer.from(text, 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 10) };
  return { id: bytes.subarray(2, 10), key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

function refused(why: string): ReleaseError {
  return new ReleaseError(`${why} Ничего не изменено. Архив собственной сборки ставит ключ --unsigned.`);
}
