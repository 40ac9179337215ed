import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordBackup, recordElsewhere } from '../../ops/backup/state.ts';
import { claimJob, enterJob, finishJob } from '../../ops/jobs.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { readMetrics } from '../rig/metrics-text.ts';
import { openDatabaseOf, startServer } from '../rig/server.ts';

/** What Prometheus adds to everything it scrapes. */
const OTHERS = ['up'];
/** What is known of the file of SQLite only. */
const OF_FILES = ['rampa_database_sound'];

test('dashboard and alerts ask for nothing that is not measured', async () => {
  // The folder is away, so nothing is copied over what is recorded here.
  const server = await startServer({
    env: { BACKUP_TO: '/nowhere/copies', ALERT_URL: 'http://127.0.0.1:1/', ALERT_SECRET: 'of-nobody-at-all' },
  });
  const db = await openDatabaseOf(server);
  await enterJob(db, 'any', new Date(0));
  const claim = await claimJob(db, 'any');
  if (claim) await finishJob(db, claim, (now) => now);
  const at = new Date().toISOString();
  const backup = { at, file: '/backup', host: 'here', bytes: 1, pictures: 0, articles: 0, took: 1 };
  await recordBackup(db, { backup, drill: { at, file: '/backup', madeAt: at, problem: null } });
  const newest = { name: '', madeAt: at, bytes: 1 };
  await recordElsewhere(db, { copied: { at, to: '/nowhere/copies', host: 'here', mount: '/', count: 1, newest } });
  await db.destroy();
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  await server.stop();

  const measured = new Set([...readMetrics(text).map(({ name }) => name), ...OTHERS]);
  const asked = [...dashboardQueries(), ...alertQueries()].flatMap(namesIn);
  expect(asked.length).toBeGreaterThan(50);
  expect([...new Set(asked)].filter((name) => !measured.has(name))).toEqual(isOnPostgres ? OF_FILES : []);
});

test('every alert says in Russian what happened', () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8').split('- alert: ').slice(1);
  for (const rule of rules) expect(rule, rule.split('\n')[0]).toMatch(/summary: .*[а-яё]/i);
  expect(rules.length).toBeGreaterThan(10);
});

function dashboardQueries(): string[] {
  const { panels } = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

function alertQueries(): string[] {
  return [...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
}

function namesIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(by|unless|e\d)$/.test(name));
}
