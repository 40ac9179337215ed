import { Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { embedAttributes, linkAttributes } from '../../../../../../../model/body/blocks/embed.ts';
import { safeText } from '../../../../../../../model/body/vocabulary.ts';
import { embedAt, embedOf, pageOf, providerOf } from '../../../../../../../model/embeds/embeds.ts';
import { call } from '../../../../../../ui/api.ts';
import { type BodyBlock, tool } from '../block.ts';
import { pasteEmbeds } from './commands.ts';

/** `code` is the `id` of an `Embed`; without a title the page shows the provider's. */
const EmbedNode = Node.create({
  name: 'embed',
  group: 'standalone',
  atom: true,
  draggable: true,
  addAttributes: () => ({ provider: { default: 'rutube' }, code: { default: '' }, title: { default: '' } }),
  parseHTML: () => [{ tag: 'figure.embed', getAttrs: attrsOf }],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    { class: 'embed', 'data-provider': attrs.provider, 'data-id': attrs.code },
    ['a', { href: pageOf({ provider: attrs.provider, id: attrs.code }) }, attrs.title],
  ],
  addNodeView:
    () =>
    ({ node }) => ({ dom: draw(node), stopEvent: ({ target }) => target instanceof HTMLAnchorElement }),
  addProseMirrorPlugins: () => [pasteEmbeds],
});

export const embed: BodyBlock = {
  name: 'embed',
  extensions: [EmbedNode],
  write: {
    embed: ({ attrs: { provider, code, title } }) => {
      const embed = { provider, id: code };
      const page = pageOf(embed);
      const text = embedAt(title) || !title.trim() ? page : title.trim();
      return `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}>${safeText(text)}</a></figure>`;
    },
  },
  tools: [
    tool('embed', 'Видео или запись', 'Mod-Alt-v', {
      opens: 'embed',
      words: 'embed video видео музыка пост вк vk rutube youtube telegram дзен яндекс',
    }),
  ],
  context: {
    label: 'Видео или запись',
    isIn: (editor) => editor.isActive('embed'),
    tools: [{ name: 'embedOut', label: 'Убрать', icon: 'tableOut', run: ({ commands }) => commands.deleteSelection() }],
  },
};

function attrsOf(figure: HTMLElement) {
  const embed = embedOf(figure.dataset.provider, figure.dataset.id);
  if (!embed) return false;
  const title = figure.textContent?.trim() ?? '';
  return { provider: embed.provider, code: embed.id, title: embedAt(title) ? '' : title };
}

/** Poster, provider, title and address; what its site says of it is known once a text with it was saved. */
function draw({ attrs }: DocumentNode): HTMLElement {
  const embed = { provider: attrs.provider, id: attrs.code };
  const [dom, poster, name, title, page] = ['figure', 'span', 'b', 'span', 'a'].map((tag) =>
    document.createElement(tag),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLAnchorElement];
  dom.className = 'embed-block';
  poster.className = 'embed-poster';
  name.textContent = providerOf(embed).title;
  title.textContent = attrs.title || 'Название возьмём с\u00a0сайта';
  Object.assign(page, {
    href: pageOf(embed),
    target: '_blank',
    rel: 'noopener noreferrer',
    textContent: pageOf(embed),
  });
  dom.append(poster, name, title, page);
  call<{ title: string; poster: string | null }>('GET', `/admin/preview/embed?${new URLSearchParams(embed)}`).then(
    ({ data }) => {
      if (data.poster) poster.style.backgroundImage = `url("${data.poster}")`;
      title.textContent = attrs.title || data.title || title.textContent;
    },
    () => {},
  );
  return dom;
}
