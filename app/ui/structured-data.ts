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

export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): object {
  const itemListElement = steps.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${site.origin}${path}`,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}
