import { createReadStream } from 'node:fs';
import { plainText } from '../../../model/text/excerpt.ts';
import { asDraft, asScheduled, dayIn, decoded, type Item, momentOf, type Shown, type Source } from '../items.ts';
import type { Element } from '../markup.ts';
import type { Attachment } from './wordpress-shortcodes.ts';
import { withOriginals, withReused, wordpressHtml } from './wordpress-text.ts';
import { childrenOf, readXml, textIn, textOf } from './xml.ts';

const WANTED = ['item', 'wp:author', 'wp:base_blog_url', 'wp:base_site_url', 'link', 'image'];
/** Internal post types of WordPress: menus, styles, versions; and attachments, imported with the texts. */
const INTERNAL =
  /^(?:attachment|nav_menu_item|revision|customize_changeset|custom_css|oembed_cache|user_request|wp_\w+|jp_\w+|acf-field(?:-group)?)$/;
const KNOWN_TAXONOMY = /^(?:category|(?:post_)?tag|post_format)?$/; // WXR 1.0 has `tag`

class Site {
  origin: string | undefined;
  readonly authors = new Map<string, string>(); // names by login
  readonly attachments = new Map<string, Attachment>(); // by id
  readonly addresses = new Set<string>(); // of attachments
  readonly reused = new Map<string, string>(); // reusable blocks by id
}

/** WXR 1.0 to 1.2, streamed item by item; the addresses of all attachments are in memory. `origin`: default if the file has none. */
export async function openWordpress(file: string, origin: string | undefined): Promise<Source> {
  const site = new Site();
  // Attachments may follow the texts that use them.
  for await (const element of readXml(createReadStream(file), WANTED)) collect(site, element);
  return {
    kind: 'WXR',
    id: `wxr:${site.origin ?? ''}`,
    origin: site.origin ?? origin,
    async *items(addLoss) {
      for await (const element of readXml(createReadStream(file), ['item'])) {
        const type = textIn(element, 'wp:post_type');
        const isText = type === 'post' || type === 'page';
        if (isText && !/^(?:trash|auto-draft|inherit)$/.test(textIn(element, 'wp:status'))) yield toItem(element, site);
        if (!isText && !INTERNAL.test(type)) addLoss(site.origin ?? 'WordPress', `записи вида «${type}»`);
      }
    },
  };
}

function collect(site: Site, element: Element): void {
  if (element.name === 'wp:author')
    site.authors.set(textIn(element, 'wp:author_login'), textIn(element, 'wp:author_display_name'));
  else if (element.name === 'wp:base_blog_url' || (element.name === 'link' && !site.origin))
    site.origin = textOf(element).replace(/\/+$/, '') || site.origin;
  else if (element.name === 'item' && textIn(element, 'wp:post_type') === 'wp_block')
    site.reused.set(textIn(element, 'wp:post_id'), textIn(element, 'content:encoded'));
  else if (element.name === 'item' && textIn(element, 'wp:post_type') === 'attachment') {
    // In older exports the guid is the file's address; in newer ones without a file it is a page's.
    const url = textIn(element, 'wp:attachment_url') || textIn(element, 'guid').replace(/^.*\?.*$/, '');
    const [alt = ''] = metaOf(element, '_wp_attachment_image_alt');
    const [caption, parent] = [plainText(textIn(element, 'excerpt:encoded')), textIn(element, 'wp:post_parent')];
    if (url) site.attachments.set(textIn(element, 'wp:post_id'), { url, alt, caption, parent });
    if (url) site.addresses.add(url);
  }
}

function toItem(element: Element, site: Site): Item {
  const id = textIn(element, 'wp:post_id');
  const kind = textIn(element, 'wp:post_type') === 'page' ? 'page' : 'article';
  const [thumbnail = ''] = metaOf(element, '_thumbnail_id');
  const cover = site.attachments.get(thumbnail);
  const text = withReused(textIn(element, 'content:encoded'), site.reused);
  const losses: string[] = [];
  const shown = visibilityOf(element, text, losses);
  const isPublic = shown.status === 'published';
  const date = ['wp:post_date', 'wp:post_modified'].map((name) => dayIn(textIn(element, name))).find(Boolean);
  const numbered = kind === 'page' ? `/?page_id=${id}` : `/?p=${id}`;
  return {
    key: `post:${id}`,
    kind,
    title: plainText(textIn(element, 'title')),
    slug: decoded(textIn(element, 'wp:post_name')) || undefined,
    addresses: isPublic ? addressesOf(element, numbered) : [],
    author: site.authors.get(textIn(element, 'dc:creator')) || textIn(element, 'dc:creator') || undefined,
    fields: {
      ...shown,
      date,
      tags: kind === 'article' ? tagsOf(element) : [],
      lead: plainText(textIn(element, 'excerpt:encoded')),
      ...(cover?.alt && { coverAlt: cover.alt }),
    },
    losses,
    body: () => {
      const own = { id, attachments: site.attachments, footnotes: metaOf(element, 'footnotes')[0] };
      const html = wordpressHtml(withOriginals(text, site.addresses), own, losses);
      for (const each of childrenOf(element, 'wp:comment'))
        if (textIn(each, 'wp:comment_approved') === '1') losses.push('комментарий');
      if (isPublic && !shown.publishAt && !date) losses.push('дата: её нет в выгрузке');
      if (textIn(element, 'wp:is_sticky') === '1') losses.push('место наверху списка');
      for (const tag of childrenOf(element, 'category'))
        if (!KNOWN_TAXONOMY.test(tag.attribs.domain ?? '')) losses.push(`«${textOf(tag)}» из «${tag.attribs.domain}»`);
      if (/^[1-9]/.test(thumbnail) && !cover) losses.push('обложка: её нет в выгрузке');
      return { html, cover: cover?.url };
    },
  };
}

