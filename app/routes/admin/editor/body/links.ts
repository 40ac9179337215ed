import { type Editor, getMarkRange } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { LINK_SCHEMES } from '../../../../../model/body/vocabulary.ts';
import { completeAddress } from '../../../../ui/admin/fields/web-address.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** http, https, mailto, tel, sms and paths of this site. */
export function isAllowedLink(address: string): boolean {
  const text = address.replace(/[\s\p{Cc}]/gu, '');
  const [, scheme] = SCHEME.exec(text) ?? [];
  if (text === '' || /[<>]/.test(text)) return false;
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase());
}

/** `festival.ru` becomes https, `press@festival.ru` mailto, `+7 999 …` tel. Undefined when not a link. */
export function toLink(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s()-]{5,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  const address = completeAddress(text);
  return isAllowedLink(address) && (SCHEME.test(address) || /^[/?]/.test(address)) ? address : undefined;
}

/** `rel` is left out: the server derives it. */
export const BodyLink = Link.extend({
  addAttributes() {
    return {
      href: { default: null },
      target: {
        default: null,
        parseHTML: (element: HTMLElement) => (element.getAttribute('target') === '_blank' ? '_blank' : null),
      },
    };
  },
  addProseMirrorPlugins() {
    const { editor, name } = this;
    // A link with an address as text links the selected words.
    const handlePaste = ({ state }: { state: typeof editor.state }, _event: ClipboardEvent, { content }: Slice) => {
      const isAddress = !state.selection.empty && toLink(content.textBetween(0, content.size)) !== undefined;
      const href = isAddress ? linkOf(content) : undefined;
      return href !== undefined && editor.commands.setMark(name, { href });
    };
    return [...(this.parent?.() ?? []), new Plugin({ props: { handlePaste } })];
  },
}).configure({
  openOnClick: false,
  // The built-in handler links by the visible text and drops the target.
  linkOnPaste: false,
  defaultProtocol: 'https',
  HTMLAttributes: { rel: 'noopener noreferrer' },
  isAllowedUri: (address) => isAllowedLink(address),
});

/** Target of a content that is one link. */
export function linkOf(content: Fragment): string | undefined {
  const targets = new Set<unknown>();
  content.descendants((node) => {
    if (node.isLeaf) targets.add(node.marks.find(({ type }) => type.name === 'link')?.attrs.href);
  });
  const [href] = targets;
  return targets.size === 1 && typeof href === 'string' ? href : undefined;
}

interface FoundLink {
  range: { from: number; to: number };
  href: string;
  text: string;
  isNewTab: boolean;
  /** Text within one paragraph and without images, so it can be edited. */
  isPlain: boolean;
}

export function linkAt({ state }: Editor): FoundLink {
  const { from, to, $from } = state.selection;
  const type = state.schema.marks.link;
  const around = type && getMarkRange($from, type);
  const range = around && from >= around.from && to <= around.to ? around : { from, to };
  const mark = (state.doc.nodeAt(range.from)?.marks ?? []).find((one) => one.type === type);
  return {
    range,
    href: mark?.attrs.href ?? '',
    text: state.doc.textBetween(range.from, range.to),
    isNewTab: mark?.attrs.target === '_blank',
    isPlain: state.doc.textBetween(range.from, range.to, '\n', '\n').length === range.to - range.from,
  };
}

/** Marks stay; edited text takes the marks of its first character. */
export function putLink(
  editor: Editor,
  { range, text: before }: FoundLink,
  { href, target, text }: { href: string; target: string | null; text: string },
): void {
  editor.view.focus();
  const chain = editor.chain().setTextSelection(range);
  const attrs = { href, target };
  if (range.from < range.to && (text === before || before === '')) {
    chain.setMark('link', attrs).setTextSelection(range.to).run();
    return;
  }
  const marks = (editor.state.doc.nodeAt(range.from)?.marks ?? editor.state.selection.$from.marks()).filter(
    ({ type }) => type.name !== 'link',
  );
  chain
    .command(({ tr, state }) => {
      const link = state.schema.marks.link?.create(attrs);
      tr.replaceWith(range.from, range.to, state.schema.text(text, link ? link.addToSet(marks) : marks));
      if (link) tr.removeStoredMark(link);
      return true;
    })
    .run();
}
