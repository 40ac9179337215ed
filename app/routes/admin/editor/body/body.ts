import { Editor, type Extensions } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { CodeColours } from './code-block.ts';
import { bodyExtensions } from './extensions.ts';
import { type PasteReport, pasteProps } from './paste/paste-props.ts';
import { readBody } from './read-html.ts';
import type { UploadsOptions } from './uploads/editor-uploads.ts';
import { ImageUploads } from './uploads/uploads.ts';
import { writeHtml } from './write-html.ts';

interface Options {
  element: HTMLElement;
  html: string;
  labelledBy: string;
  describedBy: string;
  uploads: UploadsOptions;
  keys: Extensions;
  onChange: () => void;
  pasteReport: PasteReport;
}

/** Edges of the window under bars, in px. The lower bar has no fixed height, and is not sticky above a keyboard. */
const UNDER_BARS = {
  ...{ top: 120, right: 0, left: 0 },
  get bottom(): number {
    const bar = document.querySelector('[data-lower-bar]')?.getBoundingClientRect();
    return 20 + Math.max(0, window.innerHeight - (bar?.top ?? window.innerHeight));
  },
};

/** Text editor of an article. HTML is serialised only on demand, not on each keystroke. */
export class Body {
  readonly editor: Editor;
  #saved: Node;
  #written: { doc: Node; html: string } | undefined;
  readonly #lowerBar = new ResizeObserver(() => this.#keepCursorVisible());

  constructor({ element, html, labelledBy, describedBy, uploads, keys, onChange, pasteReport }: Options) {
    this.editor = new Editor({
      element,
      content: readBody(html).toJSON(),
      injectCSS: false,
      // They would turn visible text into links, and Markdown only in part.
      enablePasteRules: false,
      extensions: [...bodyExtensions, CodeColours, ImageUploads.configure(uploads), ...keys],
      editorProps: {
        attributes: {
          role: 'textbox',
          class: 'article-body',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          'aria-describedby': describedBy,
          spellcheck: 'true',
          lang: 'ru',
        },
        scrollThreshold: UNDER_BARS,
        scrollMargin: UNDER_BARS,
        ...pasteProps(pasteReport),
      },
      onUpdate: onChange,
    });
    this.#saved = this.editor.state.doc;
    const bar = document.querySelector('[data-lower-bar]');
    if (bar) this.#lowerBar.observe(bar);
  }

  html(): string {
    const { doc } = this.editor.state;
    if (this.#written?.doc !== doc) this.#written = { doc, html: writeHtml(doc) };
    return this.#written.html;
  }

  get now(): Node {
    return this.editor.state.doc;
  }

  get isChanged(): boolean {
    const { doc } = this.editor.state;
    return doc !== this.#saved && !doc.eq(this.#saved);
  }

  markSaved(saved: Node | string): void {
    if (typeof saved !== 'string') this.#saved = saved;
    // Bodies with the same serialisation are equal, regardless of white space.
    else this.#saved = saved === this.html() ? this.now : this.#read(saved);
  }

  /** Stops at the first word or picture: called on each keystroke. */
  get isEmpty(): boolean {
    let isEmpty = true;
    this.now.descendants((node) => {
      const isShown = node.type.name === 'figure' || (node.isLeaf && node.type.name !== 'hardBreak');
      if (node.isText ? /\S/.test(node.text ?? '') : isShown) isEmpty = false;
      return isEmpty;
    });
    return isEmpty;
  }

  /** Replaces the text by its minimal diff: the cursor stays, one undo step reverts it. */
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

  /** Synchronously: a key pressed next must not be lost. */
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
    this.#lowerBar.disconnect();
    this.editor.destroy();
  }

  /** A notice that comes above the bar must not cover the line with the cursor. */
  #keepCursorVisible(): void {
    const { view, state } = this.editor;
    const { bottom } = view.coordsAtPos(state.selection.head);
    const isSeen = view.hasFocus() && bottom < window.innerHeight;
    if (isSeen) window.scrollBy(0, Math.max(0, bottom + UNDER_BARS.bottom - window.innerHeight));
  }

  #read(html: string): Node {
    return this.editor.schema.nodeFromJSON(readBody(html).toJSON());
  }
}
