import { describe, expect, test } from 'vitest';
import { copyFinding, drillFinding } from '../../ops/doctor/checks/backups.ts';
import { answerFinding, linkFindings, schemaFinding, soundnessFinding } from '../../ops/doctor/checks/database.ts';
import { imageFinding } from '../../ops/doctor/checks/images.ts';
import { jobFinding } from '../../ops/doctor/checks/jobs.ts';
import {
  type ClockFacts,
  clockFinding,
  diskFinding,
  filesFinding,
  loadFinding,
  memoryFinding,
  programFinding,
} from '../../ops/doctor/checks/machine.ts';
import { addressFinding, forwardingFinding, secureFinding } from '../../ops/doctor/checks/proxy.ts';
import {
  adminsFinding,
  codesFinding,
  firstPasswordFinding,
  permissionFinding,
} from '../../ops/doctor/checks/sign-in.ts';
import { eventsFinding, serverFinding } from '../../ops/doctor/checks/visitors.ts';
import { runningFrom } from '../../ops/doctor/running.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const HOUR = 3600 * 1000;
const ZONE = 'Europe/Moscow';
const NOW = Date.parse('2026-07-20T10:00:00Z');

describe('the machine', () => {
  test.each([
    [40 * GIB, 'good'],
    [2 * GIB - 1, 'attention'],
    [GIB / 2 - 1, 'bad'],
    [0, 'bad'],
  ] as const)('with %d bytes free on the disk', (free, state) => {
    expect(diskFinding(free, 50 * GIB).state).toBe(state);
  });

  test.each([
    [GIB, 'good'],
    [299 * MIB, 'attention'],
    [99 * MIB, 'bad'],
  ] as const)('with %d bytes of memory available', (available, state) => {
    expect(memoryFinding(available, 2 * GIB, undefined).state).toBe(state);
  });

  const clock: ClockFacts = { now: new Date(NOW), timeZone: ZONE, drift: 0, ahead: 0, jumps: 0, isSynchronised: true };
  test.each<[Partial<ClockFacts>, string]>([
    [{}, 'good'],
    [{ isSynchronised: undefined }, 'unknown'],
    [{ isSynchronised: false }, 'attention'],
    [{ jumps: 1 }, 'attention'],
    [{ drift: -2000 }, 'attention'],
    [{ drift: 30_000 }, 'bad'],
    [{ ahead: HOUR }, 'bad'],
  ])('whose clock is %j', (facts, state) => {
    expect(clockFinding({ ...clock, ...facts }).state).toBe(state);
  });

  test('with a limit of connections below what the server is made for', () => {
    expect(
      [1024, 12_499, 12_500, Number.POSITIVE_INFINITY, undefined].map((limit) => filesFinding(limit).state),
    ).toEqual(['attention', 'attention', 'good', 'good', 'unknown']);
  });

  test('that runs an older version than lies on the disk, or an older Node', () => {
    const running = runningFrom([{ name: 'rampa_build_info', labels: { version: '1.0.0', node: '26.1.0' }, value: 1 }]);
    const facts = { version: '1.0.0', running, node: '26.1.0', tested: '26.10.0', now: NOW };
    expect(programFinding(facts).state).toBe('good');
    expect(programFinding({ ...facts, version: '1.1.0' })).toMatchObject({
      state: 'attention',
      advice: expect.stringContaining('Перезапустите'),
    });
    expect(programFinding({ ...facts, running: undefined, node: '22.0.0' }).state).toBe('attention');
  });

  test('that is late', () => {
    expect([loadFinding({ delay: 249, shed: 3 }).state, loadFinding({ delay: 250, shed: 0 }).state]).toEqual([
      'good',
      'attention',
    ]);
  });
});

