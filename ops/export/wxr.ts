import { livingTags } from '../../model/articles/tags/tags.ts';
import { everyFile, everyPicture, listAuthors } from '../../model/moving.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import { slugCandidate, slugify } from '../../model/text/slug.ts';
import { countedArticles, type Exported, type Source, writePieces } from './target.ts';
import { attachment, elements, post, type WxrSite } from './wxr-items.ts';

const NAMESPACES = {
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  wp: 'http://wordpress.org/export/1.2/',
};

/** Writes WXR 1.2, for WordPress's importer, to the new file `file`. */
export async function writeWxr(source: Source, file: string): Promise<Exported> {
  const counted = { news: 0, pages: 0, pictures: 0, files: 0, oldAddresses: 0 };
  await writePieces(file, document(source, counted));
  const { oldAddresses, ...counts } = counted;
  const problems = oldAddresses > 0 ? [`прежние адреса (${oldAddresses}): в файле для WordPress им нет места`] : [];
  return { counts, problems };
}

type Counted = Record<'news' | 'pages' | 'pictures' | 'files' | 'oldAddresses', number>;

async function* document(source: Source, counted: Counted): AsyncGenerator<string> {
  const { db } = source;
  const site = { ...source, logins: loginsOf(await listAuthors(db)), attachments: new Map() };
  yield* head(site);
  let id = 0;
  for (const upload of [...(await everyPicture(db)), ...(await everyFile(db))]) {
    id += 1;
    counted['alt' in upload ? 'pictures' : 'files'] += 1;
    site.attachments.set(`/uploads/${upload.name}`, id);
    yield attachment(upload, id, site);
  }
  for await (const row of countedArticles(source, counted)) {
    id += 1;
    counted.oldAddresses += row.oldAddresses.length;
    yield post(row, id, site);
  }
  yield '</channel>\n</rss>\n';
}

async function* head({ db, origin, now, logins }: WxrSite): AsyncGenerator<string> {
  const { value: texts } = await readShownSiteText(db);
  const spaces = Object.entries(NAMESPACES).map(([name, address]) => ` xmlns:${name}="${address}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${spaces.join('')}>\n<channel>\n`;
  yield elements({
    title: texts.site_name ?? '',
    link: origin,
    description: texts.site_description ?? '',
    pubDate: new Date(now).toUTCString(),
    language: 'ru',
    'wp:wxr_version': '1.2',
    'wp:base_site_url': origin,
    'wp:base_blog_url': origin,
  });
  for (const [at, [name, login]] of [...logins].entries()) {
    const columns = { id: at + 1, login, email: '', display_name: name, first_name: '', last_name: '' };
    const named = Object.entries(columns).map(([column, value]) => [`wp:author_${column}`, value]);
    yield `<wp:author>${elements(Object.fromEntries(named))}</wp:author>\n`;
  }
  for (const { slug, title } of await livingTags(db))
    yield `<wp:tag>${elements({ 'wp:tag_slug': slug, 'wp:tag_name': title })}</wp:tag>\n`;
}

/** Latin letters only: WordPress drops others of a login. */
function loginsOf(names: string[]): Map<string, string> {
  const logins = new Map<string, string>();
  for (const name of names) {
    const wanted = slugify(name) || 'author';
    let n = 1;
    while (logins.values().some((login) => login === slugCandidate(wanted, n))) n += 1;
    logins.set(name, slugCandidate(wanted, n));
  }
  return logins;
}
