import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { UploadedFile, UploadedImage, UploadOptions } from '../../../../../ui/upload.ts';
import { readInert } from '../paste/inert.ts';
import { insertAttachment } from './attachments.ts';
import { type Sending, UploadJob } from './job.ts';
import { changePlaces, insertImage, keepPlaces, keptPlaces, placeOf, placesKey, removePlace } from './places.ts';
import { fromDataUrl, isAttachment, prepareImage } from './prepare.ts';

export interface UploadsOptions {
  upload: (file: Blob, options: UploadOptions) => Promise<UploadedImage>;
  /** Of what is no picture. */
  uploadFile: (file: Blob, options: UploadOptions) => Promise<UploadedFile>;
  /** `failed`: failed uploads whose placeholder is still in the text. */
  onCount: (running: number, failed: number) => void;
  onFailure: (reason: unknown, isFile: boolean) => void;
}

interface UploadsStorage {
  uploads: Uploads;
}

declare module '@tiptap/core' {
  interface Storage {
    imageUploads: UploadsStorage;
  }
}

const noUpload = () => Promise.reject(new Error('No upload.'));

/** Pasted and dropped images and files become uploads, each with a placeholder until its URL is known. */
export const ImageUploads = Extension.create<UploadsOptions, UploadsStorage>({
  name: 'imageUploads',
  addOptions: () => ({ upload: noUpload, uploadFile: noUpload, onCount: () => {}, onFailure: () => {} }),
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
          handlePaste: (view, event) => uploads.take(view, pastedFiles(event.clipboardData), view.state.selection.from),
          handleDrop: (view, event, _slice, moved) => {
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            return !moved && at !== undefined && uploads.take(view, filesOf(event.dataTransfer), at);
          },
        },
        appendTransaction: (transactions, _before, state) =>
          transactions.some((tr) => tr.docChanged) ? uploads.liftData(state) : null,
        view: (view) => uploads.watch(view),
      }),
    ];
  },
});

/** `alt` describes them all. */
export function uploadInto({ view, storage }: Editor, files: readonly Blob[], alt = ''): void {
  view.dispatch(view.state.tr.deleteSelection());
  storage.imageUploads.uploads.take(view, files, view.state.selection.from, alt);
}

const PICTURE_WORDS = {
  running: 'Картинка загружается…',
  failed: 'Картинка не загрузилась.',
  bar: 'Загрузка картинки',
};
const FILE_WORDS = { running: 'Файл загружается…', failed: 'Файл не загрузился.', bar: 'Загрузка файла' };

class Uploads {
  readonly #options: UploadsOptions;
  #view: EditorView | undefined;
  readonly #jobs = new Set<UploadJob>();

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  take(view: EditorView, files: readonly Blob[], pos: number, alt = ''): boolean {
    if (files.length === 0) return false;
    const jobs = files.map((file) => this.#newJob(file, alt));
    view.dispatch(keepPlaces(view.state.tr, jobs, pos));
    for (const job of jobs) void job.start();
    return true;
  }

  liftData(state: EditorState): Transaction | null {
    const found: { pos: number; src: string }[] = [];
    state.doc.descendants((node, pos) => {
      if (node.type.name === 'image' && /^data:/i.test(node.attrs.src ?? '')) found.push({ pos, src: node.attrs.src });
    });
    if (found.length === 0) return null;
    const { tr } = state;
    for (const { pos } of found.toReversed()) tr.delete(pos, pos + 1);
    queueMicrotask(() => this.#takeData(found.map(({ pos, src }, before) => ({ src, pos: pos - before }))));
    return tr;
  }

  watch(view: EditorView) {
    this.#view = view;
    return {
      update: ({ state }: EditorView) => this.#dropLost(state),
      destroy: () => {
        for (const job of this.#jobs) job.drop();
        this.#jobs.clear();
      },
    };
  }

  #takeData(pictures: { src: string; pos: number }[]): void {
    const blobs = pictures.map(({ src, pos }) => ({ blob: fromDataUrl(src), pos }));
    for (const { blob, pos } of blobs) if (this.#view && blob) this.take(this.#view, [blob], pos);
    if (blobs.some(({ blob }) => !blob))
      this.#options.onFailure(new Error('Вставленная картинка повреждена. Загрузите её файлом.'), false);
  }

  #newJob(file: Blob, alt: string): UploadJob {
    const isFile = isAttachment(file);
    const sending = isFile ? this.#sendingFile(file, () => job) : this.#sendingPicture(file, alt, () => job);
    const job: UploadJob = new UploadJob(file, sending, {
      failed: (reason) => this.#options.onFailure(reason, isFile),
      changed: () => this.#count(),
      removed: () => {
        this.#view?.focus();
        this.#view?.dispatch(removePlace(this.#view.state.tr, job));
      },
    });
    this.#jobs.add(job);
    return job;
  }

  #sendingPicture(file: Blob, given: string, job: () => UploadJob): Sending {
    const send = async (options: UploadOptions) => {
      const { url, alt = '', width, height } = await this.#options.upload(await prepareImage(file), options);
      const attrs = { src: url, alt: given || alt, width: width ?? null, height: height ?? null };
      this.#insert(job(), (tr, pos) => insertImage(tr, pos, attrs));
    };
    return { ...PICTURE_WORDS, send };
  }

  #sendingFile(file: Blob, job: () => UploadJob): Sending {
    const send = async (options: UploadOptions) => {
      const stored = await this.#options.uploadFile(file, options);
      this.#insert(job(), (tr, pos) => insertAttachment(tr, pos, stored));
    };
    return { ...FILE_WORDS, send };
  }

  #insert(job: UploadJob, insert: (tr: Transaction, pos: number) => Transaction): void {
    const view = this.#view;
    const pos = view && placeOf(view.state, job);
    if (pos !== undefined) view?.dispatch(removePlace(insert(view.state.tr, pos), job));
  }

  #dropLost(state: EditorState): void {
    const kept = keptPlaces(state);
    for (const job of this.#jobs) {
      if (kept.has(job)) continue;
      job.drop();
      this.#jobs.delete(job);
      this.#count();
    }
  }

  #count(): void {
    const jobs = [...this.#jobs];
    const running = jobs.filter(({ isRunning }) => isRunning).length;
    this.#options.onCount(running, jobs.length - running);
  }
}

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/** A copied image comes as file and HTML; copied text may bring an image of itself. */
function pastedFiles(data: DataTransfer | null): File[] {
  const html = data?.getData('text/html') ?? '';
  const files = filesOf(data).filter((file) => html === '' || !isAttachment(file));
  if (files.length === 0 || html === '') return files;
  return readInert(html).textContent?.trim() ? [] : files;
}
