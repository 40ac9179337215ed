import { Mark, mergeAttributes } from '@tiptap/core';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Plugin } from '@tiptap/pm/state';
import { CODE_CLASS, LANGUAGE_CLASSES, LANGUAGES } from '../../../../../model/body/vocabulary.ts';

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
  addAttributes() {
    return {
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
    };
  },
  renderHTML({ HTMLAttributes }) {
    return ['pre', mergeAttributes(HTMLAttributes), ['code', 0]];
  },
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
