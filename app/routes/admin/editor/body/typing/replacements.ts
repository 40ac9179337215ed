import { Extension } from '@tiptap/core';
import { closeHistory, undo } from '@tiptap/pm/history';
import type { Mark, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { FormEvent } from 'react';
import { toLink } from '../links.ts';

/** Quotes and dashes while typing, in this browser. */
const STORED = 'rampa.typesetting';

export function isTypesetting(): boolean {
  return localStorage.getItem(STORED) !== 'false';
}

export function setTypesetting(is: boolean): void {
  localStorage.setItem(STORED, String(is));
}

const DASH = '\u00a0— ';
const LINK = /\[([^[\]\n]+)\]\(([^()\s]+)\)$/;

/** The replacement is an undo step of its own: one undo, or Backspace right after it, restores the typed character. */
export const Replacements = Extension.create({
  name: 'replacements',
  priority: 1150,
  addProseMirrorPlugins() {
    let replaced: EditorState | undefined;
    const plugin = new Plugin({
      props: {
        handleKeyDown({ state, dispatch }, { key, ctrlKey, metaKey, altKey }) {
          const isLast = replaced?.doc === state.doc && replaced.selection.eq(state.selection);
          return key === 'Backspace' && !ctrlKey && !metaKey && !altKey && isLast && undo(state, dispatch);
        },
        handleTextInput(view, from, to, text) {
          if (!/^[ ")]$/.test(text) || isCode(view)) return false;
          const change = changeFor(text, view.state.doc.resolve(from));
          if (!change) return false;
          view.dispatch(view.state.tr.insertText(text, from, to));
          view.dispatch(closeHistory(change(view.state.tr, from + 1)).scrollIntoView());
          replaced = view.state;
          return true;
        },
      },
    });
    return [plugin];
  },
});

/** Replaces in a field; `execCommand` enters the change into the browser's undo history. */
export function replaceTyped({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
  const { inputType, data } = nativeEvent as InputEvent;
  const end = field.selectionEnd ?? 0;
  const isLast = field.dataset.replacedAt === String(end + 1);
  delete field.dataset.replacedAt;
  if (inputType === 'deleteContentBackward' && isLast) {
    document.execCommand('undo');
    document.execCommand('undo');
  }
  // What undo brings back is selected: the next character would be typed over it.
  if (inputType === 'historyUndo') field.setSelectionRange(end, end);
  if (inputType !== 'insertText' || !isTypesetting()) return;
  const before = field.value.slice(0, end - 1);
  const length = data === ' ' && dashAfter(before);
  if (data !== '"' && !length) return;
  field.setSelectionRange(end - 1 - (length || 0), end);
  document.execCommand('insertText', false, length ? DASH : quoteAfter(before));
  field.dataset.replacedAt = String(field.selectionEnd);
}

type Change = (tr: Transaction, end: number) => Transaction;

function changeFor(typed: string, $from: ResolvedPos): Change | undefined {
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  if (typed === ')') return linkAfter(`${before})`, $from);
  if (!isTypesetting()) return undefined;
  if (typed === '"') return (tr, end) => tr.insertText(quoteAfter(before), end - 1, end);
  const length = dashAfter(before);
  return length ? (tr, end) => tr.insertText(DASH, end - length - 1, end) : undefined;
}

function linkAfter(text: string, $from: ResolvedPos): Change | undefined {
  const [whole = '', words = '', address = ''] = LINK.exec(text) ?? [];
  const href = toLink(address);
  const type = $from.doc.type.schema.marks.link;
  if (!href || !type || words.includes('\ufffc')) return undefined;
  return (tr, end) => {
    const start = end - whole.length;
    const link = type.create({ href });
    const opening = start + 1 + words.length;
    tr.delete(opening, end).delete(start, start + 1);
    return tr.addMark(start, start + words.length, link).removeStoredMark(link);
  };
}

function isCode({ state }: EditorView): boolean {
  const { $from } = state.selection;
  const marks: readonly Mark[] = state.storedMarks ?? $from.marks();
  return Boolean($from.parent.type.spec.code) || marks.some(({ type }) => type.name === 'code');
}

/** «…», inside them „…“; by the text of the paragraph before the typed quote. */
export function quoteAfter(before: string): string {
  const open: string[] = [];
  for (const char of before) {
    if (char === '«' || char === '„') open.push(char);
    else if (char === '»' || char === '“') open.pop();
  }
  const isOpening = /(?:^|[\s([{«„—–-])$/.test(before);
  if (isOpening) return open.length > 0 ? '„' : '«';
  return open.at(-1) === '„' ? '“' : '»';
}

/** Length of the space and the hyphens before a typed space that become a dash; 0 if none do. */
export function dashAfter(before: string): number {
  return /\S([ \u00a0]-{1,2})$/.exec(before)?.[1]?.length ?? 0;
}
