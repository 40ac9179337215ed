import type { Browser, Page } from 'playwright-core';
import { ModelError } from '../../errors.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import type { HostileBody } from '../rig/world/hostile-bodies.ts';
import { share } from './corpora.ts';
import { openWorld, type World } from './rig.ts';
import { showAsTexts } from './texts.ts';
import { openWitnessed, type Witnessed } from './witnessed.ts';

/** Bodies in one article. They are sanitised one by one first, so that none swallows the next. */
const IN_ONE_ARTICLE = 60;
/** Characters of a title. */
const TITLE = 290;
const CARDS_ON_HOME = 3;
const CARDS_ON_LIST = 99;
/** Of the bodies so many are also plain texts of the site. */
const AS_TEXTS = 1 / 5;

/** Shows bodies where readers and editors meet them, under the policy that each page really has. */
export async function showOnPages(browser: Browser, bodies: HostileBody[]) {
  const world = await openWorld();
  const witnessed = await openWitnessed(browser, world);
  // A browser reports what it will not run even of texts that are only read: for them the question is whether anything does run.
  const pasting = await openWitnessed(browser, world, 'off');
  try {
    const loads = { article: 0, editor: 0, list: 0, home: 0 };
    for (let from = 0; from < bodies.length; from += IN_ONE_ARTICLE) {
      const some = bodies.slice(from, from + IN_ONE_ARTICLE);
      const slug = await publish(world, {
        title: `Тексты ${from}`,
        content: some.map(({ html }) => cleanOrNothing(html)).join(''),
      });
      await witnessed.visit(`/news/${slug}`);
      await witnessed.visit(`/admin/news/edit/${slug}`, shown);
      await pasting.visit('/admin/news/new', (page) => paste(page, some));
      loads.article += 1;
      loads.editor += 1;
    }
    await showCards(world, witnessed, bodies, loads);
    const texts = await showAsTexts(world, witnessed, share(bodies, AS_TEXTS));
    const findings = [...witnessed.findings, ...pasting.findings, ...(await weakArticle(world, witnessed))];
    return {
      findings,
      notes: [`pages loaded: ${JSON.stringify({ ...loads, texts })}; every body pasted into the editor`],
    };
  } finally {
    await Promise.all([witnessed.close(), pasting.close()]);
    await world.close();
  }
}

/** The bodies as they are, as titles and texts of cards: on the home page, on the list and on their own pages. */
async function showCards(
  world: World,
  { visit }: Witnessed,
  bodies: HostileBody[],
  loads: Record<string, number>,
): Promise<void> {
  const cards = groupsOf(bodies);
  for (const [number, group] of cards.entries()) {
    const slug = await publish(world, {
      title: group.join(' ').slice(0, TITLE).toWellFormed(),
      content: group.join('').toWellFormed(),
    });
    if (number % CARDS_ON_HOME === CARDS_ON_HOME - 1) {
      await visit('/');
      await visit(`/news/${slug}`);
      loads.home = (loads.home ?? 0) + 1;
    }
    if (number % CARDS_ON_LIST === CARDS_ON_LIST - 1 || number === cards.length - 1) {
      await visit('/news');
      await visit('/admin/news', listed);
      loads.list = (loads.list ?? 0) + 1;
    }
  }
}

/** As many bodies as their texts fill a title. */
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

async function publish({ sendAs }: World, article: { title: string; content: string }): Promise<string> {
  const { status, body } = await sendAs({
    method: 'POST',
    path: '/api/admin/news',
    body: JSON.stringify({ ...article, title: article.title.trim() || 'x' }),
  });
  const answer = JSON.parse(body.toString()) as { slug: string };
  if (status === 201) return answer.slug;
  if (status >= 500) throw new Error(`${status} ${body}`);
  return publish({ sendAs } as World, { title: 'x', content: '<p>Слишком сложный текст.</p>' });
}

function cleanOrNothing(html: string): string {
  try {
    return sanitizeBody(html);
  } catch (error) {
    if (error instanceof ModelError) return '';
    throw error;
  }
}

async function shown(page: Page): Promise<void> {
  await page.locator('[contenteditable=true]').waitFor();
}

async function listed(page: Page): Promise<void> {
  await page.locator('main table tr').nth(1).waitFor();
}

/** Each body as the clipboard would bring it, one after the other into the same text. */
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

/** A body that no sanitiser has seen lies in the database: the page has to be caught, or its witness is blind. */
async function weakArticle(world: World, { visit, findings }: Witnessed): Promise<string[]> {
  const slug = await publish(world, { title: 'Контроль', content: '<p>x</p>' });
  await world.content.plant(slug, '<p>x</p><img src=x onerror=alert(1)><script>alert(1)</script>');
  const before = findings.length;
  for (let tries = 0; tries < 20 && findings.length === before; tries += 1) await visit(`/news/${slug}`);
  const seen = findings.splice(before);
  return seen.length > 0 ? [] : ['control: a raw body on the page of an article was not noticed'];
}
