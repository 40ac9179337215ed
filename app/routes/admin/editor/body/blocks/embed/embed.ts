import { Node } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { escapeText } from '../../../../../../../model/body/attributes.ts';
import { embedAttributes, linkAttributes } from '../../../../../../../model/body/blocks/embed.ts';
import { embedAt, embedOf, pageOf } from '../../../../../../../model/embeds/embeds.ts';
import type { BodyBlock } from '../block.ts';
import { asLink, embedSelected } from './commands.ts';
import { pasteEmbeds } from './paste.ts';
import { EmbedView } from './view.ts';

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
  addNodeView() {
    return ({ node, view, getPos }) => new EmbedView(node, view, getPos);
  },
  addProseMirrorPlugins: () => [pasteEmbeds],
  addKeyboardShortcuts() {
    return { Tab: ({ editor }) => focusTitle(editor.view) };
  },
});

export const embed: BodyBlock = {
  name: 'embed',
  extensions: [EmbedNode],
  write: {
    embed: ({ attrs: { provider, code, title } }) => {
      const embed = { provider, id: code };
      const page = pageOf(embed);
      const text = embedAt(title) || !title.trim() ? page : title.trim();
      return `<figure${embedAttributes(embed)}><a${linkAttributes(embed)}>${escapeText(text)}</a></figure>`;
    },
  },
  tools: [
    {
      name: 'embed',
      label: 'Видео или запись',
      icon: 'embed',
      keys: 'Mod-Alt-v',
      opens: 'embed',
      words: 'embed video видео музыка пост вк vk rutube youtube telegram дзен яндекс',
    },
  ],
  context: {
    label: 'Видео или запись',
    isIn: (editor) => embedSelected(editor.state) !== undefined,
    tools: [
      { name: 'embedTitle', label: 'Название', icon: 'text', run: ({ view }) => focusTitle(view) },
      { name: 'embedLink', label: 'Сделать ссылкой', icon: 'link', run: ({ view }) => asLink(view) },
      {
        name: 'embedOut',
        label: 'Убрать',
        icon: 'tableOut',
        run: (editor) => editor.commands.deleteSelection(),
      },
    ],
  },
};

function attrsOf(figure: HTMLElement) {
  const embed = embedOf(figure.dataset.provider, figure.dataset.id);
  if (!embed) return false;
  const title = figure.textContent?.trim() ?? '';
  return { provider: embed.provider, code: embed.id, title: embedAt(title) ? '' : title };
}

/** Of the selected embed. */
function focusTitle(view: EditorView): boolean {
  const dom = embedSelected(view.state) && view.nodeDOM(view.state.selection.from);
  const title = dom instanceof HTMLElement ? dom.querySelector('input') : null;
  title?.focus();
  return title !== null;
}
