import type { HostileBody } from '../rig/world/hostile-bodies.ts';
import type { World } from './rig.ts';
import { NOWHERE, type Witnessed } from './witnessed.ts';

/** Where texts of the site and of its settings stand. */
const PAGES = ['/', '/news', '/watch', '/vote', '/about', NOWHERE, '/player', '/admin/site-content', '/admin/voting'];
/** Kept as they are, for what they have to be is checked: a colour, an address of a picture. */
const NO_TEXTS = ['accent_color', 'logo_image'];

/** The bodies as plain texts: in every text of the site, in its addresses, as title and description of stream and vote, and as a partner. */
export async function showAsTexts(world: World, { visit }: Witnessed, bodies: HostileBody[]): Promise<number> {
  const defaults = (await world.call('GET', '/api/site-content')) as Record<string, string>;
  const keys = Object.keys(defaults).filter((key) => !NO_TEXTS.includes(key));
  const { id } = (await world.call('POST', '/api/admin/partners', { name: 'x' })) as { id: number };
  let loads = 0;
  for (let from = 0; from < bodies.length; from += keys.length) {
    const texts = bodies.slice(from, from + keys.length).map(({ html }) => html.toWellFormed());
    const words = { title: texts[0]?.trim().slice(0, 300) || 'x', description: texts.join(' ').slice(0, 4000) || 'x' };
    await save(world, '/api/site-content', Object.fromEntries(keys.map((key, at) => [key, texts[at % texts.length]])));
    await save(world, '/api/watch-settings', { ...words, is_stream_enabled: from % 2 === 0 });
    await save(world, '/api/vote-settings', {
      ...words,
      voting_url: 'https://vote.example.org/',
      is_voting_enabled: true,
    });
    const [name = 'x', group = '', advertiser = ''] = texts;
    await save(world, `/api/admin/partners/${id}`, {
      name: name.trim().slice(0, 100) || 'x',
      group: group.slice(0, 60),
      advertiser: advertiser.slice(0, 200),
    });
    for (const page of PAGES) await visit(page);
    loads += PAGES.length;
  }
  await save(world, '/api/site-content', defaults);
  return loads;
}

/** What is refused, such as a text without anything to see, leaves what was there. */
async function save({ sendAs }: World, path: string, body: object): Promise<void> {
  const { status, body: answer } = await sendAs({ method: 'PUT', path, body: JSON.stringify(body) });
  if (status >= 500) throw new Error(`${path}: ${status} ${answer}`);
}
