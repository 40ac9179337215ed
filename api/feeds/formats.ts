export interface Feed {
  title: string;
  description: string;
  page: string; // URL of the corresponding page
  self: string; // URL of the feed
  items: Item[];
}

interface Item {
  id: string; // Permanent: URL of the article
  url: string; // Link to open; keeps the spoiler-free choice
  title: string;
  published: string; // ISO 8601, UTC
  updated: string;
  summary: string;
  html: string | undefined; // Undefined when it is too long
  picture: string | undefined;
  jpeg: { url: string; bytes: number } | undefined; // The picture, if a JPEG of the library and wide enough for Dzen
  isAdult: boolean;
  tags: readonly string[];
}

export interface Format {
  name: string;
  type: string;
  write: (feed: Feed) => string;
}

/** Formats of the same items: RSS 2.0 for Russian services, Atom (RFC 4287) with times of change, JSON Feed 1.1 for programs. */
export const FORMATS: readonly Format[] = [
  { name: 'feed.xml', type: 'application/rss+xml', write: rss },
  { name: 'feed.atom', type: 'application/atom+xml', write: atom },
  { name: 'feed.json', type: 'application/feed+json', write: json },
];

function rss(feed: Feed): string {
  return channel(feed, feed.items, ({ tags, html, picture }) => [
    ...tags.map((tag) => `<category>${escapeXml(tag)}</category>`),
    html === undefined ? '' : `<content:encoded>${escapeXml(html)}</content:encoded>`,
    picture ? `<media:content url="${escapeXml(picture)}" medium="image"/>` : '',
  ]);
}

/** RSS 2.0; `restOf`: elements of an item besides the usual ones. */
function channel({ title, description, page, self }: Feed, items: Item[], restOf: (item: Item) => string[]): string {
  const lines = items.map(
    (item) =>
      `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link><guid isPermaLink="true">${escapeXml(item.id)}</guid>` +
      `<pubDate>${new Date(item.published).toUTCString()}</pubDate><description>${escapeXml(item.summary)}</description>${restOf(item).join('')}</item>`,
  );
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel>' +
    `<title>${escapeXml(title)}</title><link>${escapeXml(page)}</link><description>${escapeXml(description)}</description><language>ru</language>` +
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>\n${lines.join('\n')}\n</channel></rss>\n`
  );
}

function atom({ title, description, page, self, items }: Feed): string {
  const entries = items.map(
    ({ id, url, title: name, published, updated, summary, html, tags }) =>
      `<entry><id>${escapeXml(id)}</id><title>${escapeXml(name)}</title><link rel="alternate" type="text/html" href="${escapeXml(url)}"/>` +
      `<published>${published}</published><updated>${updated}</updated>${tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}` +
      `<summary>${escapeXml(summary)}</summary>${html === undefined ? '' : `<content type="html">${escapeXml(html)}</content>`}</entry>`,
  );
  const updated = items.map((item) => item.updated).reduce((one, other) => (one > other ? one : other), NEVER);
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ru"><id>${escapeXml(self)}</id><title>${escapeXml(title)}</title>` +
    `<subtitle>${escapeXml(description)}</subtitle><updated>${updated}</updated><author><name>${escapeXml(title)}</name></author>` +
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/><link rel="alternate" type="text/html" href="${escapeXml(page)}"/>\n${entries.join('\n')}\n</feed>\n`
  );
}

const NEVER = '1970-01-01T00:00:00.000Z'; // `updated` of an empty feed: Atom requires one

function json({ title, description, page, self, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    language: 'ru',
    items: items.map(({ id, url, title: name, published, updated, summary, html, picture, tags }) => ({
      ...{ id, url, title: name, summary },
      // JSON Feed requires one of the two.
      ...(html === undefined ? { content_text: summary } : { content_html: html }),
      ...(picture && { image: picture }),
      date_published: published,
      date_modified: updated,
      ...(tags.length > 0 && { tags }),
    })),
  });
}

/** RSS as Dzen reads it (dzen.ru/help): full texts with few HTML elements, for both news and channels. */
export const DZEN_FORMAT: Format = { name: 'feed-dzen.xml', type: 'application/rss+xml', write: dzen };

const ALLOWED_TAGS = new Set('p a b i u s h1 h2 h3 h4 blockquote ul ol li img figure figcaption'.split(' '));
const RENAMED: Record<string, string> = {
  ...{ strong: 'b', em: 'i', del: 's' },
  ...{ pre: 'p', summary: 'p', caption: 'p', tr: 'p', footer: 'p' },
};
const SPACED = new Set(['br', 'td', 'th', 'cite']);
const LINK = /<figure class="(?:embed|file|audio)[^>]*>(.*?)<\/figure>/gs; // Blocks without a picture become a link
/** Pictures are unwrapped: Dzen accepts no nested figures. */
const GALLERY =
  /<figure class="gallery[^>]*>((?:<figure [^>]*>(?:(?!<\/?figure[ >]).)*<\/figure>)*)(?:<figcaption>((?:(?!<\/figcaption>).)*)<\/figcaption>)?<\/figure>/gs;
const SOFT_HYPHEN = /\u00AD|&amp;shy;/g;

function dzen(feed: Feed): string {
  const whole = feed.items.filter(({ html }) => html !== undefined);
  const document = channel(feed, whole, ({ html = '', jpeg, isAdult }) => [
    `<media:rating scheme="urn:simple">${isAdult ? 'adult' : 'nonadult'}</media:rating>`,
    jpeg ? `<enclosure url="${escapeXml(jpeg.url)}" length="${jpeg.bytes}" type="image/jpeg"/>` : '',
    `<content:encoded>${escapeXml(plainBody(html))}</content:encoded>`,
  ]);
  return document.replace(SOFT_HYPHEN, '');
}

/** Takes only output of `sanitizeBody`, whose elements are closed and whose attributes are quoted. */
function plainBody(html: string): string {
  return html
    .replace(GALLERY, '$1<p>$2</p>')
    .replace(LINK, (_figure, link: string) => `<p>${link.replace(/<\/?figcaption>/g, ' ')}</p>`)
    .replace(/<(\/?)([a-z0-9]+)([^>]*)>/g, (_tag, slash: string, known: string, attributes: string) => {
      const name = RENAMED[known] ?? known;
      if (!ALLOWED_TAGS.has(name)) return SPACED.has(known) && !slash ? ' ' : '';
      const address = slash ? undefined : / (?:href|src)="[^"]*"/.exec(attributes)?.[0];
      return `<${slash}${name}${address ?? ''}>`;
    })
    .replace(/<p>\s+/g, '<p>')
    .replaceAll('<p></p>', '');
}

/** Characters that XML 1.0 forbids are dropped. */
export function escapeXml(text: string): string {
  const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  return text
    .replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => NAMES[character] ?? '');
}
