import { absolute } from './head.ts';
import type { Site } from './site.ts';

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

/** «12+» is from twelve years on. */
function ratedFor(age: string | undefined): object {
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

export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): object {
  const itemListElement = steps.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${site.origin}${path}`,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

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

interface Story {
  title: string;
  slug: string;
  date: string;
  updatedAt: string;
  excerpt: string;
  cover: { src: string } | null;
  poster: string;
  age?: string | undefined;
}

export function newsArticle(site: Site, { title, slug, date, updatedAt, excerpt, cover, poster, age }: Story): object {
  return {
    '@type': 'NewsArticle',
    headline: title,
    description: excerpt,
    datePublished: date,
    dateModified: updatedAt,
    inLanguage: 'ru',
    ...ratedFor(age ?? site.age),
    mainEntityOfPage: `${site.origin}/news/${slug}`,
    image: [absolute(site, cover?.src ?? poster)],
    author: organization(site),
    publisher: organization(site),
  };
}

export function webPage(
  site: Site,
  { title, slug, excerpt, updatedAt }: Pick<Story, 'title' | 'slug' | 'excerpt' | 'updatedAt'>,
): object {
  return {
    '@type': 'WebPage',
    name: title,
    description: excerpt || title,
    url: `${site.origin}/${slug}`,
    dateModified: updatedAt,
    inLanguage: 'ru',
    publisher: organization(site),
  };
}
