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
