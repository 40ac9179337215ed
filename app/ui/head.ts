import type { MetaDescriptor } from 'react-router';
import type { Site } from './site.ts';

interface Page {
  /** Path and listed query: the page's one address. */
  path: string;
  title: string;
  description: string;
  type?: 'website' | 'article';
  /** Absolute, or a path of this site. */
  image?: string | null;
  /** Linked data about the page (schema.org). */
  data?: object[];
}

/** Title, description, canonical address, Open Graph, Twitter card, feed and linked data of a page. */
export function headOf(
  site: Site | undefined,
  { path, title, description, type = 'website', image, data = [] }: Page,
): MetaDescriptor[] {
  const name = site?.name ?? '';
  const url = `${site?.origin ?? ''}${path}`;
  const picture = image && absolute(site, image);
  return [
    { title: fullTitle(title, name) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...(picture ? [{ name: 'twitter:image', content: picture }] : []),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: name, href: '/feed.xml' },
    ...data.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ];
}

/** A page that search engines should not keep: an error, an unknown address. */
export function unlistedHead(site: Site | undefined, title: string): MetaDescriptor[] {
  return [
    { title: fullTitle(title, site?.name ?? '') },
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: site?.description ?? title },
  ];
}

export function absolute(site: Site | undefined, address: string): string {
  return address.startsWith('/') ? `${site?.origin ?? ''}${address}` : address;
}

function fullTitle(title: string, name: string): string {
  return name && title !== name ? `${title} — ${name}` : title;
}
