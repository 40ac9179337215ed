import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { sharedBrowser } from '../rig/browser/browser.ts';
import { isWhole } from '../rig/cases.ts';
import { type HostileBody, hostileBodies } from '../rig/world/hostile-bodies.ts';
import { attempt, publicBodies, share } from './corpora.ts';
import { openWorld } from './rig.ts';

const NOWHERE = '/nothing-here';
/** A page is left when it was quiet for so long after its pictures had the time to fail, in ms. */
const QUIET = 60;
const IN_ONE_ARTICLE = 60;
/** Characters of a title. */
const TITLE = 290;
const CARDS_ON_HOME = 3;
const CARDS_ON_LIST = 99;
/** One of so many bodies is also a plain text of the site. */
const AS_TEXTS = 5;
/** Where texts of the site and of its settings stand. */
const PAGES = ['/', '/news', '/watch', '/vote', '/about', NOWHERE, '/player', '/admin/site-content', '/admin/voting'];
const NO_TEXTS = ['accent_color', 'logo_image'];

const world = await openWorld();
const witnessed = await openWitnessed();
// A browser reports what it will not run even of texts that are only read: for them the question is whether anything does run.
const pasting = await openWitnessed('off');
afterAll(async () => {
  await Promise.all([witnessed.close(), pasting.close()]);
  await world.close();
});
const { visit } = witnessed;
const collected = share(publicBodies(), 300).map((html, at) => ({ name: `public ${at}`, html }));
// All of the matrix is shown in frames (test/body/body.pure.e2e.ts).
const matrix = hostileBodies().filter((_, at) => at % (isWhole ? 15 : 500) === 0);
const bodies = [...collected, ...matrix];

afterEach(() => expect([...witnessed.findings.splice(0), ...pasting.findings.splice(0)]).toEqual([]));

test('hostile bodies do nothing on the page of an article, in the editor and when they are pasted', {
  timeout: 0,
}, async () => {
  for (let from = 0; from < bodies.length; from += IN_ONE_ARTICLE) {
    const some = bodies.slice(from, from + IN_ONE_ARTICLE);
    const content = some.map(({ html }) => attempt(() => sanitizeBody(html)) ?? '').join('');
    const slug = await publish({ title: `Тексты ${from}`, content });
    await visit(`/news/${slug}`);
    await visit(`/admin/news/edit/${slug}`, shown);
    await pasting.visit('/admin/news/new', (page) => paste(page, some));
  }
});

test('as they are they do nothing as titles and texts of cards', { timeout: 0 }, async () => {
  const cards = groupsOf(bodies);
  for (const [number, group] of cards.entries()) {
    const [title, content] = [group.join(' ').slice(0, TITLE).toWellFormed(), group.join('').toWellFormed()];
    const slug = await publish({ title, content });
    if (number % CARDS_ON_HOME === CARDS_ON_HOME - 1) for (const path of ['/', `/news/${slug}`]) await visit(path);
    if (number % CARDS_ON_LIST !== CARDS_ON_LIST - 1 && number !== cards.length - 1) continue;
    await visit('/news');
    await visit('/admin/news', (page) => page.locator('main table tr').nth(1).waitFor());
  }
});

test('as plain texts they do nothing, in every text and address of the site, of stream, vote and a partner', {
  timeout: 0,
}, async () => {
  const defaults = (await world.call('GET', '/api/site-content')) as Record<string, string>;
  const keys = Object.keys(defaults).filter((key) => !NO_TEXTS.includes(key));
  const { id } = (await world.call('POST', '/api/admin/partners', { name: 'x' })) as { id: number };
  const asTexts = bodies.filter((_, at) => at % AS_TEXTS === 0);
  for (let from = 0; from < asTexts.length; from += keys.length) {
    const texts = asTexts.slice(from, from + keys.length).map(({ html }) => html.toWellFormed());
    const [name = 'x', group = '', advertiser = ''] = texts;
    const words = { title: texts[0]?.trim().slice(0, 300) || 'x', description: texts.join(' ').slice(0, 4000) || 'x' };
    await save('/api/site-content', Object.fromEntries(keys.map((key, at) => [key, texts[at % texts.length]])));
    await save('/api/watch-settings', { ...words, is_stream_enabled: from % 2 === 0 });
    await save('/api/vote-settings', { ...words, voting_url: 'https://vote.example.org/', is_voting_enabled: true });
    const partner = { group: group.slice(0, 60), advertiser: advertiser.slice(0, 200) };
    await save(`/api/admin/partners/${id}`, { name: name.trim().slice(0, 100) || 'x', ...partner });
    for (const page of PAGES) await visit(page);
  }
  await save('/api/site-content', defaults);
});

test('a body that no sanitiser has seen is caught: the witnesses are not blind', async () => {
  const slug = await publish({ title: 'Контроль', content: '<p>x</p>' });
  const content = '<p>x</p><img src=x onerror=alert(1)><script>alert(1)</script>';
  await world.db.updateTable('articles').set({ content }).where('slug', '=', slug).execute();
  await expect.poll(() => visit(`/news/${slug}`).then(() => witnessed.findings.splice(0).length)).toBeGreaterThan(0);
});

function groupsOf(bodies: HostileBody[]): string[][] {
  const groups: string[][] = [[]];
  let length = 0;
  for (const { html } of bodies) {
    const group = groups.at(-1);
    if (group && (length + html.length <= TITLE || group.length === 0)) group.push(html);
    else groups.push([html]);
    length = group === groups.at(-1) ? length + html.length + 1 : html.length;
  }
  return groups;
}

async function publish({ title, content }: { title: string; content: string }): Promise<string> {
  const body = JSON.stringify({ content, title: title.trim() || 'x' });
  const answer = await world.sendAs({ method: 'POST', path: '/api/admin/news', body });
  if (answer.status === 201) return (JSON.parse(answer.body.toString()) as { slug: string }).slug;
  if (answer.status >= 500) throw new Error(`${answer.status} ${answer.body}`);
  return publish({ title: 'x', content: '<p>Слишком сложный текст.</p>' });
}

/** What is refused, such as a text without anything to see, leaves what was there. */
async function save(path: string, body: object): Promise<void> {
  const answer = await world.sendAs({ method: 'PUT', path, body: JSON.stringify(body) });
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.body}`);
}

async function shown(page: Page): Promise<void> {
  await page.locator('[contenteditable=true]').waitFor();
}

async function paste(page: Page, bodies: HostileBody[]): Promise<void> {
  await shown(page);
  await page.evaluate(
    (all) => {
      const text = document.querySelector('[contenteditable=true]');
      for (const html of all) {
        const data = new DataTransfer();
        data.setData('text/html', html);
        text?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }
    },
    bodies.map(({ html }) => html),
  );
}

/** Without the policy in force what it would stop can run, and is seen to. */
async function openWitnessed(policy: 'in force' | 'off' = 'in force') {
  const { server, token } = world;
  const browser = await sharedBrowser();
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
