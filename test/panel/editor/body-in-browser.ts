import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { launchBrowser } from '../../rig/browser/browser.ts';
import type { body } from './body-page.ts';

export interface BodyInBrowser {
  page: Page;
  call: <K extends keyof typeof body>(name: K, html: string) => Promise<ReturnType<(typeof body)[K]>>;
  close: () => Promise<void>;
}

/** The editor's rules of markup in a real browser, on an empty page. */
export async function openBodyRules(): Promise<BodyInBrowser> {
  const browser: Browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addScriptTag({ content: await bundle() });
  return {
    page,
    call: (name, html) => page.evaluate(([rule, text]) => window.body[rule](text) as never, [name, html] as const),
    close: () => browser.close(),
  };
}

async function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'body-page.ts');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [output] = [built].flat() as Rollup.RollupOutput[];
  return output?.output[0].code ?? '';
}
