import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import { dropWords } from '../blocks/pictures/commands.ts';
import { readInert } from '../paste/inert.ts';
import { Uploads, type UploadsOptions } from './editor-uploads.ts';
import { changePlaces, placesKey } from './jobs.ts';
import { isAttachment } from './prepare.ts';

declare module '@tiptap/core' {
  interface Storage {
    imageUploads: { uploads: Uploads };
  }
}

/** Pasted and dropped images and files become uploads, each with a placeholder until its URL is known. */
export const ImageUploads = Extension.create<UploadsOptions, { uploads: Uploads }>({
  name: 'imageUploads',
  addStorage() {
    return { uploads: new Uploads(this.options) };
  },
  addProseMirrorPlugins() {
    const { uploads } = this.storage;
    return [
      new Plugin<DecorationSet>({
        key: placesKey,
        state: { init: () => DecorationSet.empty, apply: changePlaces },
        props: {
          decorations: (state) => placesKey.getState(state),
          handlePaste: (view, event) => uploads.takeAtCursor(view, pastedFiles(event.clipboardData)),
          handleDrop: (view, event, _slice, moved) => {
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            return !moved && at !== undefined && uploads.take(view, filesOf(event.dataTransfer), at);
          },
        },
        appendTransaction: (transactions, _before, state) =>
          transactions.some((tr) => tr.docChanged) ? uploads.liftData(state) : null,
        view: (view) => {
          view.dom.addEventListener('load', ({ target }) => keepInView(view, target), true);
          return uploads.watch(view);
        },
      }),
    ];
  },
});

export function uploadInto({ view, storage }: Editor, files: readonly Blob[], alt = ''): void {
  view.dispatch(dropWords(view.state.tr));
  storage.imageUploads.uploads.takeAtCursor(view, files, alt);
}

export function uploadAt({ view, storage }: Editor, files: readonly Blob[], pos: number): void {
  storage.imageUploads.uploads.take(view, files, pos);
}

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/** A copied image is a file and HTML; copied text may include an image of itself, which is ignored. */
function pastedFiles(data: DataTransfer | null): File[] {
  const html = data?.getData('text/html') ?? '';
  const files = filesOf(data).filter((file) => html === '' || !isAttachment(file));
  if (files.length === 0 || html === '') return files;
  return readInert(html).textContent?.trim() ? [] : files;
}

export function chooseFiles(accept: string, take: (files: File[]) => void): true {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept });
  input.onchange = () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) take(files);
  };
  input.click();
  return true;
}

/** A picture without stored dimensions moves the cursor down when it loads. */
function keepInView(view: EditorView, image: EventTarget | null): void {
  if (!(image instanceof HTMLImageElement) || image.hasAttribute('height') || !view.hasFocus()) return;
  const { top, bottom } = view.coordsAtPos(view.state.selection.head);
  const wasInView = top >= 0 && bottom - image.height <= window.innerHeight;
  if (wasInView && image.getBoundingClientRect().top < top) view.dispatch(view.state.tr.scrollIntoView());
}
