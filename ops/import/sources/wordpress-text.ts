import { assertSize } from '../../../model/body/markup.ts';
import { type Own, withShortcodes } from './wordpress-shortcodes.ts';

/** Converts a WordPress text to HTML: blocks, known shortcodes, paragraphs, footnotes. BodyTooComplex. */
export function wordpressHtml(text: string, own: Own, losses: string[]): string {
  assertSize(text);
  const isBlocks = /<!--\s*wp:/.test(text);
  const kept = text.replace(/\r\n?/g, '\n').replace(/<!--\s*\/?wp:(?:[^-]|-(?!-))*-->/g, (comment) => {
    const [, name = ''] = /^<!--\s*wp:([\w/-]+)/.exec(comment) ?? [];
    if (DYNAMIC.test(name)) losses.push(`блок WordPress «${name}»`);
    return '';
  });
  const plain = kept.replace(/<!--(?:more|nextpage|noteaser)[^>]*-->/g, isBlocks ? '' : '\n\n');
  const shown = withShortcodes(plain, own, losses);
  return (isBlocks ? shown : withParagraphs(shown)) + footnoteList(own.footnotes);
}

const MAX_REUSED = 1_000_000; // characters of reused blocks in one text
const MAX_NESTED = 8;

export function withReused(text: string, reused: ReadonlyMap<string, string>): string {
  let left = MAX_REUSED;
  const shown = (part: string, depth: number): string =>
    part.replace(/<!-- wp:block \{[^{}]*"ref":(\d+)[^{}]*\} \/-->/g, (block, id: string) => {
      const own = reused.get(id);
      left -= own?.length ?? 0;
      return own === undefined || left < 0 || depth === MAX_NESTED ? block : shown(own, depth + 1);
    });
  return shown(text, 0);
}

/** Replaces scaled pictures by their originals, if these are attachments; WordPress calls those it has reduced itself `-scaled`. */
export function withOriginals(text: string, known: ReadonlySet<string>): string {
  return text.replace(
    /(https?:\/\/[^\s"'<>]{1,500}?)-\d{2,5}x\d{2,5}(\.\w{3,4})(?=["'])/g,
    (scaled, start: string, end: string) =>
      ['', '-scaled'].map((mark) => start + mark + end).find((original) => known.has(original)) ?? scaled,
  );
}

/** Dynamic blocks: WordPress renders their content, the text contains none of it. */
const DYNAMIC =
  /^(?:latest-posts|latest-comments|categories|archives|calendar|tag-cloud|rss|search|query|navigation|loginout|page-list|post-[\w-]+|site-[\w-]+|template-part|block|pattern|widget[\w-]*|legacy-widget|social-links|(?!core-embed\/)[\w-]+\/[\w-]+)$/;

const BLOCKS =
  'address|article|aside|audio|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|object|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|dd|dt|figcaption|caption|video';
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS})\\b[^<>]*>`, 'gi');
const ONE_TAG = new RegExp(`^<(/?)(${BLOCKS})\\b[^<>]*>$`, 'i');
const ALONE = /^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gm; // WordPress embeds such an address (oEmbed)
const LEAF = /^(?:address|h[1-6]|li|p|td|th|dd|dt|figcaption|caption|summary)$/i; // Their text is not wrapped in paragraphs

/** Classic text (wpautop): an empty line begins a paragraph, other line ends are breaks. `pre` is left unchanged. */
function withParagraphs(text: string): string {
  return text
    .split(/(<(?:pre|script|style)\b(?:(?!<(?:pre|script|style)\b)[\s\S])*?<\/(?:pre|script|style)>)/i)
    .map((part, at) => (at % 2 === 1 ? part : paragraphsOf(part)))
    .join('');
}

function paragraphsOf(text: string): string {
  const apart = text.replace(ALONE, '\n\n$1\n\n').replace(BLOCK_TAG, '\n\n$&\n\n');
  const pieces = apart.split(/\n\s*\n/).map((piece) => piece.trim());
  let leaves = 0;
  let isText = false;
  const shown = pieces.filter(Boolean).map((piece) => {
    const [, slash, name = ''] = ONE_TAG.exec(piece) ?? [];
    const lines = piece.replace(/\n/g, '<br>');
    const follows = isText;
    isText = slash === undefined && leaves > 0;
    if (slash === undefined) return leaves === 0 ? `<p>${lines}</p>` : `${follows ? '<br><br>' : ''}${lines}`;
    if (LEAF.test(name)) leaves = Math.max(0, leaves + (slash ? -1 : 1));
    return piece;
  });
  return shown.join('');
}

function footnoteList(json: string | undefined): string {
  if (!json) return '';
  try {
    const notes = JSON.parse(json) as { content?: unknown }[];
    const items = notes.map(({ content }) => `<li>${typeof content === 'string' ? content : ''}</li>`);
    return items.length > 0 ? `<h3>Примечания</h3><ol>${items.join('')}</ol>` : '';
  } catch {
    return '';
  }
}
