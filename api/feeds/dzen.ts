import { channel, escapeXml, type Feed, type Format } from './formats.ts';

/** RSS as Dzen reads it (dzen.ru/help): whole texts of few elements, for news and channels alike. */
export const DZEN_FORMAT: Format = { name: 'feed-dzen.xml', type: 'application/rss+xml', write: dzen };

const ALLOWED_TAGS = new Set('p a b i u s h1 h2 h3 h4 blockquote ul ol li img figure figcaption'.split(' '));
const RENAMED: Record<string, string> = {
  ...{ strong: 'b', em: 'i', del: 's' },
  ...{ pre: 'p', summary: 'p', caption: 'p', tr: 'p', footer: 'p' },
};
const SPACED = new Set(['br', 'td', 'th', 'cite']);
const LINK = /<figure class="(?:embed|file|audio)[^>]*>(.*?)<\/figure>/gs; // Blocks without a picture: a link alone
/** Its pictures follow each other: figures hold no figures there. */
const GALLERY =
  /<figure class="gallery[^>]*>((?:<figure [^>]*>(?:(?!<\/?figure[ >]).)*<\/figure>)*)(?:<figcaption>((?:(?!<\/figcaption>).)*)<\/figcaption>)?<\/figure>/gs;
const SOFT_HYPHEN = /\u00AD|&amp;shy;/g;

function dzen(feed: Feed): string {
  const lines = feed.items.flatMap((item) => {
    if (item.html === undefined) return [];
    const rating = item.isAdult ? 'adult' : 'nonadult';
    const { jpeg } = item;
    return [
      `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link><guid isPermaLink="true">${escapeXml(item.id)}</guid>` +
        `<pubDate>${new Date(item.published).toUTCString()}</pubDate><media:rating scheme="urn:simple">${rating}</media:rating>` +
        `<description>${escapeXml(item.summary)}</description>` +
        `${jpeg ? `<enclosure url="${escapeXml(jpeg.url)}" length="${jpeg.bytes}" type="image/jpeg"/>` : ''}` +
        `<content:encoded>${escapeXml(plainBody(item.html))}</content:encoded></item>`,
    ];
  });
  return channel(feed, lines).replace(SOFT_HYPHEN, '');
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
