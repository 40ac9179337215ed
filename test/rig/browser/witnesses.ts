import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import type { HostileBody } from '../world/hostile-bodies.ts';

/** What three witnesses saw when bodies were shown, by the name of the body, or of all in its frame. */
export interface Outcome {
  /** A dialog was called: something ran. */
  executed: Map<string, string>;
  /** The page's security policy reported something it forbids. */
  violations: Map<string, string>;
  /** An element or attribute that no sanitised body has. */
  strange: Map<string, string>;
  finished: Set<string>;
}

type Kind = keyof Outcome;

/** Frames shown at a time. */
const BATCH = 60;
/** Reports only, so that what is forbidden happens all the same and the other witnesses can see it too. */
const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' http: https: data:; connect-src 'self'; form-action 'self'; base-uri 'none'";

interface Options {
  /** Timeout of a batch of frames, in ms: unsanitised bodies may navigate or hang. */
  timeout?: number;
  /** Sanitised bodies share a frame, which is most of their cost. Unsanitised ones have a frame each. */
  together?: number;
}

/** Shows bodies in frames, each once parsed with the page and once put in by a script, and pokes everything in them. */
export async function showBodies(
  browser: Browser,
  bodies: HostileBody[],
  { timeout = 60_000, together = 1 }: Options = {},
): Promise<Outcome> {
  const outcome: Outcome = { executed: new Map(), violations: new Map(), strange: new Map(), finished: new Set() };
  const groups = inGroups(bodies, together);
  const server = await serve(groups);
  const context = await browser.newContext();
  try {
    await context.exposeBinding('tellWitness', ({ frame }, kind: Kind, detail: string) => {
      const names = groups[numberOf(frame)]?.map(({ name }) => name) ?? ['outside of all frames'];
      if (kind === 'finished') for (const name of names) outcome.finished.add(name);
      else outcome[kind].set(names.join(' | '), detail);
    });
    await context.addInitScript(watch);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let from = 0; from < groups.length; from += BATCH) {
      const batch = groups.slice(from, from + BATCH).flat();
      const done = () => batch.every(({ name }) => outcome.finished.has(name));
      await showBatch(context, `${origin}/batch/${from}`, timeout, done);
    }
  } finally {
    await context.close();
    server.close();
    server.closeAllConnections();
  }
  return outcome;
}

function inGroups(bodies: HostileBody[], together: number): HostileBody[][] {
  const count = Math.ceil(bodies.length / together);
  return Array.from({ length: count }, (_, at) => bodies.slice(at * together, (at + 1) * together));
}

async function showBatch(
  context: BrowserContext,
  address: string,
  timeout: number,
  done: () => boolean,
): Promise<void> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  await page.goto(address, { waitUntil: 'commit' });
  for (let waited = 0; !done() && waited < timeout; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await page.close();
}

/** The number of the group in whose frame, or in a frame inside that, something happened. */
function numberOf(frame: Frame): number {
  for (let at: Frame | null = frame; at; at = at.parentFrame()) {
    const number = /\/body\/(\d+)$/.exec(at.url())?.[1];
    if (number) return Number(number);
  }
  return -1;
}

async function serve(groups: HostileBody[][]): Promise<Server> {
  const server = createServer((request, response) => {
    const [, what, number] = (request.url ?? '').split('/');
    const html = answer(groups, what, Number(number));
    const policy = what === 'body' ? { 'content-security-policy-report-only': POLICY } : {};
    response
      .writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...policy })
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function answer(groups: HostileBody[][], what: string | undefined, number: number): string | undefined {
  if (what === 'batch') {
    return groups
      .slice(number, number + BATCH)
      .map((_, at) => `<iframe src="/body/${number + at}"></iframe>`)
      .join('');
  }
  if (what !== 'body' || !groups[number]) return undefined;
  const bodies = groups[number].map(({ html }) => html);
  // What is put in by a script comes along: asked for by itself it would be one more request for each frame.
  const copy = encodeURIComponent(JSON.stringify(bodies.map((html) => html.toWellFormed())));
  const head = `<!doctype html><html lang="ru" data-copy="${copy}"><head><meta charset="utf-8"><title>x</title></head>`;
  const parsed = bodies.map((html) => `<main id="parsed">${html}</main>`).join('');
  return `${head}<body>${parsed}<main id="inserted"></main></body></html>`;
}

/** Runs in every frame before anything of the page does, so all it needs stands inside it. */
function watch(): void {
  const tell = (kind: string, detail: string) =>
    (window as unknown as { tellWitness(k: string, d: string): void }).tellWitness(kind, detail);
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
    window[name] = () => tell('executed', name) as never;
  document.addEventListener(
    'securitypolicyviolation',
    (e) => tell('violations', `${e.effectiveDirective} ${e.blockedURI} ${e.sample}`),
    true,
  );
  if (!location.pathname.startsWith('/body/')) return;

  const TAGS =
    'HTML HEAD META TITLE BODY MAIN P H2 H3 BLOCKQUOTE UL OL LI PRE CODE A B STRONG I EM U S DEL BR HR IMG SPAN DIV TABLE CAPTION THEAD TBODY TR TH TD DETAILS SUMMARY FOOTER FIGURE FIGCAPTION CITE'.split(
      ' ',
    );
  const NAMES =
    'lang charset id class data-list data-language start href target rel src alt width height loading decoding colspan rowspan role tabindex aria-label data-shape download'.split(
      ' ',
    );
  const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:', 'sms:'];
  const EVENTS =
    'load error click focus blur mouseover mouseenter pointerover keydown toggle beforetoggle begin animationstart transitionend scroll'.split(
      ' ',
    );

  const judge = (element: Element) => {
    const odd = [...element.attributes].find(
      ({ name, value }) => !NAMES.includes(name) || (name === 'id' && !/^(parsed|inserted)$/.test(value)),
    );
    if (!TAGS.includes(element.tagName) || odd) tell('strange', `${element.outerHTML.slice(0, 200)}`);
    if (element instanceof HTMLAnchorElement && !SCHEMES.includes(element.protocol))
      tell('strange', element.outerHTML.slice(0, 200));
  };
  const poke = (element: Element) => {
    for (const name of EVENTS) element.dispatchEvent(new Event(name, { bubbles: false, cancelable: true }));
    if (element instanceof HTMLElement) element.click();
  };
  // Ordinary links and forms must not lead the frame away from its witnesses.
  const stay = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (event.type === 'submit' || (link && SCHEMES.includes(link.protocol))) event.preventDefault();
  };
  const go = () => {
    addEventListener('click', stay, true);
    addEventListener('submit', stay, true);
    const inserted = document.querySelector('main#inserted') ?? document.body;
    const bodies: string[] = JSON.parse(decodeURIComponent(document.documentElement.dataset.copy ?? ''));
    document.documentElement.removeAttribute('data-copy');
    if (document.querySelectorAll('main#parsed').length < bodies.length) tell('strange', 'swallows what follows it');
    for (const body of bodies) {
      const place = document.createElement('main');
      inserted.append(place);
      place.innerHTML = body;
    }
    const all = [...document.querySelectorAll('*')];
    all.forEach(judge);
    all.forEach(poke);
    // Time for pictures to fail and scripts in addresses to run.
    setTimeout(() => tell('finished', ''), 100);
  };
  addEventListener('load', go);
}
