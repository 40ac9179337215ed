import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createArticle } from '../model/articles/articles.ts';
import { newArticleSchema } from '../model/articles/schema.ts';
import { keepEmbed, nextEmbed } from '../model/embeds/stored.ts';
import { dismissFirstRun } from '../model/first-run.ts';
import { createPartner, partnerChangeSchema } from '../model/partners.ts';
import { saveSiteText } from '../model/settings/site-text.ts';
import { saveVoteSettings } from '../model/settings/vote.ts';
import { saveWatchSettings } from '../model/settings/watch/watch.ts';
import type { Store } from '../model/store.ts';
import { demoArticles, placeImages } from './demo/articles.ts';
import { demoPartners, logoFile } from './demo/partners.ts';
import { imageFile, imageNames } from './demo/pictures.ts';
import { demoSettings } from './demo/settings.ts';

/** Fills an empty database with the demo festival through the same verbs the API uses. `by` is who appears in its journal. */
export async function seedDemo(store: Store, by: string): Promise<void> {
  const urls = await storeImages(store);
  const urlOf = (name: string) => urls.get(name) ?? '';
  for (const { cover, content, ...article } of demoArticles) {
    const input = { ...article, content: placeImages(content, urlOf), coverImageUrl: cover && urlOf(cover) };
    await createArticle(store, newArticleSchema.parse(input), { username: by, role: 'administrator' });
  }
  await describeEmbed(store, urlOf('sound-desk'));
  for (const { logo, ...partner } of demoPartners) {
    const stored =
      logo === undefined
        ? undefined
        : await store.images.put(await readFile(logoFile(logo)), null, path.basename(logoFile(logo).pathname));
    await createPartner(store, partnerChangeSchema.parse({ ...partner, logo: stored?.url }), by);
  }
  const { watch, vote, siteText } = demoSettings;
  await saveWatchSettings(store, watch, [], by);
  await saveVoteSettings(store, vote, by);
  await saveSiteText(store, siteText, by);
  await dismissFirstRun(store, true);
}

/** Metadata as Rutube would send it: the demo makes no requests. */
async function describeEmbed(store: Store, poster: string): Promise<void> {
  const row = await nextEmbed(store.db);
  const title = 'Первая трансляция «Рампы», 17\u00a0августа 2019\u00a0года';
  if (row) await keepEmbed(store, row, { title, duration: 5042, poster }, true);
}

async function storeImages(store: Store): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const name of imageNames) {
    const { url } = await store.images.put(
      await readFile(imageFile(name)),
      null,
      path.basename(imageFile(name).pathname),
    );
    urls.set(name, url);
  }
  return urls;
}
