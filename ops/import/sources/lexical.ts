import { Marked } from 'marked';
import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';
import type { Item } from '../items.ts';

type Node = { [name: string]: unknown; children?: Node[]; visibility?: Shown };
type Shown = { showOnWeb?: boolean; web?: { nonMember?: boolean } };

export const FOR_MEMBERS = 'только для подписчиков';

/** Text of Ghost 5 and later as the HTML that Ghost makes of it; undefined when it cannot be read. */
export function lexicalHtml(json: string): Pick<ReturnType<Item['body']>, 'html' | 'losses'> | undefined {
  const lost: string[] = [];
  try {
    const html = inside((JSON.parse(json) as { root: Node }).root, lost);
    return { html, losses: lost.map((type) => `карточка Ghost «${type}»`) };
  } catch {
    return undefined;
  }
}

const inside = ({ children = [] }: Node, lost: string[]) => children.map((child) => htmlOf(child, lost)).join('');

const EMPTY: Record<string, string> = { linebreak: '<br>', tab: ' ', zwnj: '', paywall: '', horizontalrule: '<hr>' };
const ELEMENTS: Record<string, string> = { paragraph: 'p', quote: 'blockquote', aside: 'blockquote', listitem: 'li' };
const WORDS = /(?:title|text|textValue|header|description|caption|disclaimer)$/i; // of cards that nothing here is like
const MARKS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup']; // by their bits

function htmlOf(node: Node, lost: string[]): string {
  const of = (name: string) => textIn(node, name);
  const type = of('type').replace('extended-', '');
  const { showOnWeb, web } = node.visibility ?? {};
  if (showOnWeb === false || web?.nonMember === false) {
    lost.push(FOR_MEMBERS);
    return '';
  }
  const shown = EMPTY[type] ?? CARDS[type]?.(of, node);
  if (shown !== undefined) return shown;
  if (type === 'text')
    return MARKS.filter((_, bit) => Number(node.format) & (1 << bit)).reduce(
      (html, mark) => `<${mark}>${html}</${mark}>`,
      escapeText(of('text')),
    );
  if (!node.children) {
    lost.push(type);
    const words = Object.keys(node).map((name) => (WORDS.test(name) ? paragraph(of(name)) : ''));
    return words.join('');
  }
  const html = inside(node, lost).replace(/<\/li><li>(?=<[uo]l>)/g, '');
  const name = /^(?:heading|list)$/.test(type) ? of('tag') : ELEMENTS[type];
  return name && /^\w+$/.test(name) ? `<${name}>${html}</${name}>` : link(of('url'), html);
}

function textIn(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

const link = (href: string, html: string) => (href ? `<a href="${escapeAttribute(href)}">${html}</a>` : html);
const image = (src: string, alt = '') => src && `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`;
const figure = (names: string, html: string, caption: string) =>
  `<figure class="${escapeAttribute(names)}">${html}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
const paragraph = (html: string) => html && `<p>${html}</p>`;
const button = (url: string, label: string) =>
  url && label && `<div class="kg-button-card">${link(url, escapeText(label))}</div>`;
const titled = (src: string, title: string, more: string) =>
  paragraph(link(src, escapeText(title || src))) + paragraph(more);

const CARDS: Record<string, (of: (name: string) => string, node: Node) => string> = {
  html: (of) => of('html'),
  markdown: (of) => new Marked({ gfm: true }).parse(of('markdown'), { async: false }),
  image: (of) => figure(`kg-width-${of('cardWidth')}`, link(of('href'), image(of('src'), of('alt'))), of('caption')),
  gallery: (of, { images = [] }) => {
    const all = (images as Node[]).map((each) => `<div>${image(textIn(each, 'src'), textIn(each, 'alt'))}</div>`);
    return figure('kg-gallery-card', all.join(''), of('caption'));
  },
  embed: (of) => (of('url') ? figure('', link(of('url'), escapeText(of('url'))), of('caption')) : of('html')),
  bookmark: (of, { metadata }) =>
    titled(of('url'), textIn(metadata, 'title'), escapeText(textIn(metadata, 'description'))) +
    paragraph(of('caption')),
  callout: (of) => `<blockquote>${of('calloutEmoji')} ${of('calloutText').replace(/<\/?p>/g, ' ')}</blockquote>`,
  toggle: (of) => `<details><summary>${of('heading')}</summary>${of('content')}</details>`,
  button: (of) => button(of('buttonUrl'), of('buttonText')),
  audio: (of) => titled(of('src'), of('title'), ''),
  video: (of) => figure('', `<video src="${escapeAttribute(of('src'))}"></video>`, of('caption')),
  file: (of) => titled(of('src'), of('fileTitle') || of('fileName'), escapeText(of('fileCaption'))),
  codeblock: (of) =>
    `<pre><code class="language-${escapeAttribute(of('language'))}">${escapeText(of('code'))}</code></pre>${paragraph(of('caption'))}`,
};
