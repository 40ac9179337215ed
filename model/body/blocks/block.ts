import type { FilesByUrl } from '../../files/library.ts';
import { type Attributes, SWALLOWED } from '../vocabulary.ts';
import type { BlockWriting } from './writing.ts';

export interface Element {
  name: string;
  attribs: Attributes;
  children: Content[];
}
export type Content = Element | string;

/** Classes and attributes of an element of a block; the second filter is built from them. */
export interface Allowed {
  classes?: readonly string[];
  attributes?: readonly (string | { name: string; values: string[] })[];
}

/** A block at the top level of a body, or in `details`. */
export interface Block {
  name: string;
  root: 'table' | 'figure' | 'details'; // Element from which it is read
  elements: Readonly<Record<string, Allowed>>;
  /** Must be cheap and without side effects: without a match the element is unwrapped. */
  matches(element: Element): boolean;
  write(element: Element, writer: BlockWriting): void;
  /** Converts the blocks of a stored body to the form for readers. */
  show?(html: string, files: FilesByUrl): string;
}

export function isBlank(content: Content): boolean {
  return typeof content === 'string' && !/[^ \t\n\r\f]/.test(content);
}

/** True when `test` holds for the element or a descendant. */
export function someElement(content: Content, test: (element: Element) => boolean): boolean {
  return typeof content !== 'string' && (test(content) || content.children.some((child) => someElement(child, test)));
}

export function hasText(content: Content): boolean {
  return typeof content === 'string' ? /[^\s\u00a0]/.test(content) : content.children.some(hasText);
}

/** Whether the content has text, not counting controls and elements whose content is dropped. */
export function hasWords(content: Content): boolean {
  if (typeof content === 'string') return /[^\s\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(content);
  return !SWALLOWED.has(content.name) && content.children.some(hasWords);
}
