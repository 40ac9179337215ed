import { Editor, type Extensions } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type Node, Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { CodeColours } from './code-colours.ts';
import { bodyExtensions } from './extensions.ts';
import { type PasteReport, pasteProps } from './paste/paste-props.ts';
import { readBody } from './read-html.ts';
import { ImageUploads, type UploadsOptions } from './uploads/uploads.ts';
import { writeHtml } from './write-html.ts';

interface Options {
  element: HTMLElement;
  html: string;
  /** Of the element that holds its visible label. */
  labelledBy: string;
  describedBy: string;
  uploads: UploadsOptions;
  /** The shortcuts of the toolbar. */
  keys: Extensions;
  onChange: () => void;
  pasteReport: PasteReport;
}

/** The text of an article in its editor. Nothing is read from it before somebody asks: typing costs only what the editor itself does. */
export class Body {
  readonly editor: Editor;
  #saved: Node;
  #written: { doc: Node; html: string } | undefined;

  constructor({ element, html, labelledBy, describedBy, uploads, keys, onChange, pasteReport }: Options) {
    this.editor = new Editor({
      element,
      content: readBody(html).toJSON(),
      injectCSS: false,
      // They would link visible text over links that are there, and turn half of a Markdown text into formats.
      enablePasteRules: false,
      extensions: [...bodyExtensions, CodeColours, ImageUploads.configure(uploads), ...keys],
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          'aria-describedby': describedBy,
          spellcheck: 'true',
          lang: 'ru',
        },
        transformPasted: keepFirstFormat,
        ...pasteProps(pasteReport),
      },
      onUpdate: onChange,
    });
    this.#saved = this.editor.state.doc;
  }

  /** As it is stored. */
  html(): string {
    const { doc } = this.editor.state;
    if (this.#written?.doc !== doc) this.#written = { doc, html: writeHtml(doc) };
    return this.#written.html;
  }

  /** The text as it is now, for `markSaved`. */
  get now(): Node {
    return this.editor.state.doc;
  }

  get isChanged(): boolean {
    const { doc } = this.editor.state;
    return doc !== this.#saved && !doc.eq(this.#saved);
  }

  /** From now on a text is changed when it differs from this one. */
  markSaved(saved: Node | string): void {
    if (typeof saved !== 'string') this.#saved = saved;
    // What is written alike is the same to readers, whatever spaces stand in it here.
    else this.#saved = saved === this.html() ? this.now : this.#read(saved);
  }

  /** Puts another text in place of the present one. What is the same in both stays, the cursor too; one step takes it back. */
  adopt(html: string): void {
    const { state, view } = this.editor;
    const { content } = this.#read(html);
    const start = state.doc.content.findDiffStart(content);
    const end = state.doc.content.findDiffEnd(content);
    if (start === null || end === null) return;
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    const doc = state.schema.topNodeType.create(null, content);
    view.dispatch(closeHistory(state.tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap))));
  }

  /** At once: what is typed next must not fall between two elements. */
  focus(at?: 'start' | 'end'): void {
    const { view, state } = this.editor;
    if (at)
      view.dispatch(
        state.tr
          .setSelection(at === 'start' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc))
          .scrollIntoView(),
      );
    view.focus();
  }

  destroy(): void {
    this.editor.destroy();
  }

  #read(html: string): Node {
    return this.editor.schema.nodeFromJSON(readBody(html).toJSON());
  }
}

/** What is pasted into an empty paragraph brings its own along: else the first one's alignment and indent would be lost. */
function keepFirstFormat(slice: Slice, { state }: EditorView): Slice {
  const { $from, empty } = state.selection;
  const first = slice.content.firstChild;
  const hasFormat = first?.type.name === 'paragraph' && (first.attrs.align !== null || first.attrs.indent > 0);
  return empty && $from.parent.content.size === 0 && hasFormat ? new Slice(slice.content, 0, slice.openEnd) : slice;
}
