import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import sharp from 'sharp';
import { COVER_EDITION } from '../../model/drawings/cover.ts';
import { imageFile, imageNames } from '../../seeds/demo/files.ts';
import { generator } from '../../test/rig/world/hostile-bodies.ts';
import { steadily } from '../rig/steady.ts';
import { newestSlug } from '../rig/world.ts';
import { ask, follow, guess, visit } from './calls.ts';

/** A server with articles `news-1` to `news-<articles>` and its administrator. */
export interface Target {
  origin: string;
  token: string;
  articles: number;
}

/** Calls a second: one core suffices for server and load. */
const PACES = {
  pages: 20,
  unknown: 10,
  images: 10,
  covers: 5,
  posters: 0.5,
  events: 10,
  saves: 1,
  uploads: 0.25,
  passwords: 2,
  api: 5,
  feeds: 1,
};

export type Kind = keyof typeof PACES;
export const kindsOfLoad = Object.keys(PACES) as Kind[];

/** `Accept-Encoding` of browsers, an older proxy and a script. */
const ENCODINGS = ['gzip, deflate, br', 'gzip, deflate, br', 'gzip', 'identity'];
const STEP_DURATION = { least: 5000, most: 35_000 }; // How long an event client stays, in ms: 200 of them at the same time
const PHOTO = 2000; // Width of an uploaded photo
const MAX_IN_FLIGHT = 20; // Calls of one kind at the same time

export interface Outcome {
  kind: Kind;
  statuses: Map<number, number>; // Number of answers by status; 0 is a broken connection
}

/** Starts all these kinds of work. The random numbers are the same in every run. */
export async function startLoad(target: Target, kinds: Kind[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const visitors = new Set<Socket>();
  const works = await worksOn(target, agent, visitors);
  const outcomes: Outcome[] = kinds.map((kind) => ({ kind, statuses: new Map() }));
  const running = outcomes.map(({ kind, statuses }, at) => {
    const draw = numbersFrom(at + 1);
    return steadily(
      PACES[kind],
      async (number) => {
        const status = await works[kind](draw, number).catch(() => 0);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
      MAX_IN_FLIGHT,
    );
  });
  return {
    async stop(): Promise<Outcome[]> {
      await Promise.all(running.map((each) => each.stop()));
      for (const socket of visitors) socket.destroy();
      agent.destroy();
      return outcomes;
    },
  };
}

/** A number from 0 to `below`, without it. */
type Draw = (below: number) => number;
type Work = (draw: Draw, number: number) => Promise<number>;

async function worksOn(
  { origin, token, articles }: Target,
  agent: Agent,
  visitors: Set<Socket>,
): Promise<Record<Kind, Work>> {
  const get = (path: string, draw: Draw) =>
    ask(agent, 'GET', origin + path, { 'Accept-Encoding': oneOf(ENCODINGS, draw) });
  const slug = (draw: Draw) => `news-${1 + draw(articles)}`;
  const pages = ['/', '/news', '/news?page=2', '/watch', '/vote', '/about', '/?view=plain', '/news.data', '/_.data'];
  const api = [
    '/api/news?limit=10&fields=card',
    '/api/news?limit=50&fields=card',
    '/api/news',
    '/api/watch-settings',
    '/api/site-content',
  ];
  const images = await imagesOf(origin);
  const bases = await Promise.all(imageNames.map((name) => readFile(imageFile(name))));
  const photo = (draw: Draw) =>
    sharp(oneOf(bases, draw))
      .resize({ width: PHOTO })
      .modulate({ hue: draw(360), brightness: 0.8 + draw(40) / 100 })
      .jpeg({ quality: 90 })
      .toBuffer();
  const signedIn = { Authorization: `Bearer ${token}` };
  return {
    pages: (draw) => get(draw(2) === 0 ? oneOf(pages, draw) : `/news/${slug(draw)}${oneOf(['', '.data'], draw)}`, draw),
    unknown: (draw) =>
      get(`${oneOf(['/', '/news/', '/api/news/', '/uploads/'], draw)}${draw(2 ** 31).toString(36)}`, draw),
    images: (draw) => get(oneOf(images, draw), draw),
    covers: (draw) => get(`/covers/${COVER_EDITION}/ff4d6d/${draw(2 ** 31).toString(36)}.svg`, draw),
    posters: (draw) => follow(agent, origin, `/og/news/${slug(draw)}-000000000000.jpg`),
    events: (draw) => visit(origin, visitors, STEP_DURATION.least + draw(STEP_DURATION.most - STEP_DURATION.least)),
    async saves(draw, number) {
      const body = JSON.stringify({
        title: `Правка № ${number}`,
        content: `<p>${`Слово ${draw(1000)} `.repeat(200 + draw(400))}</p>`,
      });
      const address = `${origin}/api/admin/news/${draw(4) === 0 ? newestSlug(articles) : slug(draw)}`;
      await ask(agent, 'GET', address, signedIn);
      return ask(agent, 'PUT', address, { ...signedIn, 'Content-Type': 'application/json' }, body);
    },
    async uploads(draw) {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(await photo(draw))]), 'photo.jpg');
      const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers: signedIn, body: form });
      await answer.arrayBuffer();
      return answer.status;
    },
    passwords: (draw) => guess(origin, `127.${1 + draw(200)}.${draw(250)}.${1 + draw(250)}`, `guess-${draw(1e6)}`),
    api: (draw) => get(draw(3) === 0 ? `/api/news/${slug(draw)}` : oneOf(api, draw), draw),
    feeds: (draw) => get(oneOf(['/feed.xml', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'], draw), draw),
  };
}

/** URLs of all images in the list of news, in all widths. */
async function imagesOf(origin: string): Promise<string[]> {
  const page = await (await fetch(`${origin}/news`)).text();
  return [...new Set(page.match(/\/uploads\/[\w-]+\.\w+/g))];
}

function oneOf<T>(all: readonly T[], draw: Draw): T {
  return all[draw(all.length)] as T;
}

/** The same numbers for the same seed. */
function numbersFrom(seed: number): Draw {
  const next = generator(seed);
  return (below) => Math.floor(next() * below);
}
