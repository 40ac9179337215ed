import { Extension, findChildren, Mark } from '@tiptap/core';
import { CodeBlock } from '@tiptap/extension-code-block';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { CODE_CLASS, LANGUAGE_CLASSES, LANGUAGES } from '../../../../../model/body/vocabulary.ts';
import type { ColouredPart } from './highlighter.ts';

export const CODE_LANGUAGES: readonly [name: string, label: string][] = [
  ['plain', 'Простой текст'],
  ['bash', 'Bash'],
  ['cpp', 'C++'],
  ['cs', 'C#'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['xml', 'HTML/XML'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['markdown', 'Markdown'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['sql', 'SQL'],
];

/** Label by language or alias; Quill 1 stored none, the highlighter guesses. */
export function languageLabel({ language, quill }: { language?: string | null; quill?: boolean }): string {
  if (!language) return quill ? 'Язык по тексту' : 'Простой текст';
  const named = LANGUAGES.get(language);
  return CODE_LANGUAGES.find(([name]) => LANGUAGES.get(name) === named)?.[1] ?? 'Простой текст';
}

export const BodyCodeBlock = CodeBlock.extend({
  addAttributes: () => ({
    language: {
      default: null,
      parseHTML: languageOf,
      renderHTML: ({ language }) => (language ? { 'data-language': language } : {}),
    },
    // Quill 1's class for code of any language.
    quill: {
      default: false,
      parseHTML: ({ classList }) => classList.contains(CODE_CLASS),
      renderHTML: ({ quill }) => (quill ? { class: CODE_CLASS } : {}),
    },
  }),
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, ['code', 0]],
  /** VS Code's clipboard becomes a code block in paragraphs only: elsewhere it would split tables and figures. */
  addProseMirrorPlugins() {
    const [kit] = this.parent?.() ?? [];
    const paste = kit?.props.handlePaste;
    const handlePaste: typeof paste = (view, event, slice) =>
      view.state.selection.$from.parent.type.name === 'paragraph' && kit && paste?.call(kit, view, event, slice);
    return [new Plugin({ props: { handlePaste } })];
  },
});

/** Inline code that, unlike the kit's, allows bold and links inside, as stored articles do. */
export const InlineCode = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
});

/** `data-language`, a class of `pre`, or a class of `code`. */
function languageOf(element: HTMLElement): string | null {
  const said = element.dataset.language ?? '';
  if (LANGUAGES.has(said)) return said;
  return (classLanguage(element) ?? classLanguage(element.querySelector('code')))?.slice('language-'.length) ?? null;
}

function classLanguage(element: Element | null): string | undefined {
  return [...(element?.classList ?? [])].find((name) => LANGUAGE_CLASSES.includes(name));
}

const INTERVAL = 1000; // ms

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
      const parts = this.#known.get(node) ?? highlighter.colour(node);
      this.#known.set(node, parts);
      return parts.map(({ from, to, className }) =>
        Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }),
      );
    });
    const tr = state.tr.setMeta(key, DecorationSet.create(state.doc, decorations));
    this.#view.dispatch(tr.setMeta('addToHistory', false));
  }
}

const codeBlocks = (doc: Node) => findChildren(doc, ({ type }) => type.name === 'codeBlock');
