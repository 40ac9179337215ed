import type { Site } from '../../../ui/site.ts';

/** Structured data of a list of articles. Not in `ui/`, whose scripts the home page loads. */
export function collection(
  site: Site,
  { name, path, articles }: { name: string; path: string; articles: { title: string; slug: string }[] },
): object {
  const itemListElement = articles.map(({ title, slug }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: title.replaceAll('\u00a0', ' '),
    url: `${site.origin}/news/${slug}`,
  }));
  return {
    '@type': 'CollectionPage',
    name,
    url: `${site.origin}${path}`,
    inLanguage: 'ru',
    mainEntity: { '@type': 'ItemList', itemListElement },
  };
}