describe('the database', () => {
  const facts = {
    kind: 'sqlite',
    version: '3.53.4',
    schema: '0002',
    steps: 2,
    bytes: 4096,
    clock: undefined,
    link: 'inside',
  } as const;
  test('that is away, slow, older, newer or whole', () => {
    expect(answerFinding(undefined, 0, 'connect ECONNREFUSED')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('ECONNREFUSED'),
    });
    expect([answerFinding(facts, 1, undefined).state, answerFinding(facts, 250, undefined).state]).toEqual([
      'good',
      'attention',
    ]);
    expect(schemaFinding(facts, ['0001', '0002']).state).toBe('good');
    expect(schemaFinding(facts, ['0001', '0002', '0003']).state).toBe('attention');
    expect(schemaFinding({ schema: '0009', steps: 2 }, ['0001', '0002']).state).toBe('bad');
  });

  test('that is damaged, checked, being checked or cannot be checked', () => {
    const checkedAt = new Date(NOW);
    const states = (['damaged', 'good', 'checking', 'unknown'] as const).map(
      (state) => soundnessFinding({ state, problem: undefined, checkedAt }, ZONE).state,
    );
    expect(states).toEqual(['bad', 'good', 'unknown', 'unknown']);
    expect(soundnessFinding('postgresql', ZONE).state).toBe('good');
  });
});

describe('the way in', () => {
  const running = { isForwardedUntrusted: false, isForwardedTrusted: false, startedAt: NOW };
  const seen = {
    untrusted: undefined,
    forwardedAt: undefined,
    otherHost: undefined,
    isOwnHostSeen: false,
    isSecureSeen: false,
  };
  const from = (peer: string) => ({ ...seen, untrusted: { peer, header: 'X-Forwarded-For', at: NOW } });

  test('through a proxy that nobody named is bad when the proxy is surely ours', () => {
    const caught = { ...running, isForwardedUntrusted: true };
    expect(forwardingFinding([], caught, from('127.0.0.1'), NOW)).toMatchObject({
      state: 'bad',
      advice: expect.stringContaining('TRUST_PROXY=127.0.0.1/32'),
    });
    expect(forwardingFinding([], caught, from('172.20.0.3'), NOW).state).toBe('bad');
    expect(forwardingFinding([], caught, from('fd00::3'), NOW).advice).toContain('fd00::3/128');
    expect(forwardingFinding([], caught, from('203.0.113.9'), NOW).state).toBe('attention');
    expect(forwardingFinding(['10.0.0.1/32'], caught, from('10.0.0.2'), NOW).state).toBe('attention');
  });

  test('through a named proxy that never shows is doubtful after a while', () => {
    const trusted = ['127.0.0.1/32'];
    expect(forwardingFinding([], running, seen, NOW).state).toBe('good');
    expect(forwardingFinding(trusted, running, seen, NOW + 60_000).state).toBe('unknown');
    expect(forwardingFinding(trusted, running, seen, NOW + HOUR).state).toBe('attention');
    expect(forwardingFinding(trusted, { ...running, isForwardedTrusted: true }, seen, NOW + HOUR).state).toBe('good');
  });

  test('by another name than PUBLIC_URL, or without one', () => {
    const address = 'https://festival.example';
    expect(addressFinding(address, seen).state).toBe('good');
    expect(addressFinding(address, { ...seen, otherHost: 'www.festival.example' }).state).toBe('attention');
    expect(addressFinding(address, { ...seen, otherHost: 'www.festival.example', isOwnHostSeen: true }).state).toBe(
      'good',
    );
    expect(addressFinding(undefined, { ...seen, otherHost: 'festival.example' })).toMatchObject({
      state: 'attention',
      advice: expect.stringContaining('PUBLIC_URL=https://festival.example'),
    });
  });

  test('without TLS', () => {
    expect(secureFinding('https://festival.example', seen).state).toBe('good');
    expect(secureFinding('http://festival.example', seen).state).toBe('bad');
    expect(secureFinding(undefined, seen).state).toBe('attention');
    expect(secureFinding(undefined, { ...seen, isSecureSeen: true }).state).toBe('attention');
  });

  test('for administrators who never came, who need no code, whose first password lies about', () => {
    const came = { username: 'admin', lastLoginAt: '2026-07-01T10:00:00.000Z' };
    expect(adminsFinding([]).state).toBe('bad');
    expect(adminsFinding([came]).state).toBe('good');
    expect(adminsFinding([came, { username: 'Ольга', lastLoginAt: null }]).text).toContain('Ольга');
    expect(codesFinding([{ username: 'admin', hasTotp: true }]).state).toBe('good');
    expect(codesFinding([{ username: 'admin' }]).state).toBe('attention');
    expect([undefined, HOUR, 25 * HOUR].map((age) => firstPasswordFinding('/data/first-password', age).state)).toEqual([
      'good',
      'attention',
      'bad',
    ]);
  });

  test('for other users of the machine', () => {
    expect(permissionFinding('/data', 0o40700, 0o100644).state).toBe('good');
    expect(permissionFinding('/data', 0o40755, 0o100644).state).toBe('attention');
    expect(permissionFinding('/data', 0o40755, 0o100600).state).toBe('good');
    expect(permissionFinding('/data', 0o40777, 0o100600).state).toBe('bad');
  });
});

