import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect } from 'node:tls';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { plural } from '../../model/text/plural.ts';
import { sizeText } from '../../model/text/size.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { backupState, elsewhereState } from '../backup/state.ts';
import type { AlertCode, AlertState, SeenCertificate } from './alerts.ts';

export interface Condition {
  key: string; // Unique; conditions of a machine contain its host name
  code: Exclude<AlertCode, 'test'>;
  isBad: boolean;
  message: string;
}

export type Watched = Pick<Config, 'dataDir' | 'backupTo' | 'alertUrl' | 'alertSecret' | 'publicUrl'>;

const GIB = 1024 ** 3;
/** Bytes. Hysteresis: a disk at the limit must not raise and resolve repeatedly. */
const DISK = { low: 2 * GIB, wellAgain: 2.5 * GIB };
const DAY = 24 * 3600_000;
const CERTIFICATE_LEFT = 14 * DAY;

const TIMEOUT = 10_000; // ms

/** Conditions that can be checked now. Others are omitted and keep their state. */
export async function conditions(
  db: Db,
  config: Watched,
  { open, certificate }: Pick<AlertState, 'open' | 'certificate'>,
  now: number,
): Promise<Condition[]> {
  const { failure, drill } = await backupState(db);
  const elsewhere = config.backupTo === undefined ? null : (await elsewhereState(db)).failure;
  return [
    backup('backup_failed', failure?.message, 'Резервная копия не удалась.', 'Резервная копия снова сделана.'),
    backup(
      'backup_trial_failed',
      drill?.problem,
      'Резервную копию не удалось восстановить на пробу.',
      'Резервная копия снова восстанавливается.',
    ),
    backup(
      'backup_elsewhere_failed',
      elsewhere?.message,
      'Копия не попала в другое место.',
      'Копии снова попадают в другое место.',
    ),
    ...(await diskCondition(config.dataDir, open)),
    ...certificateCondition(certificate, config.publicUrl, now),
  ];
}

function backup(code: Condition['code'], problem: string | null | undefined, bad: string, well: string): Condition {
  const isBad = problem !== null && problem !== undefined;
  return { key: code, code, isBad, message: isBad ? `${bad} ${problem}` : well };
}

/** Free space and size, in bytes, of the fuller of the disks of data and uploads. */
export async function tightestDisk(dataDir: string): Promise<{ free: number; size: number } | undefined> {
  const disks = await Promise.all([dataDir, uploadsIn(dataDir)].map((each) => statfs(each).catch(() => undefined)));
  const spaces = disks.flatMap((disk) =>
    disk ? { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize } : [],
  );
  return spaces.toSorted((one, other) => one.free - other.free)[0];
}

async function diskCondition(dataDir: string, open: AlertState['open']): Promise<Condition[]> {
  const disk = await tightestDisk(dataDir);
  if (!disk) return [];
  const { free } = disk;
  const key = `disk_low@${hostname()}`;
  const isBad = free < (key in open ? DISK.wellAgain : DISK.low);
  const text = `на машине ${hostname()} там, где лежат данные, свободно ${sizeText(free)}.`;
  return [{ key, code: 'disk_low', isBad, message: isBad ? `Мало места: ${text}` : `Места достаточно: ${text}` }];
}

/** No condition if the certificate could not be fetched or belongs to a former PUBLIC_URL. */
export function certificateCondition(
  certificate: SeenCertificate | null,
  publicUrl: string | undefined,
  now: number,
): Condition[] {
  if (!certificate?.expiresAt || !publicUrl || new URL(publicUrl).host !== certificate.host) return [];
  const left = Date.parse(certificate.expiresAt) - now;
  const days = Math.floor(left / DAY);
  const message =
    left < 0
      ? `Сертификат ${certificate.host} истёк: браузеры не открывают сайт.`
      : `Сертификат ${certificate.host} действует ещё ${days === 0 ? 'меньше суток' : plural(days, 'день', 'дня', 'дней')}.`;
  return [{ key: 'certificate_expiring', code: 'certificate_expiring', isBad: left < CERTIFICATE_LEFT, message }];
}

/** The certificate that this server gets from PUBLIC_URL; undefined without https. Never rejects. */
export async function fetchCertificate(
  publicUrl: string | undefined,
  within = TIMEOUT,
): Promise<SeenCertificate | undefined> {
  if (!publicUrl?.startsWith('https:')) return undefined;
  const { hostname, port, host } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  const expiresAt = await expiryOf(name, Number(port || 443), within);
  return { host, at: new Date().toISOString(), expiresAt };
}

async function expiryOf(host: string, port: number, within: number): Promise<string | null> {
  const servername = isIP(host) ? {} : { servername: host };
  // Expired and untrusted certificates are read too. No data are sent.
  const socket = connect({ host, port, ...servername, rejectUnauthorized: false }).on('error', () => {});
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(within) });
    return new Date(socket.getPeerCertificate().valid_to).toISOString();
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
