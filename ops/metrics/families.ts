import type { Config } from '../../config.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import type { Store } from '../../model/store.ts';
import { VERSION } from '../../version.ts';
import { tightestDisk } from '../alerts/conditions.ts';
import { type BackupState, backupState, type ElsewhereState, elsewhereState } from '../backup/state.ts';
import type { DatabaseHealth } from '../integrity/check.ts';
import { type JobState, listJobs, wantedJobs } from '../jobs.ts';
import { withTimeout } from '../timeout.ts';
import type { Meters } from './meters.ts';
import { byLabel, counter, type Family, gauge, info, processFamilies } from './text.ts';

interface CacheMeter {
  counts: () => Record<'hits' | 'misses' | 'stale' | 'bytes', number>;
}

interface LiveMeter {
  size: () => number;
  room: number;
  dropped: () => number;
}

export interface Watched {
  meters: Meters;
  store: Store;
  config: Config;
  pageCache: CacheMeter;
  live: { clients: LiveMeter };
  health?: Readonly<DatabaseHealth> | undefined;
}

const DATABASE_TIMEOUT = 2000;

/** All metrics, with the database's for up to 2 s. Never rejects: unreadable values are left out. */
export async function allFamilies(watched: Watched): Promise<Family[]> {
  const { store, config, health } = watched;
  const read = <T>(of: (db: Db) => Promise<T>) =>
    withTimeout(DATABASE_TIMEOUT, () => of(store.db)).catch(() => undefined);
  const [own, facts, jobs = [], backups, elsewhere, disk] = await Promise.all([
    ownFamilies(watched),
    read(readDatabaseFacts),
    read(listJobs),
    read(backupState),
    config.backupTo === undefined ? undefined : read(elsewhereState),
    tightestDisk(config.dataDir),
  ]);
  return [
    ...own,
    ...databaseFamilies(facts),
    ...soundnessFamilies(health),
    ...jobFamilies(wantedJobs(jobs, config)),
    ...backupFamilies(backups),
    ...elsewhereFamilies(elsewhere),
    gauge('rampa_disk_free_bytes', 'Free space where the data lie.', disk?.free),
    gauge('rampa_disk_size_bytes', 'Size of the disk where the data lie.', disk?.size),
  ];
}

/** Metrics of this process, without database access. */
export async function ownFamilies({ meters, store, pageCache, live }: Watched): Promise<Family[]> {
  return [
    ...meters.requests.families(),
    ...cacheFamilies(pageCache),
    ...eventFamilies(live.clients),
    ...meters.queries.families(),
    counter(
      'rampa_pictures_child_crashes_total',
      'How often the process for pictures went down by itself.',
      store.images.counts.crashed,
    ),
    ...proxyFamilies(meters),
    ...meters.loop.families(),
    ...(await processFamilies(VERSION)),
  ];
}

function cacheFamilies(pageCache: CacheMeter): Family[] {
  const { hits, misses, stale, bytes } = pageCache.counts();
  return [
    counter('rampa_cache_hits_total', 'Answers that were ready in memory.', hits),
    counter('rampa_cache_misses_total', 'Answers that had to be made.', misses),
    counter('rampa_cache_stale_total', 'Last good copies sent in place of answers that could not be made.', stale),
    gauge('rampa_cache_bytes', 'Memory that answers ready in it are reckoned at.', bytes),
  ];
}

function eventFamilies(clients: LiveMeter): Family[] {
  return [
    gauge('rampa_event_clients', 'Open event streams.', clients.size()),
    gauge('rampa_event_clients_max', 'Event streams that there is room for.', clients.room),
    counter('rampa_event_clients_dropped_total', 'Event streams cut off because nobody read them.', clients.dropped()),
  ];
}

function databaseFamilies(facts: DatabaseFacts | undefined): Family[] {
  const up = gauge('rampa_database_up', 'Whether the database answers: 1 or 0.', facts ? 1 : 0);
  if (!facts) return [up];
  const { kind, version, schema, bytes } = facts;
  return [
    up,
    info('rampa_database_info', 'The database and the last step of its schema.', { kind, version, schema }),
    gauge('rampa_database_size_bytes', 'Size of the database.', bytes),
  ];
}

function backupFamilies(state: BackupState | undefined): Family[] {
  const { backup, drill } = state ?? {};
  const seconds = (at: string | undefined) => (at === undefined ? undefined : Date.parse(at) / 1000);
  const isGood = drill ? Number(drill.problem === null) : undefined;
  const isMade = state && (backup || state.failure) ? Number(state.failure === null) : undefined;
  return [
    gauge('rampa_backup_timestamp_seconds', 'When the last backup was made, Unix time.', seconds(backup?.at)),
    gauge('rampa_backup_success', 'Whether the last attempt at a backup gave a complete one: 1 or 0.', isMade),
    gauge('rampa_backup_size_bytes', 'Size of the last backup.', backup?.bytes),
    gauge(
      'rampa_backup_drill_timestamp_seconds',
      'When a backup was restored for a trial, Unix time.',
      seconds(drill?.at),
    ),
    gauge('rampa_backup_drill_success', 'Whether everything was equal then: 1 or 0.', isGood),
  ];
}

function elsewhereFamilies(state: ElsewhereState | undefined): Family[] {
  const madeAt = state?.copied?.newest?.madeAt;
  const isKnown = state && (state.copied || state.failure);
  return [
    gauge(
      'rampa_backup_elsewhere_timestamp_seconds',
      'When the newest backup in BACKUP_TO was made, Unix time.',
      madeAt === undefined ? undefined : Date.parse(madeAt) / 1000,
    ),
    gauge(
      'rampa_backup_elsewhere_success',
      'Whether BACKUP_TO took the last copy: 1 or 0.',
      isKnown ? Number(state.failure === null) : undefined,
    ),
  ];
}

function jobFamilies(jobs: JobState[]): Family[] {
  const done = jobs.flatMap(({ name, succeededAt }) => (succeededAt ? [[name, Date.parse(succeededAt) / 1000]] : []));
  const failures = jobs.map(({ name, failures }) => [name, failures]);
  return [
    byLabel(
      'gauge',
      'rampa_job_succeeded_timestamp_seconds',
      'When scheduled work was done last, Unix time.',
      'name',
      Object.fromEntries(done),
    ),
    byLabel(
      'gauge',
      'rampa_job_failures',
      'How often scheduled work has failed in a row.',
      'name',
      Object.fromEntries(failures),
    ),
  ];
}

function soundnessFamilies(health: Watched['health']): Family[] {
  const isSound = health?.state === 'damaged' ? 0 : health?.state === 'good' ? 1 : undefined;
  const checkedAt = health?.checkedAt ? health.checkedAt.getTime() / 1000 : undefined;
  return [
    gauge('rampa_database_sound', 'Whether the last check of the SQLite file found it whole: 1 or 0.', isSound),
    gauge('rampa_database_checked_timestamp_seconds', 'When it was checked last, Unix time.', checkedAt),
  ];
}

function proxyFamilies({ signs }: Meters): Family[] {
  const { untrusted, isForwardedTrusted } = signs.seen();
  return [
    gauge(
      'rampa_proxy_untrusted',
      'Whether a forwarding header came from a peer that is not in TRUST_PROXY: 1 or 0.',
      untrusted ? 1 : 0,
    ),
    gauge(
      'rampa_proxy_trusted',
      'Whether a proxy of TRUST_PROXY has forwarded a request: 1 or 0.',
      Number(isForwardedTrusted),
    ),
  ];
}
