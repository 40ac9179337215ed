import { expect, test } from 'vitest';
import { copyFinding, restoreTestFinding } from '../../ops/doctor/checks/backups.ts';
import { answerFinding, schemaFinding, soundnessFinding } from '../../ops/doctor/checks/database.ts';
import * as machine from '../../ops/doctor/checks/machine.ts';
import { addressFinding, forwardingFinding, secureFinding } from '../../ops/doctor/checks/proxy.ts';
import * as signIn from '../../ops/doctor/checks/sign-in.ts';
import { jobFinding, serverFinding } from '../../ops/doctor/checks/site.ts';
import { runningFrom } from '../../ops/doctor/doctor.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const HOUR = 3600 * 1000;
const ZONE = 'Europe/Moscow';
const NOW = Date.parse('2026-07-20T10:00:00Z');
const AT = new Date(NOW).toISOString();

const disk = (free: number) => machine.diskFinding(free, 50 * GIB);
const memory = (available: number) => machine.memoryFinding(available, 2 * GIB, undefined);
const times = { now: new Date(NOW), timeZone: ZONE, drift: 0, isSynchronised: true };
const clock = (facts: Partial<machine.ClockFacts>) => machine.clockFinding({ ...times, ...facts });
const build = { name: 'rampa_build_info', labels: { version: '1.0.0', node: '26.1.0' }, value: 1 };
const version = { version: '1.0.0', running: runningFrom([build]), node: '26.1.0', now: NOW };

const sqlite = { kind: 'sqlite', version: '3.53.4', bytes: 4096, clock: undefined } as const;
const answer = (ms: number) => answerFinding({ ...sqlite, schema: '0002', steps: 2 }, ms, undefined);
const schema = (last: string, known: string[]) => schemaFinding({ schema: last, steps: 2 }, known);
const sound = (state: 'damaged' | 'good' | 'checking' | 'unknown') =>
  soundnessFinding({ state, problem: undefined, checkedAt: new Date(NOW) }, ZONE);

const running = { isForwardedUntrusted: false, isForwardedTrusted: false, startedAt: NOW };
const never = { isForwardedTrusted: false, isOwnHostSeen: false, isSecureSeen: false };
const seen = { ...never, untrusted: undefined, otherHost: undefined };
const unnamed = (peer: string, trusted: string[] = []) => {
  const untrusted = { peer, header: 'X-Forwarded-For', at: NOW };
  return forwardingFinding(trusted, { ...running, isForwardedUntrusted: true }, { ...seen, untrusted }, NOW);
};
const named = (after: number, isForwardedTrusted = false) =>
  forwardingFinding(['127.0.0.1/32'], { ...running, isForwardedTrusted }, seen, NOW + after);
const OWN = 'https://festival.example';
const otherName = { ...seen, otherHost: 'www.festival.example' };

const came = { username: 'admin', lastLoginAt: '2026-07-01T10:00:00.000Z' };
const firstPassword = (age?: number) => signIn.firstPasswordFinding('/data/first-password', age);
const rights = (folder: number, file: number) => signIn.permissionFinding('/data', folder, file);

const backup = { at: AT, file: '/b', host: 'h', bytes: 1, pictures: 0, articles: 0, took: 1 };
const here = { timeZone: ZONE, backupTo: undefined };
const copied = (age: number, failure: { at: string; message: string } | null = null) =>
  copyFinding({ backup, failure }, NOW + age, here, HOUR);
const neverCopied = (uptime?: number) => copyFinding({ backup: null, failure: null }, NOW, here, uptime);
const drill = { at: AT, file: '/b', madeAt: AT, problem: null };
const failed = { ...drill, problem: 'не совпала таблица articles' };
const newer = { ...backup, at: new Date(NOW + HOUR).toISOString() };

const server = (isThere: boolean, figures?: ReturnType<typeof runningFrom>) =>
  serverFinding('http://127.0.0.1:3000', isThere, figures);
const moments = { dueAt: AT, startedAt: AT, finishedAt: AT, succeededAt: AT };
const job = (after: number, more: { isRunning?: boolean; failures?: number; error?: string } = {}) =>
  jobFinding({ name: 'cleaning', ...moments, isRunning: false, failures: 0, error: null, ...more }, NOW + after, ZONE);

