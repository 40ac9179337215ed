import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { LANGUAGES } from '../../../../../model/body/vocabulary.ts';
import type { ColouredPart } from './highlighter.ts';

const INTERVAL = 1000; // ms
const MAX_COLOURED = 5000; // characters; longer blocks stay plain, as on the public page

const key = new PluginKey<DecorationSet>('codeColours');

/** Highlights code blocks while typing. The highlighter is loaded at the first code block. */
export const CodeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, coloured) => tr.getMeta(key) ?? (tr.docChanged ? coloured.map(tr.mapping, tr.doc) : coloured),
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => new Colouring(view),
    }),
  ],
});

class Colouring {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;
  readonly #known = new WeakMap<Node, ColouredPart[]>();

  constructor(view: EditorView) {
    this.#view = view;
    this.#plan();
  }

  update(view: EditorView, before: { doc: Node }): void {
    if (view.state.doc !== before.doc) this.#plan();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #plan(): void {
    if (this.#timer !== undefined || codeBlocks(this.#view.state.doc).every(({ node }) => this.#known.has(node)))
      return;
    this.#timer = setTimeout(() => void this.#colour(), Math.max(0, this.#last + INTERVAL - performance.now()));
  }

  async #colour(): Promise<void> {
    // Offline: retried at the next change.
    const highlighter = await import('./highlighter.ts').catch(() => undefined);
    if (this.#timer === undefined) return;
    this.#timer = undefined;
    this.#last = performance.now();
    if (!highlighter) return;
    const { state } = this.#view;
    const decorations = codeBlocks(state.doc).flatMap(({ node, pos }) => {
      const parts =
        this.#known.get(node) ??
        (node.content.size > MAX_COLOURED ? [] : highlighter.colour(node.textContent, languageOf(node)));
      this.#known.set(node, parts);
      return parts.map(({ from, to, className }) =>
        Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }),
      );
    });
    this.#view.dispatch(
      state.tr.setMeta(key, DecorationSet.create(state.doc, decorations)).setMeta('addToHistory', false),
    );
  }
}

function codeBlocks(doc: Node): { node: Node; pos: number }[] {
  const found: { node: Node; pos: number }[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === 'codeBlock') found.push({ node, pos });
    return !node.isTextblock;
  });
  return found;
}

function languageOf({ attrs }: Node): string | undefined {
  const { language, quill } = attrs;
  if (language === null) return quill ? undefined : 'plaintext';
  return LANGUAGES.get(language) ?? 'plaintext';
}
