import { Readable } from 'node:stream';
import { write } from '../../db/write.ts';
import { ModelError, messageOf } from '../../errors.ts';
import { PICTURE_BYTES } from '../../model/images/images.ts';
import { changeImage } from '../../model/images/library.ts';
import type { Store } from '../../model/store.ts';
import { FILE_BYTES } from '../../model/uploads/types.ts';
import { ANY_HOST, fetchListed, type Network } from '../embeds/fetch.ts';
import type { Run } from './article.ts';
import { decoded, NO_ORIGIN, type Source } from './items.ts';
import { findMedia, recordImported } from './records.ts';
import type { OwnExport } from './sources/export.ts';

const TIMEOUT = { image: 30_000, file: 300_000 }; // ms
const TRIES = 2;
const MAX_FAILURES = 6; // consecutive, per host: an unreachable one must not delay each of its pictures

/** Imports a picture or file: its address in the library, or the problem. A dry run only requests it. */
export type FetchMedia = (address: URL, kind: 'image' | 'file', dryRun: boolean, title?: string) => Promise<Outcome>;

type Outcome = { url?: string; problem?: string };

/** Fetches pictures and files into the library, each once, with the network restrictions of embeds. */
export function createMedia(store: Store, source: Source, signal: AbortSignal, network: Network): FetchMedia {
  const outcomes = new Map<string, Outcome>();
  const failuresByHost = new Map<string, number>(); // consecutive
  const download = async (address: URL, kind: 'image' | 'file', isProbe: boolean): Promise<Buffer> => {
    const own = await source.read?.(address.href);
    if (own) return own;
    // Only Ghost's exports do not contain their pictures.
    const unnamed = source.kind === 'Ghost' ? ', а адрес прежнего сайта не назван' : '';
    if (address.origin === NO_ORIGIN) throw new ModelError(404, 'missing', `в выгрузке нет${unnamed}`);
    const most = kind === 'image' ? PICTURE_BYTES : FILE_BYTES;
    const limits = { ...network, within: TIMEOUT[kind], most, isProbe };
    const failures = failuresByHost.get(address.host) ?? 0;
    if (failures >= MAX_FAILURES) throw new ModelError(404, 'silent', 'этот сайт не отвечает');
    failuresByHost.set(address.host, failures + 1);
    const { bytes } = await fetchListed(address.href, ANY_HOST, signal, limits).catch((error: unknown) => {
      if (/ answered \d/.test(messageOf(error))) failuresByHost.delete(address.host);
      throw error;
    });
    failuresByHost.delete(address.host);
    return bytes;
  };
  const storeMedia = async (address: URL, kind: 'image' | 'file', bytes: Buffer, title?: string): Promise<string> => {
    const name = decoded(address.pathname.slice(address.pathname.lastIndexOf('/') + 1));
    if (kind === 'image') return (await store.images.put(bytes, null, name, source.own && name)).url;
    const received = await store.files.receive(Readable.from([bytes]));
    return (await store.files.put(received, title ?? name)).url;
  };
  const fetchOnce = async (...[address, kind, dryRun, title]: Parameters<FetchMedia>): Promise<Outcome> => {
    const stored = await findMedia(store.db, source.id, address.href);
    if (stored) return { url: stored };
    for (let tries = 1; ; tries += 1) {
      try {
        const bytes = await download(address, kind, dryRun);
        if (dryRun) return { url: address.href };
        const url = await storeMedia(address, kind, bytes, title);
        await write({ db: store.db, publish: () => {} }, (tx) => recordImported(tx, source.id, address.href, { url }));
        return { url };
      } catch (error) {
        // A full disk or an unreachable database ends the import; the next run resumes it.
        if (signal.aborted || (error instanceof ModelError && error.status >= 500)) throw error;
        if (error instanceof ModelError || tries === TRIES) return { problem: fetchProblemOf(error) };
      }
    }
  };
  return async (address, kind, dryRun, title) => {
    const place = `${dryRun} ${address.href}`;
    const outcome = outcomes.get(place) ?? (await fetchOnce(address, kind, dryRun, title));
    outcomes.set(place, outcome);
    return outcome;
  };
}

type Upload = { name: string; title: string } & Partial<Parameters<typeof changeImage>[2]>;

/** Imports the library of an own export, unused uploads included. A dry run only checks that the files exist. */
export async function importUploads({ store, report, dryRun, by, ...run }: Run, { lines }: OwnExport): Promise<void> {
  for (const [list, kind] of [['pictures', 'image'] as const, ['files', 'file'] as const])
    for await (const each of lines(list)) {
      const { name, title, alt = '', credit = '', focus = { x: 50, y: 50 } } = each as Upload;
      const { url } = await run.fetchMedia(new URL(`${NO_ORIGIN}/uploads/${name}`), kind, dryRun, title);
      if (!url) report.losses.push({ item: title || name, what: 'файл: его нет в выгрузке', count: 1 });
      else if (kind === 'image' && !dryRun)
        await changeImage(store, url.replace('/uploads/', ''), { title, alt, credit, focus }, by.username);
    }
}

/** Image store of a dry run. */
export const noImages = {
  put: async () => ({ url: '/uploads/x', width: 1, height: 1, alt: '' }),
} as unknown as Store['images'];

/** Reason of a failed request in Russian: «прежний сайт ответил 404». */
export function fetchProblemOf(error: unknown): string {
  const message = messageOf(error);
  const [, status] = / answered (\d+)/.exec(message) ?? [];
  if (error instanceof ModelError) return message;
  if (status) return `прежний сайт ответил ${status}`;
  if (message.endsWith('has no address')) return 'такого сайта больше нет, или его имя не находится';
  if (/no public address|is not listed/.test(message))
    return 'адрес не открыт для всех, с такого сайта переносит команда rampa import на сервере (картинки — с ключом --site)';
  return `прежний сайт не отвечает (${message})`;
}
