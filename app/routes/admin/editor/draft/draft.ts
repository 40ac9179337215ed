import type { Node } from '@tiptap/pm/model';
import { KIND_WORDS, type Kind } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import type { Body } from '../body/body.ts';
import { blankFields, changedFields, type FieldName, type Fields, fieldsOf } from './fields.ts';
import { type Choices, type Merge, mergeFields } from './merge.ts';

/** Fields of the stored version that a draft is compared with; version null before the first save. */
export interface Base {
  version: number | null;
  fields: Fields;
}

/** The stored version and the changed fields. The text stays in its editor until needed. For `useSyncExternalStore`. */
export class Draft {
  /** Stored version as known here; null before the first save. */
  article: AdminArticle | null;
  base: Base;
  body: Body | undefined;
  /** Sent by a first save without a response: it may be stored. */
  unanswered: Fields | undefined;
  /** Set after a first save by hand without an answer; blocks autosaves until the next one. */
  isOrderUnanswered = false;
  /** True until the first save by hand; autosaves may have created a draft, whose slug follows the title. */
  isNew: boolean;
  #fields: Fields;
  readonly #pending = new Set<'pictures' | 'time'>();
  readonly #listeners = new Set<() => void>();
  readonly kind: Kind;
  /** Below `/api` in calls, and of the list in the panel. */
  readonly path: '/admin/news' | '/admin/pages';
  readonly words: (typeof KIND_WORDS)[Kind];

  constructor(article: AdminArticle | null, kind: Kind) {
    this.kind = kind;
    this.path = kind === 'page' ? '/admin/pages' : '/admin/news';
    this.words = KIND_WORDS[kind];
    this.article = article;
    this.isNew = article === null;
    const fields = article ? fieldsOf(article) : blankFields();
    this.base = { version: article?.version ?? null, fields };
    this.#fields = fields;
  }

  get isDirty(): boolean {
    return this.#isTextDirty || this.#dirtyNames().length > 0;
  }

  /** Autosaves do not send the slug. */
  get isAutosavable(): boolean {
    return this.#isTextDirty || this.#dirtyNames().some((name) => name !== 'slug');
  }

  get #isTextDirty(): boolean {
    return this.body?.isChanged ?? this.#fields.content !== this.base.fields.content;
  }

  #dirtyNames(): FieldName[] {
    return changedFields({ ...this.base.fields, content: this.#fields.content }, this.#fields);
  }

  /** Changes and pending saves count alike. */
  get hasUnsaved(): boolean {
    return this.hasPending || this.isDirty;
  }

  /** Image uploads and a partly typed time, which are in no field yet. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  get isEmpty(): boolean {
    return this.body ? this.body.isEmpty : this.#fields.content === '';
  }

  expect(what: 'pictures' | 'time', is: boolean): void {
    if (this.#pending.has(what) === is) return;
    if (is) this.#pending.add(what);
    else this.#pending.delete(what);
    this.touch();
  }

  get<K extends Exclude<FieldName, 'content'>>(name: K): Fields[K] {
    return this.#fields[name];
  }

  now(): Fields {
    return { ...this.#fields, content: this.body ? this.body.html() : this.#fields.content };
  }

  /** Attaches the text editor, which then holds the text; returns the detach function. */
  join(body: Body): () => void {
    this.body = body;
    return () => {
      this.#fields = this.now();
      this.body = undefined;
    };
  }

  set(change: Partial<Omit<Fields, 'content'>>): void {
    this.#fields = { ...this.#fields, ...change };
    this.touch();
  }

  touch = (): void => {
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  stored(article: AdminArticle, sent: Fields, text: Node | undefined): void {
    const stored = this.fieldsOf(article, sent.content);
    const now = this.now();
    const untouched = changedFields(sent, stored).filter((name) => now[name] === sent[name]);
    this.#rebase(article, stored);
    if (text && stored.content === sent.content) this.body?.markSaved(text);
    this.#put({ ...now, ...Object.fromEntries(untouched.map((name) => [name, stored[name]])) });
  }

  mergedWith(theirs: AdminArticle, choices?: Choices): Merge {
    return mergeFields(this.base.fields, this.now(), this.fieldsOf(theirs), choices);
  }

  /** Another version was stored; `fields` are the merge. */
  meet(theirs: AdminArticle, fields: Fields): void {
    this.#rebase(theirs, this.fieldsOf(theirs));
    this.#put(fields);
  }

  adopt(article: AdminArticle): void {
    this.meet(article, this.fieldsOf(article));
  }

  restore(fields: Fields, base: Base | undefined): void {
    if (base) {
      this.base = base;
      this.body?.markSaved(base.fields.content);
    }
    this.#put(fields);
  }

  /** After the first save by hand: the slug no longer follows the title. */
  settle(article: AdminArticle): void {
    if (!this.isNew) return;
    this.isNew = false;
    const { slug } = article;
    this.base = { ...this.base, fields: { ...this.base.fields, slug } };
    this.set({ slug: this.#fields.slug || slug });
  }

  /** An article's fields as they are compared here: the slug of a new one follows the title. */
  fieldsOf(article: AdminArticle, known?: string): Fields {
    const fields = fieldsOf(article, known);
    return this.isNew ? { ...fields, slug: '' } : fields;
  }

  #rebase(article: AdminArticle, fields: Fields): void {
    this.article = article;
    this.base = { version: article.version, fields };
    this.body?.markSaved(fields.content);
  }

  #put(fields: Fields): void {
    this.#fields = fields;
    if (this.body && this.body.html() !== fields.content) this.body.adopt(fields.content);
    this.touch();
  }
}
