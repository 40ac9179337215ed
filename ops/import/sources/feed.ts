import { hash } from 'node:crypto';
import { DomUtils } from 'htmlparser2';
import { plainText } from '../../../model/text/excerpt.ts';
import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';
import { decoded, type Item, momentOf, NO_ORIGIN, paragraphs, type Source, unread } from '../items.ts';
import type { Element } from '../markup.ts';
import { childrenOf, readXml, textIn, textOf } from './xml.ts';

/** RSS 1.0 and 2.0, Atom. `open` starts a new read; `address`: of the feed. */
export async function openFeed(
  open: () => AsyncIterable<Buffer>,
  kind: 'RSS' | 'Atom',
  address: string | undefined,
): Promise<Source> {
  const site = await siteOf(open, kind);
  const origin = URL.parse(site ?? '')?.origin ?? URL.parse(address ?? '')?.origin;
  return {
    kind,
    id: `feed:${origin ?? ''}`,
    origin,
    async *items(addLoss) {
      const known = new Set<string>();
      for await (const element of readXml(open(), ['item', 'entry'])) {
        const entry = kind === 'RSS' ? fromRss(element) : fromAtom(element);
        // Some feeds repeat a guid for different texts.
        const own = [...new Set([entry.key, entry.link])].filter(Boolean).join(' ');
        const key = own || `${entry.title} ${hash('sha256', entry.html, 'base64url')}`;
        if (entry.kind === 'comment') addLoss(origin ?? '', 'комментарий');
        if (!known.has(key) && ['post', 'page'].includes(entry.kind)) yield toItem({ ...entry, key });
        known.add(key);
      }
    },
  };
}

async function siteOf(open: () => AsyncIterable<Buffer>, kind: 'RSS' | 'Atom'): Promise<string | undefined> {
  for await (const element of readXml(open(), ['link', 'item', 'entry', 'image', 'author'])) {
    if (element.name === 'item' || element.name === 'entry') return undefined;
    const link = kind === 'RSS' ? textOf(element) : element.attribs.rel !== 'self' && element.attribs.href;
    if (element.name === 'link' && link) return link;
  }
  return undefined;
}

const CUT = /(?:…|\.\.\.|\[…\]|\[\.\.\.\]|\[&#8230;\])\s*(?:<\/p>\s*)?$/;

function fromRss(element: Element) {
  const link = textIn(element, 'link') || element.attribs['rdf:about'] || '';
  const full = textIn(element, 'content:encoded');
  const short = textIn(element, 'description');
  const content = full || short;
  const files = childrenOf(element, 'enclosure').map(({ attribs }) => attribs);
  const media = childrenOf(element, 'media:content');
  const picture =
    files.find(({ type = '' }) => type.startsWith('image/'))?.url ??
    media.find(({ attribs: { type = '', medium } }) => medium === 'image' || type.startsWith('image/'))?.attribs.url;
  const html = /<\w/.test(content) ? content : paragraphs(content);
  const sound = files.find(({ type = '' }) => type.startsWith('audio/'))?.url;
  return {
    ...{ key: textIn(element, 'guid') || link, link, title: textIn(element, 'title') },
    at: textIn(element, 'pubDate') || textIn(element, 'dc:date'),
    author: textIn(element, 'dc:creator') || textIn(element, 'author'),
    tags: childrenOf(element, 'category').map(textOf),
    lead: full ? plainText(short) : '',
    html: sound ? `${html}<audio src="${escapeAttribute(sound)}"></audio>` : html,
    cover: picture,
    isCut: !full && CUT.test(html),
    kind: 'post',
    status: 'published' as 'draft' | 'scheduled' | 'published',
  };
}

function fromAtom(element: Element): ReturnType<typeof fromRss> {
  const links = childrenOf(element, 'link').map(({ attribs }) => attribs);
  const link =
    (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href ||
    textIn(element, 'blogger:filename');
  const content = childrenOf(element, 'content').find(({ attribs }) => !attribs.src);
  const [summary] = childrenOf(element, 'summary');
  const author = childrenOf(element, 'author')[0];
  const isKind = ({ attribs }: Element) => /#kind$/.test(attribs.scheme ?? '');
  const categories = childrenOf(element, 'category');
  const [state, type] = [textIn(element, 'blogger:status'), textIn(element, 'blogger:type')];
  const kind = (categories.find(isKind)?.attribs.term ?? type).replace(/^.*#/, '').toLowerCase();
  const at = textIn(element, 'published') || textIn(element, 'updated');
  const control = element.children.find((node) => 'name' in node && /(?:^|:)control$/.test(node.name)) as Element; // RFC 5023
  const isDraft = textOf(control) === 'yes' || (state !== '' && state !== 'LIVE');
  const isLater = kind !== '' && (momentOf(at) ?? '') > new Date().toISOString();
  return {
    ...{ key: textIn(element, 'id') || link, link, title: textIn(element, 'title') },
    at,
    author: author ? textIn(author, 'name') : '',
    tags: categories.filter((each) => !isKind(each)).map(({ attribs }) => attribs.label ?? attribs.term ?? ''),
    lead: content && summary ? plainText(htmlOf(summary)) : '',
    html: htmlOf(content ?? summary),
    cover: links.find(({ rel, type = '' }) => rel === 'enclosure' && type.startsWith('image/'))?.href,
    isCut: !content && CUT.test(htmlOf(summary)),
    // Blogger's two export formats declare kinds. Items of other feeds are public.
    kind: kind || 'post',
    status: isDraft ? 'draft' : isLater ? 'scheduled' : 'published',
  };
}

/** HTML of an Atom text construct (RFC 4287, 3.1): plain, escaped HTML, or XHTML in a `div`. */
function htmlOf(element: Element | undefined): string {
  if (!element) return '';
  const { type = 'text' } = element.attribs;
  if (type === 'xhtml') return DomUtils.getInnerHTML(element, { encodeEntities: 'utf8' });
  return type.includes('html') ? textOf(element) : `<p>${escapeText(textOf(element))}</p>`;
}

function toItem(entry: ReturnType<typeof fromRss>): Item {
  const { key, title, at, author, tags, lead, html, cover, isCut, kind, status } = entry;
  const link = entry.link.replace(/(?<=[?&])(?:utm_\w+=[^&#]*&?)+/g, '').replace(/[?&](?=#|$)/, '');
  const path = URL.parse(link, NO_ORIGIN)?.pathname ?? '';
  return {
    key,
    kind: kind === 'page' ? 'page' : 'article',
    title: plainText(title) || plainText(html, 80),
    slug: decoded(/([^/]+?)(?:\.\w{2,5})?\/*$/.exec(path)?.[1] ?? '') || undefined,
    addresses: link && status === 'published' ? [link] : [],
    author: author || undefined,
    fields: {
      status,
      ...(status === 'draft' ? { date: momentOf(at) } : { publishAt: momentOf(at), dateFollows: true }),
      lead,
      tags: kind === 'page' ? [] : tags.map((tag) => plainText(tag)).filter(Boolean),
    },
    losses: [...(isCut ? ['текст: в ленте только его начало'] : []), ...(at && !momentOf(at) ? [unread(at)] : [])],
    body: () => ({ html, cover }),
  };
}
