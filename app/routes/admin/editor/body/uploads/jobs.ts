import { type EditorState, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, type DecorationSet } from '@tiptap/pm/view';
import type { UploadOptions } from '../../../../../ui/upload.ts';
import { type ImageAttributes, insertPictures } from '../blocks/pictures/commands.ts';

/** Files that came together: several become a gallery, in their order, once none is on its way any more. */
export class UploadGroup {
  readonly #jobs: UploadJob[];
  readonly #ready = new Map<UploadJob, ImageAttributes>();
  readonly #settled = new Set<UploadJob>();
  #hasGallery = false;

  constructor(jobs: UploadJob[]) {
    this.#jobs = jobs;
  }

  start(job: UploadJob): void {
    this.#settled.delete(job);
  }

  done(job: UploadJob, picture: ImageAttributes): void {
    this.#ready.set(job, picture);
    this.#settled.add(job);
  }

  /** Failed, or removed by hand. */
  settle(job: UploadJob): void {
    this.#ready.delete(job);
    this.#settled.add(job);
  }

  isReady(job: UploadJob): boolean {
    return this.#ready.has(job);
  }

  /** Jobs whose pictures can be inserted; none while another is on its way. */
  takeReady(): UploadJob[] {
    return this.#jobs.every((job) => this.#settled.has(job)) ? this.#jobs.filter((job) => this.#ready.has(job)) : [];
  }

  /** At `pos`, or in the gallery that begins there when it is of this group. */
  insert(tr: Transaction, pos: number, jobs: readonly UploadJob[]): Transaction {
    const pictures = jobs.flatMap((job) => this.#ready.get(job) ?? []);
    for (const job of jobs) this.#ready.delete(job);
    const next = tr.doc.nodeAt(pos);
    const isIn = this.#hasGallery && next?.type.name === 'gallery';
    this.#hasGallery ||= pictures.length > 1;
    return insertPictures(tr, isIn ? pos + next.nodeSize - 1 - (next.lastChild?.nodeSize ?? 0) : pos, pictures);
  }
}

export interface Sending {
  /** Uploads it and puts it into the text. */
  send: (options: UploadOptions) => Promise<void>;
  running: string; // «Картинка загружается…»
  failed: string; // «Картинка не загрузилась.»
  bar: string; // «Загрузка картинки»
}

interface Told {
  failed: (reason: unknown) => void;
  changed: () => void;
  removed: () => void;
}

export class UploadJob {
  readonly dom = document.createElement('span');
  isRunning = false;
  readonly #sending: Sending;
  readonly #told: Told;
  readonly #preview = document.createElement('img');
  readonly #words = document.createElement('span');
  readonly #bar = document.createElement('progress');
  #stop: AbortController | undefined;

  constructor(file: Blob, sending: Sending, told: Told) {
    this.#sending = sending;
    this.#told = told;
    this.dom.className = 'upload';
    this.dom.contentEditable = 'false';
    this.#preview.src = URL.createObjectURL(file);
    this.#preview.alt = '';
    // Format not supported by this browser.
    this.#preview.onerror = () => this.#preview.remove();
    this.#words.role = 'status';
    this.#bar.max = 1;
    this.#bar.ariaLabel = sending.bar;
  }

  async start(): Promise<void> {
    this.isRunning = true;
    this.#stop = new AbortController();
    this.#words.textContent = this.#sending.running;
    this.#bar.removeAttribute('value');
    this.dom.replaceChildren(
      this.#preview,
      this.#words,
      this.#bar,
      this.#button('Убрать', () => this.#told.removed()),
    );
    this.#told.changed();
    try {
      const { signal } = this.#stop;
      const onProgress = (part: number) => {
        this.#bar.value = part;
      };
      await this.#sending.send({ onProgress, signal });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(error);
    }
    this.isRunning = false;
    this.#told.changed();
  }

  drop(): void {
    this.#stop?.abort();
    URL.revokeObjectURL(this.#preview.src);
  }

  #fail(error: unknown): void {
    this.#words.textContent = this.#sending.failed;
    this.#bar.remove();
    this.dom.append(this.#button('Повторить', () => void this.start()));
    this.#told.failed(error);
  }

  #button(text: string, act: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.onclick = act;
    return button;
  }
}

/** Upload placeholders: decorations, mapped through changes and not part of the document. */
export const placesKey = new PluginKey<DecorationSet>('imageUploads');

type Change = { add: { jobs: readonly UploadJob[]; pos: number } } | { remove: readonly UploadJob[] };

export function keepPlaces(tr: Transaction, jobs: readonly UploadJob[], pos: number): Transaction {
  return tr.setMeta(placesKey, { add: { jobs, pos } } satisfies Change);
}

export function removePlaces(tr: Transaction, jobs: readonly UploadJob[]): Transaction {
  return tr.setMeta(placesKey, { remove: jobs } satisfies Change);
}

/** Undefined when its text was deleted. */
export function placeOf(state: EditorState, job: UploadJob): number | undefined {
  return placesKey.getState(state)?.find(undefined, undefined, (spec) => spec.job === job)[0]?.from;
}

export function keptPlaces(state: EditorState): Set<UploadJob> {
  const places = placesKey.getState(state)?.find() ?? [];
  return new Set(places.map(({ spec }) => spec.job));
}

export function changePlaces(tr: Transaction, set: DecorationSet): DecorationSet {
  const mapped = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(placesKey);
  if (!change) return mapped;
  if ('remove' in change)
    return mapped.remove(mapped.find(undefined, undefined, (spec) => change.remove.includes(spec.job)));
  const { jobs, pos } = change.add;
  const spec = { side: -1, ignoreSelection: true, stopEvent: () => true };
  return mapped.add(
    tr.doc,
    jobs.map((job) => Decoration.widget(pos, job.dom, { ...spec, job })),
  );
}
