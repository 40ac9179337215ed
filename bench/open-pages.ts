import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/rig/browser/browser.ts';
import { serveStream } from '../test/rig/browser/stream.ts';
import { startServer } from '../test/rig/server.ts';
import { printTable, spread } from './rig/table.ts';
import { signInEditor } from './rig/world.ts';

// What viewers see of the night, in real browsers: `node bench/open-pages.ts [rounds]`.
// How soon a switch is seen in two open pages, how late the vote opens on a clock that is ten minutes wrong, and how soon the
// next source plays when the one that is watched is cut.

const ROUNDS = Number(process.argv[2] ?? 5);
const WORDS = { title: 'Финал', description: 'Прямой эфир' };
const VOTE = 'https://vote.example.org/';
const BUTTON = `a[href^="${VOTE}"]`;

const server = await startServer();
const browser = await launchBrowser();
const put = await signInEditor(server.origin);
try {
  printTable(
    ['in real browsers', 'ms', 'goal'],
    [
      ['a switch is seen in two of them', spread(await repeat(seeSwitch), 0), '<= 1000'],
      ['the vote opens after its second on a clock 10 min wrong', spread(await repeat(seeOpening), 0), '0 … 1000'],
      ['the next source plays after the one that is watched is cut', spread(await repeat(seeCut), 0), '<= 8000'],
    ],
  );
} finally {
  await browser.close();
  await server.stop();
}

async function seeSwitch(): Promise<number> {
  await put('/api/watch-settings', { ...WORDS, is_stream_enabled: false, sources: [] });
  const pages = await Promise.all([visit(browser, '/watch'), visit(browser, '/watch')]);
  const seen = pages.map((page) => moment(page, () => document.querySelector('iframe') !== null));
  const start = Date.now();
  await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true });
  const last = Math.max(...(await Promise.all(seen)));
  await Promise.all(pages.map((page) => page.context().close()));
  return last - start;
}

async function seeOpening(round: number): Promise<number> {
  const opensAt = Date.now() + 8000;
  await put('/api/vote-settings', {
    is_voting_enabled: true,
    voting_url: VOTE,
    opens_at: new Date(opensAt).toISOString(),
    spread_seconds: 0,
  });
  const page = await visit(browser, '/vote', round % 2 === 0 ? 600_000 : -600_000);
  await page.locator(BUTTON).waitFor({ timeout: 60_000 });
  const late = Date.now() - opensAt;
  await page.context().close();
  await put('/api/vote-settings', { is_voting_enabled: false, opens_at: null });
  return late;
}

async function seeCut(): Promise<number> {
  const [main, spare] = await Promise.all([serveStream(), serveStream()]);
  const sources = [
    { title: 'Основной', stream_url: main.address },
    { title: 'Запасной', stream_url: spare.address },
  ];
  await put('/api/watch-settings', { ...WORDS, is_stream_enabled: true, sources });
  const page = await visit(browser, '/watch');
  await plays(page, main.address);
  await page.waitForTimeout(3000);
  const start = Date.now();
  await main.cut();
  await plays(page, spare.address);
  const took = Date.now() - start;
  await page.context().close();
  await spare.cut();
  return took;
}

/** Until the picture of this source moves. */
async function plays(page: Page, address: string): Promise<void> {
  const frame = page.frameLocator(`iframe[src*="${encodeURIComponent(address)}"]`);
  await frame.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const from = video.currentTime;
    while (video.currentTime - from < 0.2) await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

/** When a page first sees something, in ms since 1970: told by the page's own watch, which shows what this machine's does. */
function moment(page: Page, isSeen: () => boolean): Promise<number> {
  return page.waitForFunction(isSeen, undefined, { polling: 20 }).then(() => Date.now());
}

/** A page of a visitor with a browser of their own that hears of changes already. */
async function visit(by: Browser, path: string, clockIsOff = 0): Promise<Page> {
  const context = await by.newContext();
  const page = await context.newPage();
  await page.addInitScript((shift) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + shift;
  }, clockIsOff);
  const heard = page.waitForResponse((response) => /\/api\/live(\?since=|$)/.test(response.url()));
  await page.goto(server.origin + path);
  await heard;
  await page.waitForTimeout(500);
  return page;
}

async function repeat(once: (round: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await once(round));
  return all;
}
