import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';
import { readMetrics } from './metrics-text.ts';

/** What Prometheus adds to everything it scrapes, and words of its language that look like names. */
const OTHERS = ['up'];
/** Left out while nothing was watched over: a test's database is not checked. */
const NOT_ALWAYS = ['rampa_database_sound', 'rampa_job_failures', 'rampa_job_succeeded_timestamp_seconds'];

test('dashboard and alerts ask for nothing that is not measured', async () => {
  const site = await createTestApp();
  const text = (await site.app.inject({ url: '/metrics' })).body;
  await site.close();
  const measured = new Set([...readMetrics(text).map(({ name }) => name), ...OTHERS, ...NOT_ALWAYS]);
  const asked = [...dashboardQueries(), ...alertQueries()].flatMap(namesIn);
  expect(asked.length).toBeGreaterThan(50);
  expect([...new Set(asked)].filter((name) => !measured.has(name))).toEqual([]);
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

/** Names of series in a query: not what is in braces, quotes or ranges, no functions, no grouping labels. */
function namesIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(by|e\d)$/.test(name));
}
