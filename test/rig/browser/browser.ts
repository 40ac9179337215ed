import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows and profiles: a page costs a third less of a processor. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise every new context also loads the suggestions of an address bar that nobody sees, two thirds of its cost, and a spare process.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
];
/** Every name but this one is unknown. A route would do too, but then each request of a page takes its way through the test. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** A Chromium for the tests: from CHROMIUM, on PATH, through apt as root, through Playwright's download. */
export function findChromium(): string {
  const found = fromVariable() ?? onPath(NAMES) ?? throughApt() ?? throughPlaywright();
  if (found) return found;
  throw new Error('No Chromium. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.');
}

/** What CHROMIUM names, else a headless Chromium, from PATH or brought by apt as root, else any Chromium. */
export function findTestBrowser(): string {
  const isThere = process.env.CHROMIUM || onPath(HEADLESS);
  if (!isThere) installThroughApt(['chromium-headless-shell']);
  return headlessOrAny();
}

function headlessOrAny(): string {
  return fromVariable() ?? onPath(HEADLESS) ?? findChromium();
}

/** The browser that `npm test` found. For it there is no machine but this one: what a page asks of others fails at once. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: headlessOrAny(), args: [...FLAGS, ALONE] });
}

let shared: Promise<Browser> | undefined;

/** The browser of this worker, for all its files: started by the first, ended with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const kept = await shared;
  if (kept?.isConnected()) return kept;
  // Its profile outlasts the folder of the file that starts it.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = process.env.WORKER_TMPDIR;
  shared = launchBrowser();
  const browser = await shared;
  process.env.TMPDIR = TMPDIR;
  return browser;
}

function fromVariable(): string | undefined {
  const given = process.env.CHROMIUM;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM is ${given}: no such file`);
  return given;
}

/** The first file on PATH with one of these names. */
export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}

function throughApt(): string | undefined {
  return installThroughApt(['chromium']) ? onPath(NAMES) : undefined;
}

/** Without a network it fails soon. */
const SOON = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

/** Installs Debian packages; false where that is impossible, after its reason was printed. */
export function installThroughApt(packages: string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  process.stdout.write(`Installing ${packages.join(', ')} through apt-get …\n`);
  spawnSync('apt-get', ['update', '-qq', ...SOON], { stdio: 'ignore' });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', ...SOON, ...packages];
  return spawnSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

function throughPlaywright(): string | undefined {
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  process.stdout.write('Downloading Chromium through Playwright …\n');
  const cli = path.join(import.meta.dirname, '../../..', 'node_modules', 'playwright-core', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0 ? chromium.executablePath() : undefined;
}

/** Until React has taken over the document: a link that is followed sooner loads a new one. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document.body, document.documentElement].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    ),
  );
}
