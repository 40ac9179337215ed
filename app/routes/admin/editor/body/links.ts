import { Link } from '@tiptap/extension-link';
import type { Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { LINK_SCHEMES } from '../../../../../model/body/vocabulary.ts';
import { completeAddress } from '../../../../ui/admin/fields/web-address.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** Addresses that an article may link to: http, https, mailto, tel, sms and places of the site itself. */
export function isAllowedLink(address: string): boolean {
  const text = address.replace(/[\s\p{Cc}]/gu, '');
  const [, scheme] = SCHEME.exec(text) ?? [];
  if (text === '' || /[<>]/.test(text)) return false;
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase());
}

/**
 * What somebody typed as an address: `festival.ru` is a site, `press@festival.ru` a mailbox, `+7 999 …` a telephone.
 * Undefined when no link can be made of it.
 */
export function toLink(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s()-]{5,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  const address = completeAddress(text);
  return isAllowedLink(address) && (SCHEME.test(address) || /^[/?]/.test(address)) ? address : undefined;
}

/** `rel` is the server's business: it follows from the address. */
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
    const handlePaste = ({ state }: { state: typeof editor.state }, _event: ClipboardEvent, slice: Slice) => {
      const href = state.selection.empty ? undefined : pastedAddress(slice);
      return href !== undefined && editor.commands.setMark(name, { href });
    };
    return [...(this.parent?.() ?? []), new Plugin({ props: { handlePaste } })];
  },
}).configure({
  openOnClick: false,
  // Its own way with a paste links by the visible text and forgets the target a link came with.
  linkOnPaste: false,
  defaultProtocol: 'https',
  HTMLAttributes: { rel: 'noopener noreferrer' },
  isAllowedUri: (address) => isAllowedLink(address),
});

/** The target of a pasted link that reads as an address and comes alone: selected words become a link to it. */
function pastedAddress({ content }: Slice): string | undefined {
  const targets = new Set<unknown>();
  content.descendants((node) => {
    if (node.isLeaf) targets.add(node.marks.find(({ type }) => type.name === 'link')?.attrs.href);
  });
  const [href] = targets;
  const isAddress = targets.size === 1 && toLink(content.textBetween(0, content.size)) !== undefined;
  return isAddress && typeof href === 'string' ? href : undefined;
}
