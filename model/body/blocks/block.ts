import type { KnownFiles } from '../../files/lookup.ts';
import type { Attributes } from '../attributes.ts';
import { SWALLOWED } from '../vocabulary.ts';

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

/** A block that stands at the top level of a body, or in `details`. */
export interface Block {
  name: string;
  /** Element that it is read from. */
  root: 'table' | 'figure' | 'details';
  elements: Readonly<Record<string, Allowed>>;
  /** Must be cheap and write nothing: without a match the content of the element is read as if it stood alone. */
  matches(element: Element): boolean;
  write(element: Element, writer: BlockWriter): void;
  /** The stored body with these blocks as readers get them. */
  show?(html: string, files: KnownFiles): string;
}

export interface BlockWriter {
  open(tag: string, attributes?: string): void;
  close(): void;
  /** An element without an end tag. */
  single(tag: string, attributes: string): void;
  /** Text with marks; blocks become lines. Images are put behind the block. */
  inline(contents: readonly Content[]): void;
  /** Text alone, on one line, or what stands for it; both escaped. Images are put behind the block. */
  text(contents: readonly Content[], shown?: (text: string) => string): void;
  /** Blocks; `details` among them are read as if their content stood alone. */
  blocks(contents: readonly Content[]): void;
  /** Writes content after the block. */
  after(contents: readonly Content[]): void;
}

export function isBlank(content: Content): boolean {
  return typeof content === 'string' && !/[^ \t\n\r\f]/.test(content);
}

/** True when `test` holds for the element or one in it. */
export function holds(content: Content, test: (element: Element) => boolean): boolean {
  return typeof content !== 'string' && (test(content) || content.children.some((child) => holds(child, test)));
}

export function hasText(content: Content): boolean {
  return typeof content === 'string' ? /[^\s\u00a0]/.test(content) : content.children.some(hasText);
}

/** Whether text is left of the content: no controls, nothing of elements whose content is dropped. */
export function hasWords(content: Content): boolean {
  if (typeof content === 'string') return /[^\s\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(content);
  return !SWALLOWED.has(content.name) && content.children.some(hasWords);
}
