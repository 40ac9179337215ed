import { type EditorState, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, type DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { ImageAttributes } from '../blocks/pictures/commands.ts';
import type { Uploads } from './editor-uploads.ts';
import { isAttachment } from './prepare.ts';

/** Pictures added together: several become a gallery, in their order, once none is uploading. */
export interface UploadGroup {
  readonly jobs: UploadJob[];
  readonly alt: string;
}

const PICTURE_WORDS = {
  running: 'Картинка загружается…',
  failed: 'Картинка не загрузилась.',
  bar: 'Загрузка картинки',
};
const FILE_WORDS = { running: 'Файл загружается…', failed: 'Файл не загрузился.', bar: 'Загрузка файла' };

export class UploadJob {
  readonly dom = document.createElement('span');
  readonly file: Blob;
  readonly group: UploadGroup;
  readonly isFile: boolean;
  isRunning = false;
  /** Uploaded, waiting for the rest of its group. */
  picture: ImageAttributes | undefined;
  readonly #owner: Uploads;
  readonly #told: typeof FILE_WORDS;
  readonly #preview = document.createElement('img');
  readonly #words = document.createElement('span');
  readonly #bar = document.createElement('progress');
  #stop = new AbortController();

  constructor(file: Blob, group: UploadGroup, owner: Uploads) {
    this.file = file;
    this.group = group;
    this.isFile = isAttachment(file);
    this.#told = this.isFile ? FILE_WORDS : PICTURE_WORDS;
    this.#owner = owner;
    this.dom.className = 'upload';
    this.dom.contentEditable = 'false';
    this.#preview.src = URL.createObjectURL(file);
    this.#preview.alt = '';
    // Format not supported by this browser.
    this.#preview.onerror = () => this.#preview.remove();
    this.#words.role = 'status';
    this.#bar.max = 1;
    this.#bar.ariaLabel = this.#told.bar;
  }

  async start(): Promise<void> {
    this.isRunning = true;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#words.textContent = this.#told.running;
    this.#bar.removeAttribute('value');
    this.dom.replaceChildren(
      this.#preview,
      this.#words,
      this.#bar,
      this.#button('Убрать', () => this.#owner.removed(this)),
    );
    this.#owner.changed();
    const onProgress = (part: number) => {
      this.#bar.value = part;
    };
    await this.#owner.send(this, { onProgress, signal }).catch((error) => signal.aborted || this.#fail(error));
    this.isRunning = false;
    this.#owner.changed();
  }

  drop(): void {
    this.isRunning = false;
    this.picture = undefined;
    this.#stop.abort();
    URL.revokeObjectURL(this.#preview.src);
  }

  #fail(error: unknown): void {
    this.isRunning = false;
    this.#words.textContent = this.#told.failed;
    this.#bar.remove();
    this.dom.append(this.#button('Повторить', () => void this.start()));
    this.#owner.failed(this, error);
  }

  #button(textContent: string, onclick: () => void): HTMLButtonElement {
    return Object.assign(document.createElement('button'), { type: 'button', textContent, onclick });
  }
}

/** Upload placeholders: decorations, mapped through changes and not part of the document. */
export const placesKey = new PluginKey<DecorationSet>('imageUploads');

interface Change {
  jobs: readonly UploadJob[];
  pos?: number;
}

/** Without `pos` removes their placeholders. */
export function setPlaces(tr: Transaction, jobs: readonly UploadJob[], pos?: number): Transaction {
  return tr.setMeta(placesKey, { jobs, ...(pos !== undefined && { pos }) } satisfies Change);
}

/** Scrolls a visible cursor back into view, and with it the caption before it. */
export function dispatchInView(view: EditorView, tr: Transaction): void {
  const { top, bottom } = view.coordsAtPos(view.state.selection.head);
  const isInView = view.hasFocus() && top >= 0 && bottom <= window.innerHeight;
  view.dispatch(isInView ? tr.scrollIntoView() : tr);
}

/** Position of a placeholder; undefined when the text around it was deleted. */
export function placeOf(state: EditorState, job: UploadJob): number | undefined {
  return placesKey.getState(state)?.find(undefined, undefined, (spec) => spec.job === job)[0]?.from;
}

export function jobsInText(state: EditorState): Set<UploadJob> {
  const places = placesKey.getState(state)?.find() ?? [];
  return new Set(places.map(({ spec }) => spec.job));
}

export function changePlaces(tr: Transaction, set: DecorationSet): DecorationSet {
  const mapped = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(placesKey);
  if (!change) return mapped;
  const { jobs, pos } = change;
  if (pos === undefined) return mapped.remove(mapped.find(undefined, undefined, ({ job }) => jobs.includes(job)));
  const spec = { side: -1, ignoreSelection: true, stopEvent: () => true };
  return mapped.add(
    tr.doc,
    jobs.map((job) => Decoration.widget(pos, job.dom, { ...spec, job })),
  );
}
