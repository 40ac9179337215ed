import { Node } from '@tiptap/core';
import type { Node as ModelNode } from '@tiptap/pm/model';
import { attributesOf, safeText } from '../../../../../../model/body/vocabulary.ts';
import { typeOf } from '../../../../../../model/uploads/types.ts';
import { chooseFiles, uploadInto } from '../uploads/uploads.ts';
import { type BodyBlock, goBehind, tool } from './block.ts';

function attachmentNode(name: 'audio' | 'file') {
  return Node.create({
    name,
    group: 'standalone',
    content: 'text*',
    marks: '',
    isolating: true,
    draggable: true,
    addAttributes: () => ({
      href: {
        default: '',
        parseHTML: (element: HTMLElement) => linkIn(element)?.getAttribute('href') ?? '',
        rendered: false,
      },
    }),
    parseHTML: () => [
      { tag: `figure.${name}`, contentElement: 'a', getAttrs: (element) => (linkIn(element) ? null : false) },
    ],
    renderHTML: ({ node: { attrs } }) => [
      'figure',
      { class: name, 'data-type': typeOf(attrs.href)?.label ?? '' },
      ['a', { href: attrs.href }, 0],
    ],
    addKeyboardShortcuts: () => ({ Enter: ({ editor }) => goBehind(editor, name) }),
  });
}

function attachment(
  name: 'audio' | 'file',
  { label, keys, words, accept = '' }: { label: string; words: string; keys: string; accept?: string },
): BodyBlock {
  return {
    name,
    extensions: [attachmentNode(name)],
    write: {
      [name]: ({ attrs, textContent }: ModelNode) => {
        const link = attributesOf('a', { href: attrs.href });
        const title = safeText(textContent.trim()) || attrs.href.slice(attrs.href.lastIndexOf('/') + 1);
        return link === null ? `<p>${title}</p>` : `<figure class="${name}"><a${link}>${title}</a></figure>`;
      },
    },
    tools: [
      tool(name, label, keys, {
        words,
        run: (editor) => chooseFiles(accept, (files) => uploadInto(editor, files)),
      }),
    ],
  };
}

export const audio = attachment('audio', {
  label: 'Аудио',
  words: 'audio звук запись mp3 песня',
  keys: 'Mod-Alt-m',
  accept: 'audio/*',
});
export const file = attachment('file', {
  label: 'Файл',
  words: 'file pdf docx zip документ скачать вложение',
  keys: 'Mod-Alt-f',
});

function linkIn(element: HTMLElement): HTMLAnchorElement | null {
  return element.querySelector('a[href^="/uploads/"]');
}