test('answers of a database that come over a network in the clear', () => {
  const states = (['inside', 'encrypted', 'open'] as const).map((link) =>
    linkFindings({ link }).map(({ state }) => state),
  );
  expect(states).toEqual([[], ['good'], ['unknown']]);
});

test('old, failed, missing and untried backups are told of', () => {
  const backup = {
    at: new Date(NOW).toISOString(),
    file: '/b',
    host: 'h',
    bytes: 1,
    pictures: 0,
    articles: 0,
    took: 1,
  };
  const at = (age: number, failure = false) =>
    copyFinding(
      { backup, failure: failure ? { at: backup.at, message: 'Диск полон.' } : null },
      NOW + age,
      { timeZone: ZONE, backupTo: undefined },
      HOUR,
    ).state;
  expect([at(HOUR), at(37 * HOUR), at(73 * HOUR), at(HOUR, true)]).toEqual(['good', 'attention', 'bad', 'attention']);
  const none = { backup: null, failure: null };
  expect(
    [HOUR, 48 * HOUR, undefined].map(
      (uptime) => copyFinding(none, NOW, { timeZone: ZONE, backupTo: undefined }, uptime).state,
    ),
  ).toEqual(['attention', 'bad', 'bad']);

  const drill = { at: backup.at, file: '/b', madeAt: backup.at, problem: null };
  expect(drillFinding({ backup, drill }, NOW, ZONE).state).toBe('good');
  expect(drillFinding({ backup, drill }, NOW + 16 * 24 * HOUR, ZONE).state).toBe('attention');
  expect(drillFinding({ backup, drill: null }, NOW, ZONE).state).toBe('unknown');
  const failed = { ...drill, problem: 'не совпала таблица articles' };
  expect(drillFinding({ backup, drill: failed }, NOW, ZONE)).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('не совпала таблица articles'),
  });
  const newer = { ...backup, at: new Date(Date.parse(drill.at) + HOUR).toISOString() };
  expect(drillFinding({ backup: newer, drill: failed }, NOW, ZONE)).toMatchObject({
    state: 'attention',
    text: expect.stringContaining('Новая копия ещё не проверена'),
  });
});

test('a server that is away, or that does not know who asks', () => {
  const address = 'http://127.0.0.1:3000';
  const states = [
    serverFinding(address, false, undefined),
    serverFinding(address, true, undefined),
    serverFinding(address, true, runningFrom([])),
  ];
  expect(states.map(({ state }) => state)).toEqual(['bad', 'attention', 'good']);
});

test('a full house, failing pictures and failing work are told of', () => {
  const room = { eventRoom: 10_000, eventsRefused: 0 };
  expect([
    eventsFinding({ ...room, eventClients: 8999 }).state,
    eventsFinding({ ...room, eventClients: 9000 }).state,
  ]).toEqual(['good', 'attention']);
  expect([imageFinding(true, 2).state, imageFinding(false, 0).state]).toEqual(['good', 'bad']);

  const moment = new Date(NOW).toISOString();
  const job = {
    name: 'cleaning',
    dueAt: moment,
    isRunning: false,
    startedAt: moment,
    finishedAt: moment,
    succeededAt: moment,
    failures: 0,
    error: null,
  };
  expect(jobFinding(job, NOW, ZONE).state).toBe('good');
  expect(jobFinding(job, NOW + 3 * HOUR, ZONE).state).toBe('attention');
  expect(jobFinding({ ...job, isRunning: true }, NOW + 3 * HOUR, ZONE).state).toBe('good');
  expect(jobFinding({ ...job, failures: 1, error: 'диск полон' }, NOW, ZONE)).toMatchObject({
    state: 'attention',
    text: expect.stringContaining('диск полон'),
  });
  expect(jobFinding({ ...job, failures: 3 }, NOW, ZONE).state).toBe('bad');
});
