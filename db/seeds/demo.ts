import { readFile } from 'node:fs/promises';
import { newArticleSchema } from '../../model/articles/schema.ts';
import { createArticle } from '../../model/articles.ts';
import { saveSiteText } from '../../model/site-text.ts';
import { saveVoteSettings } from '../../model/vote.ts';
import { saveWatchSettings } from '../../model/watch.ts';
import type { Store } from '../../model/write.ts';
import { demoArticles, placePictures } from './demo/articles.ts';
import { demoSettings } from './demo/settings.ts';

const PICTURES = new URL('demo/covers/', import.meta.url);

/** Fills an empty database with the demo festival through the same verbs the API uses. `by` is who appears in its journal. */
export async function seedDemo(store: Store, by: string): Promise<void> {
  const urls = await storePictures(store);
  const urlOf = (name: string) => urls.get(name) ?? '';
  for (const { cover, content, ...article } of demoArticles) {
    const input = { ...article, content: placePictures(content, urlOf), coverImageUrl: cover && urlOf(cover) };
    await createArticle(store, newArticleSchema.parse(input), by);
  }
  const { watch, vote, siteText } = demoSettings;
  await saveWatchSettings(store, watch, [], by);
  await saveVoteSettings(store, vote, by);
  await saveSiteText(store, siteText, by);
}

async function storePictures(store: Store): Promise<Map<string, string>> {
  const names = new Set(demoArticles.flatMap(({ cover, content }) => [...(cover ? [cover] : []), ...inBody(content)]));
  const urls = new Map<string, string>();
  for (const name of names) {
    const { url } = await store.pictures.put(await readFile(new URL(`${name}.webp`, PICTURES)));
    urls.set(name, url);
  }
  return urls;
}

function inBody(content: string): string[] {
  return Array.from(content.matchAll(/src="picture:([a-z0-9-]+)"/g), ([, name = '']) => name);
}
