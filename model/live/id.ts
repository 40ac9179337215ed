/** Clock of live state: `epoch.version`. A restore or move starts a new epoch. For server and pages. */

interface Moment {
  epoch: string;
  version: number;
  byClock: number; // Unix time (ms) of the last change by the clock; 0 where none is said
}

const FORM = /^([a-z0-9]{8})\.(\d{1,15})(?:\.(\d{1,15}))?$/;

/** Undefined for any other text. */
export function parseId(text: string | undefined): Moment | undefined {
  const [, epoch, version, byClock = '0'] = FORM.exec(text ?? '') ?? [];
  return epoch === undefined ? undefined : { epoch, version: Number(version), byClock: Number(byClock) };
}

export function idOf({ epoch, version }: Pick<Moment, 'epoch' | 'version'>, byClock = 0): string {
  return `${epoch}.${version}${byClock > 0 ? `.${byClock}` : ''}`;
}

/** Order of ids: within an epoch a lower one is older, of one version that with the earlier moment of the clock or none. */
export function isOlder(id: string | undefined, known: string | undefined): boolean {
  const [one, other] = [parseId(id), parseId(known)];
  if (!one || !other || one.epoch !== other.epoch) return false;
  return one.version < other.version || (one.version === other.version && one.byClock < other.byClock);
}

/** Of an older version. Servers forget moments of the clock at a restart, so these say nothing about which state is newer. */
export function isStale(id: string | undefined, known: string | undefined): boolean {
  const [one, other] = [parseId(id), parseId(known)];
  return one !== undefined && one.epoch === other?.epoch && one.version < other.version;
}

/** Another epoch, if both are known: everything from before is void. */
export function isForeign(id: string | undefined, known: string | undefined): boolean {
  return Boolean(id && known) && parseId(id)?.epoch !== parseId(known)?.epoch;
}
