import { Node } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { embedAttributes, linkAttributes } from '../../../../../../model/body/blocks/embed.ts';
import { safeText } from '../../../../../../model/body/vocabulary.ts';
import { type Embed, embedAt, embedOf, pageOf, providerOf } from '../../../../../../model/embeds/embeds.ts';
import { call } from '../../../../../ui/api.ts';
import { linkOf } from '../links.ts';
import { type BodyBlock, belowOf, putBlock, tool } from './block.ts';

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

/** Poster, provider, title and address; metadata of the other site are known once the text was saved. */
function draw({ attrs }: DocumentNode): HTMLElement {
  const embed = { provider: attrs.provider, id: attrs.code };
  const [dom, poster, name, title, page] = ['figure', 'span', 'b', 'span', 'a'].map((tag) =>
    document.createElement(tag),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLAnchorElement];
  dom.className = 'embed-block';
  poster.className = 'embed-poster';
  name.textContent = providerOf(embed).title;
  title.textContent = attrs.title || 'Название возьмём с\u00a0сайта';
  const href = pageOf(embed);
  Object.assign(page, { href, target: '_blank', rel: 'noopener noreferrer', textContent: href });
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

export function putEmbed(view: EditorView, embed: Embed): void {
  const { tr } = view.state;
  const node = embedNode(view.state, embed);
  if (!node) return;
  putBlock(tr, node);
  view.dispatch(tr);
  view.focus();
}

function embedNode({ schema }: EditorState, { provider, id }: Embed): DocumentNode | undefined {
  return schema.nodes.embed?.create({ provider, code: id });
}

/** Pasted addresses on lines of their own, and a link pasted alone, become embeds in a separate step: one undo restores the text. */
const pasteEmbeds = new Plugin({
  props: {
    handlePaste(view, event, slice) {
      const { selection } = view.state;
      // One address over words links them.
      const isOverWords = !selection.empty && slice.content.childCount === 1;
      const [first, ...others] = slice.content.content;
      const isLine = first?.isInline || (first?.type.name === 'paragraph' && others.length === 0);
      const isOwn = event.clipboardData?.getData('text/html').includes('data-pm-slice');
      const isLink = !isOwn && isLine && embedOfLink(slice.content) !== undefined;
      const embedOf = (line: DocumentNode) => embedOfLine(line) ?? (isLink ? embedOfLink(line.content) : undefined);
      if (isOverWords || selection.$from.parent.type.spec.code) return false;
      if (!isLink && !slice.content.content.some(embedOfLine)) return false;
      const pasted = view.state.tr.replaceSelection(slice).scrollIntoView();
      view.dispatch(pasted.setMeta('paste', true).setMeta('uiEvent', 'paste'));
      const [from, to] = [pasted.mapping.map(selection.from, -1), pasted.mapping.map(selection.to)];
      convert(view, from, to, embedOf);
      return true;
    },
  },
});

function convert(view: EditorView, from: number, to: number, embedOf: (line: DocumentNode) => Embed | undefined): void {
  const { state } = view;
  const tr = closeHistory(state.tr);
  state.doc.nodesBetween(from, to, (line, pos, parent, index) => {
    const embed = line.type.name === 'paragraph' ? embedOf(line) : undefined;
    const node = embed && embedNode(state, embed);
    if (!node || !parent?.canReplaceWith(index, index + 1, node.type)) return !line.isTextblock;
    const at = tr.mapping.map(pos);
    const hadCursor = pos < state.selection.from && state.selection.from < pos + line.nodeSize;
    tr.replaceWith(at, at + line.nodeSize, node);
    if (hadCursor) belowOf(tr, at + node.nodeSize);
    return false;
  });
  if (tr.docChanged) view.dispatch(tr.scrollIntoView());
}

function embedOfLine(line: DocumentNode): Embed | undefined {
  const { length } = line.textContent;
  return line.type.name === 'paragraph' && length === line.content.size ? embedAt(line.textContent) : undefined;
}

/** Address of a slice that is one linked text, as browsers copy a link to a video. */
function embedOfLink(content: Fragment): Embed | undefined {
  const href = linkOf(content);
  return href === undefined ? undefined : embedAt(href);
}
