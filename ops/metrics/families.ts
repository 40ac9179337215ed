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
import { type Meters, proxyFamilies } from './meters.ts';
import { byLabel, counter, type Family, gauge, info, processFamilies } from './text.ts';

export interface Watched {
  meters: Meters;
  store: Store;
  config: Config;
  pageCache: { counts: () => Record<'hits' | 'misses' | 'stale' | 'bytes', number> };
  live: { clients: { size: () => number; room: number; dropped: () => number } };
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
  const { crashed } = store.images.counts;
  return [
    ...meters.requests.families(),
    ...cacheFamilies(pageCache),
    ...eventFamilies(live),
    ...meters.queries.families(),
    counter('rampa_pictures_child_crashes_total', 'How often the process for pictures went down by itself.', crashed),
    ...proxyFamilies(meters.signs),
    ...meters.loop.families(),
    ...(await processFamilies(VERSION)),
  ];
}

function cacheFamilies(pageCache: Watched['pageCache']): Family[] {
  const { hits, misses, stale, bytes } = pageCache.counts();
  return [
    counter('rampa_cache_hits_total', 'Answers that were ready in memory.', hits),
    counter('rampa_cache_misses_total', 'Answers that had to be made.', misses),
    counter('rampa_cache_stale_total', 'Last good copies sent in place of answers that could not be made.', stale),
    gauge('rampa_cache_bytes', 'Memory that answers ready in it are reckoned at.', bytes),
  ];
}

function eventFamilies({ clients }: Watched['live']): Family[] {
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
  const isGood = drill ? Number(drill.problem === null) : undefined;
  const triedAt = secondsOf(drill?.at);
  const isMade = state && (backup || state.failure) ? Number(state.failure === null) : undefined;
  return [
    gauge('rampa_backup_timestamp_seconds', 'When the last backup was made, Unix time.', secondsOf(backup?.at)),
    gauge('rampa_backup_success', 'Whether the last attempt at a backup gave a complete one: 1 or 0.', isMade),
    gauge('rampa_backup_size_bytes', 'Size of the last backup.', backup?.bytes),
    gauge('rampa_backup_drill_timestamp_seconds', 'When a backup was restored for a trial, Unix time.', triedAt),
    gauge('rampa_backup_drill_success', 'Whether everything was equal then: 1 or 0.', isGood),
  ];
}

function elsewhereFamilies(state: ElsewhereState | undefined): Family[] {
  const isTaken = state && (state.copied || state.failure) ? Number(state.failure === null) : undefined;
  return [
    gauge(
      'rampa_backup_elsewhere_timestamp_seconds',
      'When the newest backup in BACKUP_TO was made, Unix time.',
      secondsOf(state?.copied?.newest?.madeAt),
    ),
    gauge('rampa_backup_elsewhere_success', 'Whether BACKUP_TO took the last copy: 1 or 0.', isTaken),
  ];
}

function secondsOf(at: string | undefined): number | undefined {
  return at === undefined ? undefined : Date.parse(at) / 1000;
}

function jobFamilies(jobs: JobState[]): Family[] {
  const done = jobs.flatMap(({ name, succeededAt }) => (succeededAt ? [[name, Date.parse(succeededAt) / 1000]] : []));
  const failures = Object.fromEntries(jobs.map(({ name, failures }) => [name, failures]));
  return [
    byLabel(
      'gauge',
      'rampa_job_succeeded_timestamp_seconds',
      'When scheduled work was done last, Unix time.',
      'name',
      Object.fromEntries(done),
    ),
    byLabel('gauge', 'rampa_job_failures', 'How often scheduled work has failed in a row.', 'name', failures),
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
