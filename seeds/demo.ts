import { createArticle, updateArticle } from '../model/articles/articles.ts';
import { newArticleSchema } from '../model/articles/schema.ts';
import { currentEdition } from '../model/editions/current.ts';
import { adoptSlug, createEdition, saveEdition } from '../model/editions/editions.ts';
import { editionChangeSchema, newEditionSchema } from '../model/editions/schema.ts';
import { nextEmbed, storeMetadata } from '../model/embeds/stored.ts';
import { dismissFirstRun } from '../model/first-run.ts';
import { pageChangeSchema } from '../model/pages/pages.ts';
import { createPartner, partnerChangeSchema } from '../model/partners.ts';
import { newContestantSchema } from '../model/programme/contestant-schema.ts';
import { createContestant } from '../model/programme/contestants.ts';
import { createShow, newShowSchema, orderShow, showChangeSchema } from '../model/programme/shows.ts';
import { press, pressSchema } from '../model/programme/stage.ts';
import { createRedirect } from '../model/redirects/redirects.ts';
import { lockResults, saveScores } from '../model/results/document.ts';
import { reveal, revealSchema } from '../model/results/reveals.ts';
import { saveSiteText } from '../model/settings/site-text.ts';
import { saveVoteSettings } from '../model/settings/vote.ts';
import { saveWatchSettings } from '../model/settings/watch/watch.ts';
import type { Store } from '../model/store.ts';
import { demoArticles, demoContestants, demoPages, placeUploads, typeset } from './demo/content.ts';
import { demoEdition, demoEditions } from './demo/editions.ts';
import { demoEmbeds, storeFiles, storeImage, storeImages } from './demo/files.ts';
import { demoPerformed, demoShows, toScores } from './demo/programme.ts';
import { demoPartners, demoRedirects, demoSettings, logoFile } from './demo/settings.ts';

const FILM_LENGTH = 48_000; // ms

/** Fills a new site with the demo festival through the verbs of the API. `by` appears in its audit log. */
export async function seedDemo(store: Store, by: string): Promise<void> {
  const urls = new Map([...(await storeImages(store)), ...(await storeFiles(store, by))]);
  const began = await seedFestival(store, (name) => urls.get(name) ?? '', by);
  for (const redirect of demoRedirects) await createRedirect(store, redirect, by, 'http://localhost');
  for (const { logo, ...partner } of demoPartners) {
    const input = { ...partner, logo: logo && (await storeImage(store, logoFile(logo))) };
    await createPartner(store, partnerChangeSchema.parse(input), by);
  }
  const { watch, vote, siteText } = demoSettings;
  await saveWatchSettings(store, { ...watch, recording_starts_at: began }, [], by);
  await saveVoteSettings(store, vote, by);
  await saveSiteText(store, siteText, by);
  await dismissFirstRun(store, true);
}

/** News, pages, programme and results; the first pages have to be there. Gives the moment of the final's first performance. */
export async function seedFestival(store: Store, urlOf: (name: string) => string, by: string) {
  const actor = { username: by, role: 'administrator' } as const;
  for (const { cover, content, ...article } of demoArticles) {
    const input = { ...article, content: placeUploads(content, urlOf), coverImageUrl: cover && urlOf(cover) };
    await createArticle(store, newArticleSchema.parse(input), actor);
  }
  await describeEmbeds(store, urlOf);
  const began = await seedProgramme(store, urlOf, by);
  await seedEditions(store, urlOf, by);
  for (const { slug, ...page } of demoPages) {
    const change = pageChangeSchema.parse({ ...page, status: 'published' });
    await updateArticle(store, { key: { kind: 'page', slug }, by: actor, expected: undefined }, change);
  }
  return began;
}

/** Fills in metadata that video sites would send: the demo makes no requests. */
async function describeEmbeds(store: Store, urlOf: (name: string) => string): Promise<void> {
  for (let row = await nextEmbed(store.db); row; row = await nextEmbed(store.db)) {
    const known = demoEmbeds[row.provider];
    if (!known) throw new Error(`demoEmbeds has no ${row.provider}`);
    await storeMetadata(store, row, { ...known, poster: urlOf(known.poster) }, true);
  }
}

