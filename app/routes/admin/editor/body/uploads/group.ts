import type { Transaction } from '@tiptap/pm/state';
import { type ImageAttributes, insertPictures } from '../blocks/pictures/commands.ts';
import type { UploadJob } from './job.ts';

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
