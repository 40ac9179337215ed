import { textsOf } from '../../model/articles/fields.ts';
import { publicPath } from '../../model/articles/kinds.ts';
import { statusAt } from '../../model/articles/row.ts';
import { feedBody } from '../../model/body/display.ts';
import type { MovedArticle } from '../../model/moving.ts';
import { startOfDay, todayIn } from '../../model/text/date.ts';
import { escapeText } from '../../model/text/markup.ts';
import { tagSlug } from '../../model/text/slug.ts';
import type { Source } from './target.ts';

export interface WxrSite extends Source {
  logins: ReadonlyMap<string, string>; // Logins by the names of authors
  attachments: Map<string, number>; // Ids of attachments by the addresses of pictures
}

interface Upload {
  name: string;
  title: string;
  created_at: string;
  alt?: string;
}

/** A picture or a file of the library. */
export function attachment({ name, title, created_at, alt = '' }: Upload, id: number, site: WxrSite): string {
  const link = `${site.origin}/uploads/${name}`;
  const type = { 'wp:post_type': 'attachment', 'wp:status': 'inherit', 'wp:attachment_url': link };
  const about = { id, title: title || name, link, slug: name.replace(/\..*/, ''), at: created_at };
  return item(site, about, type, [], { _wp_attachment_image_alt: alt });
}

/** A text of any status. */
export function post(row: MovedArticle, id: number, site: WxrSite): string {
  const kind = row.kind === 'page' ? 'page' : 'article';
  const link = site.origin + publicPath({ kind, slug: row.slug });
  const cover = row.cover_image_url === null ? undefined : site.attachments.get(row.cover_image_url);
  const { lead, ...texts } = textsOf(row);
  const tags: string[] = JSON.parse(row.tags);
  const status = statusOf(row, site.now);
  const at = status === 'draft' ? undefined : momentOf(row, site);
  const columns = {
    'dc:creator': (row.created_by !== null && site.logins.get(row.created_by)) || '',
    'content:encoded': feedBody(row.content, link).replace(LINK_ALONE, '<p>$1</p>'),
    'excerpt:encoded': escapeText(lead ?? ''), // HTML for WordPress, as are titles
    'wp:status': status,
    'wp:post_type': kind === 'page' ? 'page' : 'post',
    'wp:menu_order': row.order ?? 0,
    'wp:is_sticky': row.pinned,
  };
  const about = { id, title: escapeText(row.title), link, slug: row.slug, at, day: row.date };
  return item(site, about, columns, tags, { _thumbnail_id: cover, _wp_old_slug: row.formerSlugs, ...texts });
}

/** Expired articles are private. */
function statusOf({ publish_at, expires_at }: MovedArticle, now: string): 'publish' | 'future' | 'draft' {
  if (expires_at !== null && expires_at <= now) return 'draft';
  return ({ draft: 'draft', scheduled: 'future', published: 'publish' } as const)[statusAt(publish_at, now)];
}

/** WordPress has a single date: the time of publication, or the displayed day if an editor changed it for a public article. */
function momentOf({ publish_at, date }: MovedArticle, { config: { timeZone }, now }: WxrSite): string {
  if (publish_at !== null && (publish_at > now || todayIn(timeZone, new Date(publish_at)) === date)) return publish_at;
  return startOfDay(date, timeZone);
}

/** Figures that contain only a link, for which WordPress has no markup. */
const LINK_ALONE = /<figure class="(?:embed|audio|file)"[^>]*>(<a [^>]*>[^<]*<\/a>)<\/figure>/g;

interface Item {
  id: number;
  title: string;
  link: string;
  slug: string;
  at: string | undefined; // ISO 8601 UTC; undefined for a draft, which has only a day
  day?: string;
}

/** `own` overrides or adds elements; empty `meta` values are left out. */
function item(
  { config: { timeZone } }: WxrSite,
  { id, title, link, slug, at, day }: Item,
  own: Record<string, string | number>,
  tags: string[],
  meta: Record<string, string | number | string[] | null | undefined>,
): string {
  const main = elements({
    ...{ title, link, ...(at !== undefined && { pubDate: new Date(at).toUTCString() }) },
    ...{ 'dc:creator': '', guid: link, description: '', 'content:encoded': '', 'excerpt:encoded': '' },
    'wp:post_id': id,
    'wp:post_date': at === undefined ? `${day} 00:00:00` : inZone(at, timeZone),
    'wp:post_date_gmt': at === undefined ? '0000-00-00 00:00:00' : inZone(at, 'UTC'),
    ...{ 'wp:comment_status': 'closed', 'wp:ping_status': 'closed', 'wp:post_name': slug },
    ...{ 'wp:post_parent': 0, 'wp:menu_order': 0, 'wp:post_password': '', 'wp:is_sticky': 0, ...own },
  });
  const named = tags.map((tag) => `<category domain="post_tag" nicename="${tagSlug(tag)}">${cdata(tag)}</category>`);
  const metas = Object.entries(meta).flatMap(([key, values]) =>
    [values ?? []].flat().map((value) => {
      const pair = { 'wp:meta_key': key, 'wp:meta_value': String(value) };
      return value && `<wp:postmeta>${elements(pair)}</wp:postmeta>`;
    }),
  );
  return `<item>${main}${named.join('')}${metas.join('')}</item>\n`;
}

/** `2025-07-20 19:00:00` of an ISO 8601 moment. */
function inZone(at: string, timeZone: string): string {
  const there = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return there.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** Elements with these names and contents. */
export function elements(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : cdata(value)}</${name}>`)
    .join('');
}

/** Characters that XML 1.0 forbids are dropped. */
function cdata(text: string): string {
  const allowed = text.replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return `<![CDATA[${allowed.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
