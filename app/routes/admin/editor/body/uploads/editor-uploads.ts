import { findChildren } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { createLimit } from '../../../../../../model/limit.ts';
import type { UploadedFile, UploadedImage, UploadOptions } from '../../../../../ui/upload.ts';
import { insertAttachment } from '../blocks/block.ts';
import { insertPictures, placeAtCursor, placeOfFigure } from '../blocks/pictures/commands.ts';
import { dispatchInView, jobsInText, placeOf, setPlaces, type UploadGroup, UploadJob } from './jobs.ts';
import { fromDataUrl, prepareImage } from './prepare.ts';

/** HTTP/2 sends all requests at once: the server answers 503 beyond its queue, and a slow connection times out all of them. */
const AT_ONCE = 3;

export interface UploadsOptions {
  upload: (file: Blob, options: UploadOptions) => Promise<UploadedImage>;
  uploadFile: (file: Blob, options: UploadOptions) => Promise<UploadedFile>;
  /** `failed`: failed uploads whose placeholder is still in the text. */
  onCount: (counts: { running: number; failed: number }) => void;
  onFailure: (reason: unknown, isFile: boolean) => void;
}

/** Uploads of one editor: started at a place in its text, inserted there when they are done. */
export class Uploads {
  readonly #options: UploadsOptions;
  #view: EditorView | undefined;
  readonly #jobs = new Set<UploadJob>();
  readonly #inTurn = createLimit(AT_ONCE);

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Inserts at the cursor, which moves behind the pictures. */
  takeAtCursor(view: EditorView, files: readonly Blob[], alt = ''): boolean {
    const { tr } = view.state;
    return files.length > 0 && this.#start(view, tr, files, placeAtCursor(tr), alt);
  }

  take(view: EditorView, files: readonly Blob[], pos: number): boolean {
    const { tr } = view.state;
    return files.length > 0 && this.#start(view, tr, files, placeOfFigure(tr, pos) ?? pos);
  }

  /** Uploads embedded pictures like pasted files; one that is alone in its paragraph replaces it. */
  liftData(state: EditorState): Transaction | null {
    const found = findChildren(
      state.doc,
      ({ type, attrs }) => type.name === 'image' && /^data:/i.test(attrs.src ?? ''),
    );
    if (found.length === 0) return null;
    const { tr } = state;
    const places = found.toReversed().map(({ pos, node }) => {
      const $pos = state.doc.resolve(pos);
      const isAlone = $pos.parent.childCount === 1 && $pos.parent.type.name === 'paragraph';
      const canStand = isAlone && placeOfFigure(state.tr, pos) !== undefined;
      const [from, to] = canStand ? [$pos.before(), $pos.after()] : [pos, pos + 1];
      tr.delete(from, to);
      return { blob: fromDataUrl(node.attrs.src), pos: from };
    });
    queueMicrotask(() => {
      for (const { blob, pos } of places.reverse())
        if (this.#view && blob) this.#start(this.#view, this.#view.state.tr, [blob], tr.mapping.map(pos, -1));
      if (places.some(({ blob }) => !blob))
        this.#options.onFailure(new Error('Вставленная картинка повреждена. Загрузите её файлом.'), false);
    });
    return tr;
  }

  watch(view: EditorView) {
    this.#view = view;
    return {
      update: ({ state }: EditorView) => this.#dropDeleted(state),
      destroy: () => {
        for (const job of this.#jobs) job.drop();
        this.#jobs.clear();
      },
    };
  }

  #start(view: EditorView, tr: Transaction, files: readonly Blob[], pos: number, alt = ''): true {
    const group: UploadGroup = { alt, jobs: [] };
    const jobs = files.map((file) => new UploadJob(file, group, this));
    group.jobs.push(...jobs.filter(({ isFile }) => !isFile));
    for (const job of jobs) this.#jobs.add(job);
    // Fills the placeholders, so that they have their height when the view scrolls.
    for (const job of jobs) void job.start();
    dispatchInView(view, setPlaces(tr, jobs, pos));
    return true;
  }

  send(job: UploadJob, options: UploadOptions): Promise<void> {
    return this.#inTurn(() => (job.isFile ? this.#sendFile(job, options) : this.#sendImage(job, options)));
  }

  async #sendImage(job: UploadJob, options: UploadOptions): Promise<void> {
    options.signal?.throwIfAborted();
    const image = await this.#options.upload(await prepareImage(job.file), options);
    if (options.signal?.aborted) return;
    const { url, alt = '', width = null, height = null } = image;
    job.picture = { src: url, alt: job.group.alt || alt, width, height };
    this.#insertReady(job.group);
  }

  failed(job: UploadJob, reason: unknown): void {
    this.#options.onFailure(reason, job.isFile);
    this.#insertReady(job.group);
  }

  removed(job: UploadJob): void {
    this.#view?.focus();
    this.#view?.dispatch(setPlaces(this.#view.state.tr, [job]));
  }

  changed(): void {
    const jobs = [...this.#jobs];
    const running = jobs.filter(({ isRunning, picture }) => isRunning || picture).length;
    this.#options.onCount({ running, failed: jobs.length - running });
  }

  async #sendFile(job: UploadJob, options: UploadOptions): Promise<void> {
    const stored = await this.#options.uploadFile(job.file, options);
    const view = this.#view;
    const pos = view && placeOf(view.state, job);
    if (view && pos !== undefined) dispatchInView(view, setPlaces(insertAttachment(view.state.tr, pos, stored), [job]));
  }

  #insertReady({ jobs }: UploadGroup): void {
    const view = this.#view;
    const ready = jobs.filter(({ picture }) => picture);
    const isWaiting = jobs.some(({ isRunning, picture }) => isRunning && !picture);
    const pos = view && ready[0] && !isWaiting ? placeOf(view.state, ready[0]) : undefined;
    if (!view || pos === undefined) return;
    const pictures = ready.flatMap(({ picture }) => picture ?? []);
    for (const job of ready) job.picture = undefined;
    dispatchInView(view, setPlaces(insertPictures(view.state.tr, pos, pictures), ready));
  }

  #dropDeleted(state: EditorState): void {
    const present = jobsInText(state);
    for (const job of this.#jobs) {
      if (present.has(job)) continue;
      job.drop();
      this.#jobs.delete(job);
      this.changed();
      // Not within the update of the view.
      queueMicrotask(() => this.#insertReady(job.group));
    }
  }
}
