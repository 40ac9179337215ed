import { safeAttribute, safeText } from '../body/vocabulary.ts';
import { imageSources } from '../images/srcset.ts';
import { unescapeMarkup } from '../text/markup.ts';
import { lengthText } from '../text/size.ts';
import { EMBED, type Embed, embedOf, frameOf, fromStart, pageOf, providerOf } from './embeds.ts';
import { type EmbedMetadata, keyOf } from './stored.ts';

interface ShownWith {
  known: ReadonlyMap<string, EmbedMetadata>; // By `keyOf`
  images: ReadonlyMap<string, { width: number; height: number }>; // Posters by address
  covers: string; // URL prefix of generated covers
  policy: string | undefined; // Address of the privacy policy
}

/** Accessible name of the player. */
const ACTIONS = { video: 'Смотреть', upright: 'Смотреть', track: 'Слушать', list: 'Слушать', post: 'Показать' };
const SIZES = '(min-width:46rem) 42rem,92vw';
const DRAWN = { width: 1600, height: 900 };

/** Poster, title and link: no other host before a click or accepted cookies. Takes only displayed bodies. */
export function showEmbeds(html: string, { known, ...rest }: ShownWith): string {
  return html.replace(EMBED, (whole, provider: string, id: string, _href: string, text: string) => {
    const embed = embedOf(provider, unescapeMarkup(id));
    if (!embed) return whole;
    const found = known.get(keyOf(fromStart(embed)));
    const title = titleOf(embed, text, found);
    const { shape, call } = providerOf(embed);
    const shown = stage(embed, title, found?.poster ?? null, rest);
    const heading = title || (shown ? '' : providerOf(embed).title);
    return (
      `<figure class="embed ${shape(embed.id)}">${shown}` +
      `<figcaption>${heading ? `<b>${heading}</b>` : ''}<span class="quiet"><a href="${safeAttribute(pageOf(embed))}" rel="noopener noreferrer">` +
      `${call}</a>${length(found)}</span></figcaption></figure>`
    );
  });
}

/** The editor's title, else the provider's. Escaped. */
function titleOf(embed: Embed, text: string, found: EmbedMetadata | undefined): string {
  const isAddress = text === '' || text === safeText(pageOf(embed));
  return isAddress ? safeText(found?.title ?? '') : text;
}

/** The player's box; a page that cannot be framed gets one only with a poster. */
function stage(
  embed: Embed,
  title: string,
  poster: string | null,
  { images, covers, policy }: Omit<ShownWith, 'known'>,
): string {
  const frame = frameOf(embed);
  const image = poster === null ? undefined : images.get(poster);
  if (!frame && !image) return '';
  const src = poster !== null && image ? poster : `${covers}${coverName(embed)}.svg`;
  const { width, height } = image ?? DRAWN;
  const srcset = image && imageSources(src, width).srcset;
  const sources = srcset ? ` srcset="${srcset}" sizes="${SIZES}"` : '';
  const picture = `<img loading="lazy" decoding="async" src="${src}" alt="" width="${width}" height="${height}"${sources}>`;
  // The link below says the same to screen readers.
  const page = `<a href="${safeAttribute(pageOf(embed))}" rel="noopener noreferrer" tabindex="-1" aria-hidden="true">${picture}</a>`;
  return `<div class="embed-stage stage">${page}${frame ? player(embed, frame, title, policy) : ''}</div>`;
}

/** The player's controls, hidden until the script runs. */
function player(embed: Embed, frame: string, title: string, policy: string | undefined): string {
  const { shape, title: site } = providerOf(embed);
  const name = title || site;
  const more = policy ? ` <a href="${safeAttribute(policy)}">Подробнее\u00a0— в\u00a0политике</a>` : '';
  return (
    `<button type="button" class="pill hot" hidden data-frame="${safeAttribute(frame)}" data-title="${quoted(name)}" aria-label="${ACTIONS[shape(embed.id)]}: ${quoted(name)}">` +
    '<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path fill="currentColor" d="M7 4.500v15l12.500-7.500z"/></svg>' +
    `${ACTIONS[shape(embed.id)]}</button>` +
    `<p hidden>Сайт ${new URL(pageOf(embed)).host.replace('www.', '')} может сохранить свои файлы cookie.${more}</p>`
  );
}

/** Escaped text as an attribute. */
function quoted(text: string): string {
  return text.replaceAll('"', '&quot;');
}

function coverName({ provider, id }: Embed): string {
  return `${provider}-${id}`
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .slice(0, 120);
}

function length(found: EmbedMetadata | undefined): string {
  return found?.duration ? ` · <time datetime="PT${found.duration}S">${lengthText(found.duration)}</time>` : '';
}
