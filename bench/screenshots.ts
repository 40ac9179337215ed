import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/rig/browser/browser.ts';
import { breakDatabase } from '../test/rig/database/broken.ts';
import { startServer } from '../test/rig/server.ts';
import { type Look, PAGES, type PageImage, THEMES, VIEWS, WIDTHS } from './screenshots/subjects.ts';

// Pictures of every public page at every width, for looking at: `npm run screenshots`, or a part of them by words that their
// names contain: `npm run screenshots -- home 360 dark`.

const FOLDER = path.join(import.meta.dirname, '..', 'test-results', 'screenshots');

const STYLE = `
  body { margin: 2rem; background: #555; color: #fff; font: 1rem/1.4 system-ui; }
  nav a { color: inherit; margin-inline-end: 1rem; }
  div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
  figure { margin: 0 0 1.5rem; flex: none; }
  img { display: block; max-height: 46rem; object-fit: cover; object-position: top; background: #333; }
`;

interface Shot {
  page: string;
  width: number;
  look: string; // Theme or view
  file: string; // In the folder of the pictures
}

const words = process.argv.slice(2);
if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
const [demo, empty, browser] = await Promise.all([
  startServer({ program: ['server.ts', '--demo'] }),
  startServer(),
  launchBrowser(),
]);
try {
  const shots: Shot[] = [];
  for (const picture of PAGES.filter(({ world }) => world !== 'broken')) shots.push(...(await take(picture)));
  await breakDatabase(empty);
  for (const picture of PAGES.filter(({ world }) => world === 'broken')) shots.push(...(await take(picture)));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'index.html'), sheetOf(shots));
  process.stdout.write(`${shots.length} pictures; look at ${path.join(FOLDER, 'index.html')}\n`);
} finally {
  await browser.close();
  await Promise.all([demo.stop(), empty.stop()]);
}

async function take(picture: PageImage): Promise<Shot[]> {
  const looks: Look[] = [...THEMES.map((theme) => ({ name: theme, theme })), ...(picture.hasViews ? VIEWS : [])];
  const origin = picture.world === 'demo' ? demo.origin : empty.origin;
  const shots: Shot[] = [];
  for (const look of looks) {
    const wanted = WIDTHS.map((width) => ({ page: picture.name, width, look: look.name, file: '' }))
      .map((shot) => ({ ...shot, file: `${shot.page}-${shot.width}-${shot.look}.jpg` }))
      .filter(({ file }) => words.every((word) => file.includes(word)));
    if (wanted.length > 0) await photograph(browser, origin, picture, look, wanted);
    shots.push(...wanted);
  }
  return shots;
}

async function photograph(from: Browser, origin: string, picture: PageImage, look: Look, shots: Shot[]) {
  const context = await from.newContext({ locale: 'ru-RU', colorScheme: look.theme });
  // The question about cookies would stand over every page; it has a picture of its own.
  if (!picture.isAsked) await context.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
  const page = await context.newPage();
  for (const { width, file } of shots) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
    await page.goto(origin + picture.path + (look.view ? `?view=${look.view}` : ''), { waitUntil: 'load' });
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (const image of document.images) image.loading = 'eager';
      await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      }
    });
    await page.screenshot({ path: path.join(FOLDER, file), type: 'jpeg', quality: 82, fullPage: !picture.isAsked });
    process.stdout.write(`${file}\n`);
  }
  await context.close();
}

/** The page on which all pictures stand beside each other: a row for each page and look, from narrow to wide. */
function sheetOf(shots: Shot[]): string {
  const pages = [...new Set(shots.map(({ page }) => page))];
  const rows = pages.map((page) => {
    const own = shots.filter((shot) => shot.page === page);
    const looks = [...new Set(own.map(({ look }) => look))];
    const lines = looks.map(
      (look) =>
        `<div>${own
          .filter((shot) => shot.look === look)
          .map(figure)
          .join('')}</div>`,
    );
    return `<h2 id="${page}">${page}</h2>${lines.join('')}`;
  });
  const ways = pages.map((page) => `<a href="#${page}">${page}</a>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${STYLE}</style>
<h1>Every page</h1><nav>${ways}</nav>${rows.join('')}</html>`;
}

function figure({ file, width, look }: Shot): string {
  const shown = Math.round(Math.sqrt(width) * 11);
  return `<figure><figcaption>${width} px, ${look}</figcaption><a href="${file}"><img src="${file}" width="${shown}" loading="lazy" alt="${file}"></a></figure>`;
}