function metaOf(element: Element, key: string): string[] {
  return childrenOf(element, 'wp:postmeta').flatMap((each) =>
    textIn(each, 'wp:meta_key') === key ? textIn(each, 'wp:meta_value') : [],
  );
}

/** Shortcodes and blocks of membership plugins: their content, or the rest of the text, is restricted. */
const GATE =
  /(?:\[\/|<!-- wp:)(members?[_/-]\w+|membership|mepr-\w+|(?:\w+[_-])?restrict[\w-]*|private(?:_\w+)?|s2if|(?:wpmem|swpm|wlm)_\w+|ihc-[\w-]+|um_(?:loggedin|show_content)|content_control|passster|ppwp|(?:is_user_)?logged_?in|pmpro\/membership|jetpack\/paywall|(?:jetpack\/)?premium-content\/container)\b/i;

/** Meta keys of membership plugins that restrict a whole text, and the values that do not. */
const ACCESS =
  /^(?:_jetpack_newsletter_access|_members_access_role|_wpmem_block|ihc_mb_who|_is_paid|rcp_(?:user|access|subscription)_level|um_content_restriction)$/;
const FOR_ALL =
  /^(?:|everybody|none|all|0|-1|a:0:\{\}|a:1:\{i:0;s:3:"all";\})$|_um_(?:custom_access_settings|accessible)";(?:b:|i:|s:1:"|s:0:")[0"]/i;

/** Restricted texts become drafts. */
function visibilityOf(element: Element, text: string, losses: string[]): Shown {
  const status = textIn(element, 'wp:status');
  const times = ['wp:post_date_gmt', 'pubDate', 'wp:post_date', 'wp:post_modified_gmt'];
  const writtenAt = (text: string) => momentOf(/^\d{4}-/.test(text) ? `${text.replace(' ', 'T')}Z` : text); // UTC, or RFC 822
  const publishAt = times.map((name) => writtenAt(textIn(element, name))).find(Boolean);
  if (textIn(element, 'wp:post_password')) return asDraft(losses, 'запись с паролем');
  if (status === 'private') return asDraft(losses, 'личная запись');
  if (status !== 'publish' && status !== 'future') return asDraft(losses);
  const [, gate] = GATE.exec(text) ?? [];
  if (gate) return asDraft(losses, `запись, часть которой открыта не всем (${gate})`);
  const access = childrenOf(element, 'wp:postmeta').filter((each) => ACCESS.test(textIn(each, 'wp:meta_key')));
  if (access.some((each) => !FOR_ALL.test(textIn(each, 'wp:meta_value'))))
    return asDraft(losses, 'только для подписчиков');
  return status === 'future' ? asScheduled(losses, publishAt) : { status: 'published', publishAt };
}

function addressesOf(element: Element, numbered: string): string[] {
  const link = textIn(element, 'link');
  const name = textIn(element, 'wp:post_name');
  const isNamed = name !== '' && link.includes(`/${name}`);
  const former = isNamed ? metaOf(element, '_wp_old_slug').map((slug) => link.replace(`/${name}`, `/${slug}`)) : [];
  return [link, numbered, ...former].filter(Boolean);
}

const UNNAMED = /^(?:uncategorized|bez-rubriki|%d0%b1%d0%b5%d0%b7-%d1%80%d1%83%d0%b1%d1%80%d0%b8%d0%ba%d0%b8)/i;

function tagsOf(element: Element): string[] {
  return childrenOf(element, 'category').flatMap((each) => {
    const { domain = '', nicename = '' } = each.attribs;
    return /^(?:category|post_tag|tag)$/.test(domain) && !UNNAMED.test(nicename) ? plainText(textOf(each)) : [];
  });
}
