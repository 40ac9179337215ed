import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { ALL_TOOLS, CONTEXTS } from './tools.ts';

/** Throttle, in ms: typing costs nothing. */
const THROTTLE = 100;

export interface ToolStates {
  on: ReadonlySet<string>;
  off: ReadonlySet<string>;
  /** Code block at the cursor. */
  code: { language: string | null; quill: boolean } | undefined;
  /** Block at the cursor with tools of its own. */
  context: (typeof CONTEXTS)[number] | undefined;
}

const NOTHING: ToolStates = { on: new Set(), off: new Set(), code: undefined, context: undefined };

export function useToolStates(editor: Editor | undefined): ToolStates {
  const [states, setStates] = useState(NOTHING);
  useEffect(() => {
    if (!editor) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const fresh = statesOf(editor);
      setStates((before) => (keyOf(before) === keyOf(fresh) ? before : fresh));
    };
    const follow = () => {
      timer ??= setTimeout(look, THROTTLE);
    };
    look();
    editor.on('transaction', follow);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', follow);
    };
  }, [editor]);
  return states;
}

function statesOf(editor: Editor): ToolStates {
  const context = CONTEXTS.find(({ isIn }) => isIn(editor));
  const tools = [...ALL_TOOLS, ...(context?.tools ?? [])];
  const named = (test: 'isOn' | 'isOff') =>
    new Set(tools.filter((tool) => tool[test]?.(editor)).map(({ name }) => name));
  const { language, quill } = editor.getAttributes('codeBlock') as { language: string | null; quill: boolean };
  return {
    on: named('isOn'),
    off: named('isOff'),
    code: editor.isActive('codeBlock') ? { language, quill } : undefined,
    context,
  };
}

function keyOf({ on, off, code, context }: ToolStates): string {
  return [[...on], [...off], [code?.language, code?.quill], context?.label].join(';');
}
