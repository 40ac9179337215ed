import { Link } from '@tiptap/extension-link';
import { LINK_SCHEMES } from '../../../../../model/body/vocabulary.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** Addresses that an article may link to: http, https, mailto, tel, sms and places of the site itself. */
function isAllowedLink(address: string): boolean {
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
  if (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(text)) return `https://${text}`;
  return isAllowedLink(text) && (SCHEME.test(text) || /^[/#?]/.test(text)) ? text : undefined;
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
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { rel: 'noopener noreferrer' },
  isAllowedUri: (address) => isAllowedLink(address),
});
