import type { Browser } from 'playwright-core';
import { ModelError } from '../../errors.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { showBodies } from '../rig/browser/witnesses.ts';
import { type HostileBody, hostileBodies, randomBodies } from '../rig/world/hostile-bodies.ts';
import { publicBodies, share } from './corpora.ts';
import { showOnPages } from './pages.ts';
import type { Outcome } from './rig.ts';

/** Of the matrix of containers × payloads × closings, on the pages themselves: all of it is shown in frames. */
const MATRIX_ON_PAGES = 1 / 15;

/**
 * Bodies of public collections and of our own matrix: each sanitised in a frame of its own under three witnesses, then on the article,
 * the list, the home page and in the editor of a real server. At last a weak sanitiser has to be caught by the same witnesses.
 */
export async function runBodies(part: number): Promise<Outcome> {
  const collected = share(publicBodies(), part).map((html, at) => ({ name: `public ${at}`, html }));
  const matrix = share(hostileBodies(), part);
  const random = randomBodies(Math.round(2000 * part), 7);
  const all = [...collected, ...matrix, ...random];
  const browser = await launchBrowser();
  try {
    const clean = await sanitised(all);
    const shown = await inFrames(browser, clean.bodies);
    const pages = await showOnPages(browser, [...collected, ...share(matrix, MATRIX_ON_PAGES)]);
    const control = await weakControl(browser);
    return {
      inputs: all.length,
      findings: [...clean.findings, ...shown, ...pages.findings, ...control],
      notes: [
        `${collected.length} public, ${matrix.length} matrix, ${random.length} random; ${clean.bodies.length} different results, ${clean.refused} too large`,
        ...pages.notes,
      ],
    };
  } finally {
    await browser.close();
  }
}

/** What comes out, each result once. Sanitising it again may not change anything. */
async function sanitised(bodies: HostileBody[]) {
  const results = new Map<string, HostileBody>();
  const findings: string[] = [];
  let refused = 0;
  for (const { name, html } of bodies) {
    try {
      const result = sanitizeBody(html);
      if (sanitizeBody(result) !== result) findings.push(`${name} is not the same when it is sanitised again: ${html}`);
      const display = await displayBody(result);
      if (!results.has(display)) results.set(display, { name: `${name}: ${html.slice(0, 200)}`, html: display });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      refused += 1;
    }
  }
  return { bodies: [...results.values()], findings, refused };
}

async function inFrames(browser: Browser, bodies: HostileBody[]): Promise<string[]> {
  const { executed, violations, strange, finished } = await showBodies(browser, bodies, { together: 20 });
  const seen = Object.entries({ executed, violations, strange });
  const findings = seen.flatMap(([what, names]) =>
    [...names].map(([name, detail]) => `frame: ${what} ${name} → ${detail}`),
  );
  if (finished.size !== bodies.length) findings.push(`frames: ${bodies.length - finished.size} did not finish`);
  return findings;
}

/** A sanitiser that only takes out the tag `script`. A run in which it passes proves nothing. */
async function weakControl(browser: Browser): Promise<string[]> {
  const sample = hostileBodies().filter((_, number) => number % 96 === 0);
  const weak = sample.map(({ name, html }) => ({ name, html: html.replace(/<\/?script[^>]*>/gi, '') }));
  const { executed, violations } = await showBodies(browser, weak, { patience: 3000 });
  return executed.size > 15 && violations.size > 15
    ? []
    : [
        `control: of ${weak.length} bodies of a weak sanitiser ${executed.size} ran and ${violations.size} broke the policy: the witnesses are blind`,
      ];
}
