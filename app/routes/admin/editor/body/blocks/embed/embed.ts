import { Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { embedAttributes, linkAttributes } from '../../../../../../../model/body/blocks/embed.ts';
import { safeText } from '../../../../../../../model/body/vocabulary.ts';
import { type Embed, embedAt, embedOf, pageOf, providerOf } from '../../../../../../../model/embeds/embeds.ts';
import { call } from '../../../../../../ui/api.ts';
import { type BodyBlock, tool } from '../block.ts';
import { belowOf } from '../put-block.ts';
import { asLink, embedSelected, pasteEmbeds } from './commands.ts';

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
    isIn: (editor) => embedSelected(editor.state) !== undefined,
    tools: [
      { name: 'embedTitle', label: 'Название', icon: 'text', run: ({ view }) => focusTitle(view) },
      { name: 'embedLink', label: 'Сделать ссылкой', icon: 'link', run: ({ view }) => asLink(view) },
      { name: 'embedOut', label: 'Убрать', icon: 'tableOut', run: ({ commands }) => commands.deleteSelection() },
    ],
  },
};

function attrsOf(figure: HTMLElement) {
  const embed = embedOf(figure.dataset.provider, figure.dataset.id);
  if (!embed) return false;
  const title = figure.textContent?.trim() ?? '';
  return { provider: embed.provider, code: embed.id, title: embedAt(title) ? '' : title };
}

function focusTitle(view: EditorView): boolean {
  const dom = embedSelected(view.state) && view.nodeDOM(view.state.selection.from);
  const title = dom instanceof HTMLElement ? dom.querySelector('input') : null;
  title?.focus();
  return title !== null;
}

/** Poster, provider, title to be written and address. */
class EmbedView implements NodeView {
  readonly dom = document.createElement('figure');
  readonly #title = document.createElement('input');
  readonly #poster = document.createElement('span');
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    const embed = embedOfNode(node);
    const { title: site } = providerOf(embed);
    const page = document.createElement('a');
    Object.assign(page, {
      href: pageOf(embed),
      target: '_blank',
      rel: 'noopener noreferrer',
      textContent: pageOf(embed),
    });
    const name = document.createElement('b');
    name.textContent = site;
    Object.assign(this.#title, {
      type: 'text',
      value: node.attrs.title,
      placeholder: `Название возьмём с\u00a0сайта «${site}»`,
      maxLength: 200,
      ariaLabel: `Название: ${site}`,
      oninput: () => this.#write(),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.dom.className = 'embed-block';
    this.dom.contentEditable = 'false';
    this.#poster.className = 'embed-poster';
    this.dom.append(this.#poster, name, this.#title, page);
    this.#lookUp(embed, site);
  }

  /** Known once a text with it was saved. */
  #lookUp({ provider, id }: Embed, site: string): void {
    call<{ title: string; poster: string | null }>(
      'GET',
      `/admin/preview/embed?${new URLSearchParams({ provider, id })}`,
    ).then(
      ({ data: { title, poster } }) => {
        if (poster) this.#poster.style.backgroundImage = `url("${poster}")`;
        if (title) this.#title.placeholder = `${title} (название с\u00a0сайта «${site}»)`;
      },
      () => {},
    );
  }

  update(node: DocumentNode): boolean {
    const isSame =
      node.type === this.#node.type &&
      node.hasMarkup(this.#node.type, { ...this.#node.attrs, title: node.attrs.title });
    if (!isSame) return false;
    this.#node = node;
    if (this.#title.value !== node.attrs.title) this.#title.value = node.attrs.title;
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#title || target instanceof HTMLAnchorElement;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #write(): void {
    const pos = this.#getPos();
    if (pos !== undefined) this.#view.dispatch(this.#view.state.tr.setNodeAttribute(pos, 'title', this.#title.value));
  }

  /** Enter goes on below, Escape and Shift+Tab back to the block. */
  #key(event: KeyboardEvent): void {
    const pos = this.#getPos();
    const isBack = event.key === 'Escape' || (event.key === 'Tab' && event.shiftKey);
    if (pos === undefined || event.isComposing || (!isBack && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    const { tr } = this.#view.state;
    const after = pos + this.#node.nodeSize;
    this.#view.dispatch(
      isBack ? tr.setSelection(NodeSelection.create(tr.doc, pos)) : belowOf(tr, after).scrollIntoView(),
    );
    this.#view.focus();
  }
}

function embedOfNode({ attrs }: DocumentNode): Embed {
  return { provider: attrs.provider, id: attrs.code };
}
