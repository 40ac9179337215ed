import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { FLAGS, findChromium } from '../test/rig/browser/browser.ts';
import { startServer } from '../test/rig/server.ts';
import { median, printTable, spread } from './rig/table.ts';

// Lighthouse's mobile measurement (a simulated slow network and phone) of the demo festival, in real Chromium:
// `npm run bench -- lighthouse [rounds] [page …]`. Lighthouse has more than a hundred packages of its own, so it is fetched when it
// is used for the first time, into the system's folder for temporary files.

const VERSION = '13.5.0';
const ROUNDS = Number(process.argv[2] ?? 3);
const PAGES =
  process.argv.length > 3 ? process.argv.slice(3) : ['/', '/news', '/news/zavtra-final', '/vote', '/about', '/watch'];
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Result {
  lhr: {
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; numericValue?: number }>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

const lighthouse = await fetchLighthouse();
const server = await startServer({ program: ['server.ts', '--demo'] });
const profile = mkdtempSync(path.join(tmpdir(), 'rampa-lighthouse-profile-'));
const browser = spawn(
  findChromium(),
  ['--headless', ...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`],
  { stdio: 'ignore' },
);
try {
  const port = await debuggingPort();
  const rows: string[][] = [];
  const short = new Set<string>();
  for (const page of PAGES) {
    // The first visitor after a start is not who the page is made for.
    await fetch(server.origin + page, { headers: { 'accept-encoding': 'br' } });
    const results: Result['lhr'][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await lighthouse(server.origin + page, {
        port,
        output: 'json',
        logLevel: 'error',
        formFactor: 'mobile',
      });
      if (result) results.push(result.lhr);
    }
    const number = (audit: string, digits: number, unit = 1) =>
      spread(
        results.map(({ audits }) => (audits[audit]?.numericValue ?? Number.NaN) / unit),
        digits,
      );
    rows.push([
      page,
      SCORES.map((name) =>
        Math.round(median(results.map(({ categories }) => (categories[name]?.score ?? 0) * 100))),
      ).join(' / '),
      number('first-contentful-paint', 2, 1000),
      number('largest-contentful-paint', 2, 1000),
      number('total-blocking-time', 0),
      number('cumulative-layout-shift', 3),
      number('total-byte-weight', 0, 1000),
    ]);
    for (const result of results) for (const audit of shortcomings(result)) short.add(`${page}: ${audit}`);
  }
  printTable([`median of ${ROUNDS}`, SCORES.join(' / '), 'FCP s', 'LCP s', 'TBT ms', 'CLS', 'kB'], rows);
  for (const line of short) process.stdout.write(`below 0.9: ${line}\n`);
} finally {
  browser.kill();
  await once(browser, 'exit');
  rmSync(profile, { recursive: true, force: true });
  await server.stop();
}

function shortcomings({ categories, audits }: Result['lhr']): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.score}`),
  );
}

async function fetchLighthouse(): Promise<Lighthouse> {
  const folder = path.join(tmpdir(), `rampa-lighthouse-${VERSION}`);
  const entry = path.join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(entry)) {
    process.stdout.write(`Fetching lighthouse ${VERSION} into ${folder} …\n`);
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `lighthouse@${VERSION}`],
      { stdio: 'pipe' },
    );
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}

async function debuggingPort(): Promise<number> {
  const file = path.join(profile, 'DevToolsActivePort');
  while (!existsSync(file)) await sleep(100);
  await sleep(500);
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}
