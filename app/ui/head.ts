import type { MetaDescriptor } from 'react-router';
import { withSpoilers } from '../../http/view-choices.ts';
import type { Site } from './site.ts';

interface Page {
  /** Path and query of the canonical URL. */
  path: string;
  title: string;
  /** Instead of the title in social networks. */
  socialTitle?: string | null;
  description: string;
  type?: 'website' | 'article';
  /** Path of its poster; default is the poster named like the page. */
  poster?: string;
  data?: object[];
}

export function headOf(
  site: Site,
  { path, title, socialTitle, description, type = 'website', poster, data = [] }: Page,
): MetaDescriptor[] {
  const { name } = site;
  const url = `${site.origin}${path}`;
  const picture = site.posters && absolute(site, poster ?? `/og${pathOfPage(path)}-${site.posters}.jpg`);
  return [
    { title: fullTitle(title, name) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: socialTitle ?? title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(picture ? posterHead(picture, title) : []),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...feedLinks(name, '/feed', site.isSpoilerFree),
    ...data.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ];
}

/** `path`: of the feeds, without extension. */
export function feedLinks(title: string, path: string, isSpoilerFree = false): MetaDescriptor[] {
  return ['rss+xml', 'atom+xml', 'feed+json'].map((type, at) => ({
    ...{ tagName: 'link', rel: 'alternate', type: `application/${type}`, title },
    href: withSpoilers(isSpoilerFree, path + ['.xml', '.atom', '.json'][at], ''),
  }));
}

/** With known dimensions messengers show it large at once. */
function posterHead(picture: string, title: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: title },
  ];
}

/** `/news?page=2` becomes `/news`, `/` becomes `/home`. */
function pathOfPage(path: string): string {
  return path === '/' ? '/home' : (path.split('?')[0] ?? path);
}

export const NOT_FOUND = 'Страница не найдена';

/** Whether a loader has not found its page. */
export function isMissing(error: unknown): boolean {
  return (error as { status?: number } | undefined)?.status === 404;
}

/** Head of a page that is not indexed. `error`: thrown by its loader. */
export function unlistedHead(site: Site, title: string, error?: unknown, missing = NOT_FOUND): MetaDescriptor[] {
  return [
    { title: fullTitle(isMissing(error) ? missing : title, site.name) },
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: site.description },
  ];
}

export function absolute(site: Site, address: string): string {
  return address.startsWith('/') ? `${site.origin}${address}` : address;
}

function fullTitle(title: string, name: string): string {
  return name && title !== name ? `${title} — ${name}` : title;
}

export function webSite(site: Site): object {
  return {
    '@type': 'WebSite',
    name: site.name,
    url: `${site.origin}/`,
    description: site.description,
    inLanguage: 'ru',
    ...ratedFor(site.age),
  };
}

/** `age`: «12+». */
export function ratedFor(age: string | undefined): object {
  return age ? { contentRating: age, typicalAgeRange: age.replace('+', '-') } : {};
}

export function organization(site: Site): object {
  return {
    '@type': 'Organization',
    name: site.name,
    url: `${site.origin}/`,
    sameAs: site.social.map(({ href }) => href),
  };
}

/** `below`: pages after the home page, this one last. */
export function breadcrumbs(site: Site, below: { name: string; path: string }[]): object {
  const itemListElement = [{ name: 'Главная', path: '/' }, ...below].map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${site.origin}${path}`,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}
