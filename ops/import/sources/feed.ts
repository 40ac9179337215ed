import { hash } from 'node:crypto';
import { DomUtils } from 'htmlparser2';
import { plainText } from '../../../model/text/excerpt.ts';
import { escapeAttribute } from '../../../model/text/markup.ts';
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
    const link = kind === 'RSS' ? textOf(element) : element.attribs.rel !== 'self' && addressIn(element);
    if (element.name === 'link' && link) return link;
  }
  return undefined;
}

/** A link of Atom, which may be relative to an `xml:base`. */
function addressIn(element: Element | undefined): string | undefined {
  const { href, 'xml:base': base } = element?.attribs ?? {};
  return (base && URL.parse(href ?? '', base)?.href) || href;
}

const CUT = /(?:…|\.\.\.|\[…\]|\[\.\.\.\]|\[&#8230;\])\s*(?:<\/p>\s*)?$/;

function fromRss(element: Element) {
  const guid = textIn(element, 'guid');
  const isLink = /^https?:/.test(guid) && childrenOf(element, 'guid')[0]?.attribs.isPermaLink !== 'false';
  const link = textIn(element, 'link') || element.attribs['rdf:about'] || (isLink ? guid : '');
  const full = textIn(element, 'content:encoded');
  const short = textIn(element, 'description');
  const content = full || short;
  const files = childrenOf(element, 'enclosure');
  const media = ['media:content', 'media:thumbnail'].flatMap((name) => DomUtils.getElementsByTagName(name, element));
  const isPicture = ({ name, attribs: { type = '', medium } }: Element) =>
    medium === 'image' || type.startsWith('image/') || name === 'media:thumbnail';
  const html = /<\w/.test(content) ? content : paragraphs(content);
  const added = files.filter((file) => !isPicture(file) && !html.includes(file.attribs.url ?? '')).map(withFile);
  return {
    ...{ key: guid || link, link, title: textIn(element, 'title') },
    at: textIn(element, 'pubDate') || textIn(element, 'dc:date'),
    author: textIn(element, 'dc:creator') || textIn(element, 'author').replace(/^\S+@\S+ \((.+)\)$/, '$1'),
    tags: childrenOf(element, 'category').map(textOf),
    lead: full ? plainText(short) : '',
    html: html + added.join(''),
    cover: [...files, ...media].find(isPicture)?.attribs.url,
    isCut: !full && CUT.test(html),
    base: element.attribs['xml:base'],
    kind: 'post',
    status: 'published' as 'draft' | 'scheduled' | 'published',
  };
}

function withFile({ attribs: { url = '', type = '' } }: Element): string {
  const [, name] = /^(audio|video)\//.exec(type) ?? [];
  const address = escapeAttribute(url);
  const title = escapeAttribute(decoded(url.slice(url.lastIndexOf('/') + 1)));
  return name ? `<${name} src="${address}"></${name}>` : `<p><a href="${address}">${title}</a></p>`;
}

function fromAtom(element: Element): ReturnType<typeof fromRss> {
  const links = childrenOf(element, 'link');
  const own = links.find(({ attribs: { rel = 'alternate' } }) => rel === 'alternate') ?? links[0];
  const link = addressIn(own) || textIn(element, 'blogger:filename');
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
    cover: addressIn(links.find(({ attribs: { rel, type } }) => rel === 'enclosure' && type?.startsWith('image/'))),
    isCut: !content && CUT.test(htmlOf(summary)),
    base: (content ?? summary)?.attribs['xml:base'],
    // Blogger's two export formats declare kinds. Items of other feeds are public.
    kind: kind || 'post',
    status: isDraft ? 'draft' : isLater ? 'scheduled' : 'published',
  };
}

/** HTML of an Atom text construct (RFC 4287, 3.1): plain, escaped HTML, or XHTML in a `div`. */
function htmlOf(element: Element | undefined): string {
  if (!element) return '';
  const { type = 'text' } = element.attribs;
  if (type === 'xhtml') return DomUtils.getInnerHTML(element, { encodeEntities: 'utf8' }).replace(/(<\/?)\w+:/g, '$1');
  return type.includes('html') ? textOf(element) : paragraphs(textOf(element));
}

function toItem(entry: ReturnType<typeof fromRss>): Item {
  const { key, title, at, author, tags, lead, html, cover, isCut, base, kind, status } = entry;
  const link = entry.link.replace(/(?<=[?&])(?:utm_\w+=[^&#]*&?)+/g, '').replace(/[?&](?=#|$)/, '');
  const path = URL.parse(link, NO_ORIGIN)?.pathname ?? '';
  return {
    key,
    kind: kind === 'page' ? 'page' : 'article',
    title: plainText(title) || plainText(html, 80),
    slug: decoded(/([^/]+?)(?:\.\w{2,5})?\/*$/.exec(path)?.[1] ?? '') || undefined,
    addresses: link && status === 'published' ? [link] : [],
    ...(base && { base }),
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
