import type { Node } from '@tiptap/pm/model';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import type { Body } from '../body/body.ts';
import { blankFields, changedFields, type FieldName, type Fields, fieldsOf } from './fields.ts';

/** What a draft is compared with: the fields of a stored version, or of nothing yet. */
export interface Base {
  version: number | null;
  fields: Fields;
}

/**
 * The article on the screen: what is stored, what somebody made of it, and whether the two differ. The text stays in its editor until
 * it is asked for. React listens through `subscribe`.
 */
export class Draft {
  /** As the server stored it last, as far as this screen knows; null before the first save. */
  article: AdminArticle | null;
  base: Base;
  body: Body | undefined;
  /** What was sent by a first save that went without an answer: perhaps it is stored. */
  unanswered: Fields | undefined;
  #fields: Fields;
  #pictures = 0;
  readonly #listeners = new Set<() => void>();

  constructor(article: AdminArticle | null) {
    this.article = article;
    const fields = article ? fieldsOf(article) : blankFields();
    this.base = { version: article?.version ?? null, fields };
    this.#fields = fields;
  }

  get isDirty(): boolean {
    const { content } = this.base.fields;
    const before = this.body ? { ...this.base.fields, content: this.#fields.content } : this.base.fields;
    return (this.body?.isChanged ?? this.#fields.content !== content) || changedFields(before, this.#fields).length > 0;
  }

  /** Something on the screen is not on the server: typed, or a picture that has its place and did not arrive yet. */
  get hasUnsaved(): boolean {
    return this.#pictures > 0 || this.isDirty;
  }

  /** So many pictures are on their way, or failed and wait for another attempt. */
  expectImages(count: number): void {
    this.#pictures = count;
    this.touch();
  }

  /** Everything but the text is at hand. */
  get<K extends Exclude<FieldName, 'content'>>(name: K): Fields[K] {
    return this.#fields[name];
  }

  /** All of it, the text written out. */
  now(): Fields {
    return { ...this.#fields, content: this.body ? this.body.html() : this.#fields.content };
  }

  /** The text goes into its editor, and comes back when that is taken away. */
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

  /** Tells that something changed. */
  touch = (): void => {
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The server stored what was sent, `text` being what its content was written from. What was typed since stays and counts as not saved. */
  stored(article: AdminArticle, sent: Fields, text: Node | undefined): void {
    const stored = fieldsOf(article);
    const now = this.now();
    const untouched = changedFields(sent, stored).filter((name) => now[name] === sent[name]);
    this.#rebase(article, stored);
    if (text && stored.content === sent.content) this.body?.markSaved(text);
    this.#put({ ...now, ...Object.fromEntries(untouched.map((name) => [name, stored[name]])) });
  }

  /** Another version is stored; `fields` are what this screen makes of both. */
  meet(theirs: AdminArticle, fields: Fields): void {
    this.#rebase(theirs, fieldsOf(theirs));
    this.#put(fields);
  }

  /** Brings back what was not saved, together with the version it was made from. */
  restore(fields: Fields, base: Base | undefined): void {
    if (base) {
      this.base = base;
      this.body?.markSaved(base.fields.content);
    }
    this.#put(fields);
  }

  /** The article is gone from the server: the next save makes a new one of what is here. */
  detach(): void {
    this.article = null;
    const blank = { ...blankFields(), date: this.#fields.date };
    this.base = { version: null, fields: blank };
    this.body?.markSaved('');
    this.touch();
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
