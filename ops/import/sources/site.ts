import { z } from 'zod';
import { messageOf } from '../../../errors.ts';
import { eachText } from '../../../model/articles/fields.ts';
import { fetchListed, type Network } from '../../embeds/fetch.ts';
import { ImportError } from '../../errors.ts';
import { type Item, momentOf, type Source } from '../items.ts';

const text = z.string().nullish().catch(null);
const news = z.object({
  ...{ slug: z.string(), title: text, date: text, content: z.string().optional(), coverImageUrl: text },
  ...{ publishAt: text, tags: z.array(z.string()).catch([]), ...eachText(() => z.string().catch('')) },
});
type News = z.output<typeof news>;

const AT_ONCE = 100;
const MAX_BYTES = 256 * 1024 * 1024; // bytes of a response: it may contain all news

/** Public news of a site with `GET /api/news` and `/api/news/{slug}`. `origin` was named by the administrator. */
export async function openSite(origin: string, signal: AbortSignal, network: Network): Promise<Source | undefined> {
  const ask = async (path: string) => {
    const limits = { ...network, within: 60_000, most: MAX_BYTES };
    const { bytes, link } = await fetchListed(new URL(path, origin).href, [new URL(origin).hostname], signal, limits);
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    return { json, next: /<([^>]*)>\s*;\s*rel="?next"?/.exec(link)?.[1] };
  };
  const first = await ask(`/api/news?limit=${AT_ONCE}`).catch(() => undefined);
  if (!Array.isArray(first?.json)) return undefined;
  return {
    kind: 'site',
    id: `site:${new URL(origin).host}`,
    origin,
    async *items(addLoss) {
      for (let path: string | undefined = `/api/news?limit=${AT_ONCE}`; path; ) {
        const { json, next }: Awaited<ReturnType<typeof ask>> = await ask(path).catch((error: unknown) => {
          throw new ImportError(
            `Сайт ${origin} перестал отвечать (${messageOf(error)}). Повторите ту же команду: она продолжит.`,
          );
        });
        for (const each of z.array(z.unknown()).parse(json)) {
          const found = news.safeParse(each);
          const read = found.success ? await whole(found.data) : undefined;
          if (read) yield toItem(read, origin);
          else addLoss(origin, 'новость, которую нельзя прочесть: у неё нет адреса или поле не того вида');
        }
        path = next;
      }
    },
  };

  /** Fetches the text, which some sites omit from lists. */
  async function whole(each: News): Promise<News | undefined> {
    if (each.content !== undefined) return each;
    const { json } = await ask(`/api/news/${encodeURIComponent(each.slug)}`);
    const read = news.safeParse(json);
    return read.success ? { ...each, ...read.data } : undefined;
  }
}

function toItem(each: News, origin: string): Item {
  const { slug, title, date, content, coverImageUrl, publishAt, ...fields } = each;
  const at = momentOf(publishAt);
  return {
    key: slug,
    kind: 'article',
    title: title ?? '',
    slug,
    addresses: [`${origin}/news/${encodeURIComponent(slug)}`],
    fields: {
      status: 'published',
      ...(at && { publishAt: at }),
      ...(date && { date: date.slice(0, 10) }),
      ...fields,
    },
    losses: [],
    body: () => ({ html: content ?? '', cover: coverImageUrl ?? undefined }),
  };
}