/** Returns the time of the final's first performance. */
async function seedProgramme(store: Store, urlOf: (name: string) => string, by: string): Promise<string | undefined> {
  let began: string | undefined;
  const ids = new Map<string, number>();
  for (const { key, picture, clip, words } of demoContestants) {
    const input = newContestantSchema.parse({ ...words, clip: clip?.address, image: urlOf(picture) });
    ids.set(key, (await createContestant(store, input, by)).id);
    const row = clip && (await nextEmbed(store.db));
    if (row)
      await storeMetadata(store, row, { title: clip.title, duration: clip.seconds, poster: urlOf(picture) }, true);
  }
  const idOf = (key: string) => ids.get(key) ?? missing(key);
  for (const { show, order, orders, points } of demoShows) {
    const { id } = await createShow(store, showChangeSchema.parse(show), by);
    const aim = { id, by, expected: undefined };
    const names = order.split(' ');
    await orderShow(store, aim, names.map(idOf));
    const isOn = demoPerformed.every((key) => names.includes(key));
    if (isOn) began = await putOnStage(store, id, idOf, by);
    await saveScores(store, aim, toScores(orders, points, idOf));
    const { steps, seq } = await lockResults(store, aim);
    if (!isOn) await revealAll(store, id, steps.length, seq, by);
  }
  return began;
}

function missing(key: string): never {
  throw new Error(`No contestant is called ${key}.`);
}

/** Adds the previous editions and names the current one. */
async function seedEditions(store: Store, urlOf: (name: string) => string, by: string): Promise<void> {
  const { id } = await currentEdition(store.db);
  await adoptSlug(store, '2025');
  await saveEdition(store, { id, by, expected: undefined }, editionChangeSchema.parse(demoEdition));
  for (const { input, poster, contestants, orders, points } of demoEditions) {
    const edition = newEditionSchema.parse({ ...input, poster: urlOf(poster) });
    const of = { edition_id: (await createEdition(store, edition, by)).id };
    const show = { title: 'Финал', hall: input.hall, starts_at: `${input.ends_on}T17:00:00.000Z`, ...of };
    const { id } = await createShow(store, newShowSchema.parse(show), by);
    const ids: number[] = [];
    for (const [name = '', song = '', region] of contestants) {
      const words = { name: typeset(name), song: typeset(song), region, shows: [id] };
      ids.push((await createContestant(store, newContestantSchema.parse(words), by)).id);
    }
    const idOf = (letter: string) => ids[letter.charCodeAt(0) - 97] ?? 0;
    const { sections } = toScores(orders, points, idOf);
    await saveScores(store, { id, by, expected: undefined }, { sections, control_total: null });
  }
}

async function revealAll(store: Store, id: number, steps: number, seq: number, by: string): Promise<void> {
  let seen = seq;
  for (let step = 0; step < steps; step += 1) {
    const press = revealSchema.parse({ key: `demo-${id}-step-${step}`, seen, again: true });
    ({ seq: seen } = await reveal(store, id, press, by));
  }
}

/** Each performance lasts as long as the film, which the recording repeats. Returns the time of the first. */
async function putOnStage(store: Store, show_id: number, idOf: (key: string) => number, by: string): Promise<string> {
  let seen = 0;
  const now = Date.now();
  const momentOf = (at: number) => new Date(now - (demoPerformed.length - 1 - at) * FILM_LENGTH).toISOString();
  for (const [at, key] of demoPerformed.entries()) {
    const cue = { show_id, kind: 'performance', contestant_id: idOf(key), key: `on-stage-${key}`, seen };
    const given = pressSchema.parse({ ...cue, at: momentOf(at) });
    ({ seq: seen } = await press(store, given, by));
  }
  return momentOf(0);
}
