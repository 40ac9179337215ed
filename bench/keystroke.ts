import { type Browser, chromium, type Page } from 'playwright-core';
import { FLAGS, findChromium } from '../test/rig/browser/browser.ts';
import { ADMIN, startServer } from '../test/rig/server.ts';

// How long a letter takes from the key to the screen, in an article of 50,000 characters: `node bench/keystroke.ts [keystrokes]`.
// The wait for the browser's next frame, of which it makes 60 a second, is part of it. Goal: p95 within one frame, 16 ms.
// Five runs, each in a browser of its own; the last lines give the median of the runs with the least and the most.

const LENGTH = 50_000;
const RUNS = 5;
const KEYSTROKES = Number(process.argv[2] ?? 400);
const PAUSE = 57; // A fast typist, in ms between two keys; no multiple of a frame's length

const server = await startServer();
try {
  const token = await post('/auth/login', ADMIN).then(({ token }) => String(token));
  const { slug } = await post('/admin/news', { title: 'Длинная новость', content: longBody() }, token);
  const runs: Figures[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
    const figures = figuresOf(await measure(browser, `${server.origin}/admin/news/edit/${slug}`, token));
    await browser.close();
    runs.push(figures);
    process.stdout.write(`run ${run}: median ${ms(figures.median)}, p95 ${ms(figures.p95)}, p99 ${ms(figures.p99)}\n`);
  }
  for (const name of ['median', 'p95', 'p99'] as const) process.stdout.write(`${spread(name, runs)}\n`);
} finally {
  await server.stop();
}

/** Paragraphs of different lengths with headings, lists, quotations, links and code between them, as long articles have them. */
function longBody(): string {
  const sentence =
    'Финал конкурса песни собрал зрителей со всей страны, и зал пел вместе с участниками до последней минуты. ';
  const blocks: string[] = [];
  for (let length = 0, at = 0; length < LENGTH; at += 1) {
    const text = sentence.repeat(2 + (at % 5)).trim();
    length += text.length;
    if (at % 12 === 3) blocks.push(`<h2>Раздел ${at}</h2>`);
    if (at % 12 === 5) blocks.push(`<ul><li>${text}</li><li><strong>Второй</strong> пункт</li></ul>`);
    else if (at % 12 === 7) blocks.push(`<blockquote>${text}</blockquote>`);
    else if (at % 12 === 9)
      blocks.push(`<pre data-language="javascript">const round = ${at};\nvote(round);</pre><p>${text}</p>`);
    else blocks.push(`<p>${text} <a href="https://example.ru/">Ссылка</a> и <em>курсив</em>.</p>`);
  }
  return blocks.join('');
}

/** In ms, one of each keystroke: from the event's own time to the first task after the frame that shows it. */
async function measure(browser: Browser, address: string, token: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript((stored) => {
    localStorage.setItem('authToken', stored);
    localStorage.setItem('cookieConsent', 'true');
  }, token);
  await page.goto(address);
  const paragraphs = page.locator('.tiptap > p');
  await paragraphs.first().waitFor();
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  await watchKeys(page);
  for (let at = 0; at < KEYSTROKES; at += 1) {
    await page.keyboard.press(at % 7 === 6 ? 'Space' : 'a');
    await page.waitForTimeout(PAUSE);
  }
  return page.evaluate(() => (window as unknown as { times: number[] }).times);
}

function watchKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
  });
}

interface Figures {
  median: number;
  p95: number;
  p99: number;
}

function figuresOf(times: number[]): Figures {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function spread(name: keyof Figures, runs: Figures[]): string {
  const sorted = runs.map((run) => run[name]).sort((one, other) => one - other);
  const [least = 0, middle = 0, most = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${name}: ${ms(middle)} (${ms(least)} to ${ms(most)}) over ${RUNS} runs of ${KEYSTROKES} keystrokes`;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

async function post(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.origin}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}
