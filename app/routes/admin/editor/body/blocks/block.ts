import type { Extensions } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ToolIcon } from '../../toolbar/icons.tsx';
import type { Tool } from '../../toolbar/tools.ts';

/** Content of lines: text and breaks, no images. */
export const LINE = '(text | hardBreak)*';

export interface Inner {
  line: (node: Node) => string;
  blocks: (node: Node) => string;
}

/** A block of `model/body/blocks` in the editor. */
export interface BodyBlock {
  name: string;
  extensions: Extensions;
  /** Stored HTML of its nodes, by their types. */
  write: Readonly<Record<string, (node: Node, inner: Inner) => string>>;
  /** Elements of stored or pasted HTML, in the form that its nodes are parsed from. */
  prepare?: (body: HTMLElement) => void;
  /** Reads clipboard HTML of other programs; `html` still has its styles. */
  paste?: (body: HTMLElement, html: string) => void;
  /** Behind «Ещё». */
  tools?: readonly Tool[];
  /** Tools in a row below the others while the cursor is in the block. */
  context?: { label: string; isIn: Tool['isOn'] & {}; tools: readonly Tool[] };
}

export function tool(name: ToolIcon, label: string, keys: string, more: Partial<Tool>): Tool {
  return { name, label, icon: name, keys, ...more };
}

/** Attributes as strings; unset ones are left out. */
export function written(attrs: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attrs).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
