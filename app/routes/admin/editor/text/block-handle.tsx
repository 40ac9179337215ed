import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { type DragEvent, useEffect, useState } from 'react';
import { moveBlock } from '../body/block-format.ts';
import { BLOCKS } from '../body/typing/block-menu.ts';
import { ToolImage } from '../toolbar/icons.tsx';
import type { Tool } from '../toolbar/tools.ts';
import styles from './block-menu.module.css';

interface Place {
  pos: number;
  element: HTMLElement;
  top: number;
}

/** Handle of the block under the mouse: drags it, opens what it can become. Keys have the tools of the row. */
export function BlockHandle({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const place = useHoveredBlock(editor, isOpen);
  if (!place) return null;
  const choose = (run: () => unknown) => () => {
    select(editor, place.pos);
    // Synchronously: the next key is typed into the text.
    editor.view.focus();
    run();
  };
  return (
    <Menu
      position="left-start"
      // Moved up where the window ends: it stays whole, beside its block.
      middlewares={{ flip: { crossAxis: false }, shift: { padding: 8 } }}
      width={240}
      shadow="md"
      opened={isOpen}
      onChange={setOpen}
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.handle}
          style={{ top: place.top }}
          aria-label="Блок: перетащить или изменить"
          title="Перетащите или нажмите"
          tabIndex={-1}
          draggable
          onDragStart={(event) => drag(editor, place, event)}
          onDragEnd={() => (editor.view.dragging = null)}
        >
          <ToolImage icon="handle" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {kindsFor(editor, place.pos).map((kind) => (
          <Menu.Item key={kind.name} onClick={choose(() => turnInto(editor, kind))}>
            {kind.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={choose(() => moveBlock(editor, -1))}>Выше</Menu.Item>
        <Menu.Item onClick={choose(() => moveBlock(editor, 1))}>Ниже</Menu.Item>
        <Menu.Item color="red" onClick={choose(() => editor.commands.deleteSelection())}>
          Удалить блок
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const TURNING = ['text', 'heading1', 'heading2', 'heading3', 'bullet', 'ordered', 'quote', 'code'];
const TURNED = new Set(['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock']);

function kindsFor({ state }: Editor, pos: number): typeof BLOCKS {
  if (!TURNED.has(state.doc.nodeAt(pos)?.type.name ?? '')) return [];
  return TURNING.flatMap((name) => BLOCKS.filter((kind) => kind.name === name));
}

function turnInto(editor: Editor, { run }: Tool): void {
  const { from, to } = editor.state.selection;
  const { doc, tr } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
  editor.commands.clearNodes();
  run?.(editor);
  const { $from } = editor.state.selection;
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.near($from)));
}

function select({ view }: Editor, pos: number): void {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
}

function drag(editor: Editor, { pos, element }: Place, { dataTransfer }: DragEvent): void {
  select(editor, pos);
  const { view } = editor;
  dataTransfer.setData('text/plain', element.innerText);
  dataTransfer.setDragImage(element, 0, 0);
  view.dragging = { slice: view.state.selection.content(), move: true };
}

/** The block at the height of the mouse; none while one types. */
function useHoveredBlock(editor: Editor, isHeld: boolean): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const { dom } = editor.view;
    const room = dom.parentElement?.parentElement;
    if (!room || isHeld) return;
    const stop = new AbortController();
    const leave = () => setPlace(undefined);
    const look = ({ clientX, clientY, buttons }: PointerEvent) => {
      if (buttons > 0) return;
      const box = dom.getBoundingClientRect();
      const element = [...dom.children].find((each) => each.getBoundingClientRect().bottom > clientY);
      if (!(element instanceof HTMLElement) || clientX > box.right) return;
      const at = editor.state.doc.resolve(editor.view.posAtDOM(element, 0, -1));
      const pos = at.depth > 0 ? at.before(1) : at.pos;
      const top = element.getBoundingClientRect().top - box.top;
      setPlace((before) => (before?.pos === pos && before.top === top ? before : { pos, element, top }));
    };
    room.addEventListener('pointermove', look, { signal: stop.signal });
    for (const name of ['pointerleave', 'keydown', 'drop']) room.addEventListener(name, leave, { signal: stop.signal });
    return () => stop.abort();
  }, [editor, isHeld]);
  return place;
}