test.each<[what: string, found: { state: string; text: string; advice?: string }, state: string, said?: string]>([
  ['a disk with 40 GiB free', disk(40 * GIB), 'good'],
  ['with less than 2 GiB', disk(2 * GIB - 1), 'attention'],
  ['with less than half of one', disk(GIB / 2 - 1), 'bad'],
  ['a full disk', disk(0), 'bad'],
  ['a GiB of memory', memory(GIB), 'good'],
  ['299 MiB of it', memory(299 * MIB), 'attention'],
  ['99 MiB of it', memory(99 * MIB), 'bad'],
  ['a clock that is right', clock({}), 'good'],
  ['one of which nobody knows who sets it', clock({ isSynchronised: undefined }), 'unknown'],
  ['one that nobody sets', clock({ isSynchronised: false }), 'attention'],
  ['one that drifts', clock({ drift: -2000 }), 'attention'],
  ['one that is half a minute off', clock({ drift: 30_000 }), 'bad'],
  ['the version that lies on the disk', machine.programFinding(version), 'good'],
  ['an older one', machine.programFinding({ ...version, version: '1.1.0' }), 'attention', 'Перезапустите'],

  ['a database that is away', answerFinding(undefined, 0, 'connect ECONNREFUSED'), 'bad', 'ECONNREFUSED'],
  ['a quick one', answer(1), 'good'],
  ['a slow one', answer(250), 'attention'],
  ['one of this version', schema('0002', ['0001', '0002']), 'good'],
  ['one of an older version', schema('0002', ['0001', '0002', '0003']), 'attention'],
  ['one of a newer version', schema('0009', ['0001', '0002']), 'bad'],
  ['one that is damaged', sound('damaged'), 'bad'],
  ['one that was checked', sound('good'), 'good'],
  ['one that is being checked', sound('checking'), 'unknown'],
  ['one that cannot be checked', sound('unknown'), 'unknown'],
  ['PostgreSQL, which checks itself', soundnessFinding('postgresql', ZONE), 'good'],

  ['a proxy on this machine that nobody named', unnamed('127.0.0.1'), 'bad', 'TRUST_PROXY=127.0.0.1/32'],
  ['one beside it', unnamed('172.20.0.3'), 'bad'],
  ['one with IPv6', unnamed('fd00::3'), 'bad', 'fd00::3/128'],
  ['one that may be anybody’s', unnamed('203.0.113.9'), 'attention'],
  ['one beside another that was named', unnamed('10.0.0.2', ['10.0.0.1/32']), 'attention'],
  ['no proxy', forwardingFinding([], running, seen, NOW), 'good'],
  ['a named one that has not shown yet', named(60_000), 'unknown'],
  ['a named one that does not show', named(HOUR), 'attention'],
  ['a named one that showed', named(HOUR, true), 'good'],
  ['visitors by PUBLIC_URL', addressFinding(OWN, seen), 'good'],
  ['by another name alone', addressFinding(OWN, otherName), 'attention'],
  ['by another name too', addressFinding(OWN, { ...otherName, isOwnHostSeen: true }), 'good'],
  ['without PUBLIC_URL', addressFinding(undefined, otherName), 'attention', 'PUBLIC_URL=https://www.festival.example'],
  ['with TLS', secureFinding(OWN, seen), 'good'],
  ['without TLS', secureFinding('http://festival.example', seen), 'bad'],
  ['nobody knows whether with TLS', secureFinding(undefined, seen), 'attention'],
  ['somebody with TLS', secureFinding(undefined, { ...seen, isSecureSeen: true }), 'attention'],

  ['no administrator', signIn.adminsFinding([]), 'bad'],
  ['one who came', signIn.adminsFinding([came]), 'good'],
  ['one who never came', signIn.adminsFinding([came, { username: 'Ольга', lastLoginAt: null }]), 'attention', 'Ольга'],
  ['codes', signIn.codesFinding([{ username: 'admin', hasTotp: true }]), 'good'],
  ['no codes', signIn.codesFinding([{ username: 'admin' }]), 'attention'],
  ['no first password', firstPassword(), 'good'],
  ['a first password', firstPassword(HOUR), 'attention'],
  ['one that lies about for a day', firstPassword(25 * HOUR), 'bad'],
  ['a folder for its user alone', rights(0o40700, 0o100644), 'good'],
  ['an open one with an open file', rights(0o40755, 0o100644), 'attention'],
  ['an open one with a closed file', rights(0o40755, 0o100600), 'good'],
  ['one in which anybody may write', rights(0o40777, 0o100600), 'bad'],

  ['a backup of this night', copied(HOUR), 'good'],
  ['one of the night before', copied(37 * HOUR), 'attention'],
  ['an old one', copied(73 * HOUR), 'bad'],
  ['one that failed since', copied(HOUR, { at: AT, message: 'Диск полон.' }), 'attention'],
  ['none yet', neverCopied(HOUR), 'attention'],
  ['none for days', neverCopied(48 * HOUR), 'bad'],
  ['none, and nobody knows since when', neverCopied(), 'bad'],
  ['a restore test', restoreTestFinding({ backup, drill }, NOW, ZONE), 'good'],
  ['one of two weeks ago', restoreTestFinding({ backup, drill }, NOW + 16 * 24 * HOUR, ZONE), 'attention'],
  ['no restore test', restoreTestFinding({ backup, drill: null }, NOW, ZONE), 'unknown'],
  ['one that failed', restoreTestFinding({ backup, drill: failed }, NOW, ZONE), 'bad', 'не совпала таблица articles'],
  ['a newer backup', restoreTestFinding({ backup: newer, drill: failed }, NOW, ZONE), 'attention', 'ещё не проверена'],

  ['a server that is away', server(false), 'bad'],
  ['one that does not know who asks', server(true), 'attention'],
  ['one that does', server(true, runningFrom([])), 'good'],
  ['work that is done', job(0), 'good'],
  ['work that is late', job(3 * HOUR), 'attention'],
  ['work under way', job(3 * HOUR, { isRunning: true }), 'good'],
  ['work that failed', job(0, { failures: 1, error: 'диск полон' }), 'attention', 'диск полон'],
  ['work that fails', job(0, { failures: 3 }), 'bad'],
])('%s', (_what, { state, text, advice }, expected, said = '') =>
  expect([state, `${text} ${advice}`]).toEqual([expected, expect.stringContaining(said)]),
);
