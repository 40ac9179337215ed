import type { Browser, Page } from 'playwright-core';
import type { World } from './rig.ts';

export const NOWHERE = '/nothing-here';
/** A page is left when it was quiet for so long after its pictures had the time to fail, in ms. */
const QUIET = 60;

/** Without the policy in force what it would stop can run, and is seen to. */
export async function openWitnessed(
  browser: Browser,
  { server, token }: World,
  policy: 'in force' | 'off' = 'in force',
) {
  const findings: string[] = [];
  const visited = new Set(['about:blank']);
  let at = '';
  const context = await browser.newContext({ locale: 'ru-RU', serviceWorkers: 'block', bypassCSP: policy === 'off' });
  await context.exposeBinding('tellWitness', (_source, detail: string) => void findings.push(`${at}: ${detail}`));
  await context.addInitScript(listen, token);
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => {
    findings.push(`${at}: opened ${popup.url()}`);
    void popup.close();
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !visited.has(frame.url())) findings.push(`${at}: went to ${frame.url()}`);
  });
  return {
    findings,
    /** Loads an address, touches everything on it, and `then` does more. */
    visit: async (path: string, then?: (page: Page) => Promise<void>) => {
      at = path;
      visited.add(server.origin + path);
      const response = await page.goto(server.origin + path, { waitUntil: 'load' });
      if (response?.status() !== 200 && path !== NOWHERE) findings.push(`${path}: ${response?.status()}`);
      await then?.(page);
      await page.evaluate(touch);
      await page.waitForTimeout(QUIET);
    },
    close: () => context.close(),
  };
}

/** Runs before anything of the page does. */
function listen(token: string): void {
  localStorage.setItem('cookieConsent', 'true');
  localStorage.setItem('authToken', token);
  const tell = (detail: string) => (window as unknown as { tellWitness(text: string): void }).tellWitness(detail);
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
    window[name] = () => tell(`ran ${name}`) as never;
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sample }) => tell(`${effectiveDirective} stopped ${blockedURI} ${sample}`),
    true,
  );
}

/** Wakes every handler in the texts of the page: those of its own controls are not asked. */
function touch(): void {
  const events = 'load error focus mouseover pointerover toggle begin animationstart transitionend scroll'.split(' ');
  for (const element of document.querySelectorAll('main article *, main li *, .ProseMirror *')) {
    for (const name of events) element.dispatchEvent(new Event(name, { bubbles: false, cancelable: true }));
  }
}
