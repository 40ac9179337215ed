import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { type Embed, pageOf, providerOf } from '../../../../../../../model/embeds/embeds.ts';
import { belowOf } from './commands.ts';

/** Provider, title to be written and address. */
export class EmbedView implements NodeView {
  readonly dom = document.createElement('figure');
  readonly #title = document.createElement('input');
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  #node: Node;

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
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
    this.dom.append(name, this.#title, page);
  }

  update(node: Node): boolean {
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

function embedOfNode({ attrs }: Node): Embed {
  return { provider: attrs.provider, id: attrs.code };
}
