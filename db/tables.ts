import type { Generated, Kysely } from 'kysely';
import type { SignInTables } from './sign-in-tables.ts';

/** Times are ISO 8601 UTC texts, days `YYYY-MM-DD`, booleans 0 or 1: the same in both dialects. */
export interface Tables extends SignInTables {
  articles: ArticleTable;
  /** Indexed words of an article, a page, a contestant or an edition. */
  search_words: {
    id: Generated<number>;
    article_id: number | null;
    contestant_id: number | null;
    edition_id: number | null;
    words: string; // tokens, separated by single spaces
    rules: number; // version of the indexing rules
  };
  changes: {
    id: number;
    version: number;
    epoch: string; // Changes with a restore or a move, which invalidates earlier versions
  };
  former_slugs: { slug: string; kind: 'article' | 'page'; article_id: number };
  revisions: RevisionTable;
  previews: { token_hash: string; article_id: number; created_at: string; expires_at: string };
  presence: { article_id: number; username: string; tab: string; opened_at: string; seen_at: string };
  groups: GroupTable;
  /** One row per name (`watch`, `vote`, `site-text`): the saved JSON object; defaults live in the code. */
  settings: { name: string; value: string; version: number; updated_at: string };
  images: ImageTable;
  files: FileTable;
  /** Audit log, append-only. */
  journal: {
    id: Generated<number>;
    at: string;
    who: string | null; // username; null: the server itself
    action: string;
    subject: string;
    title: string;
    changes: string | null; // JSON of `Change[]`; null if not recorded
  };
  /** Bytes of uploads on PostgreSQL, in chunks: no upload is ever whole in memory. */
  picture_parts: { name: string; part: number; bytes: Uint8Array };
  image_uses: {
    article_id: number;
    hash: string; // file name of the image without its extension
    version: number; // last article version with the image
    alt: Generated<string>; // description in that version
    alt_search: Generated<string>;
    as_cover: Generated<number>;
  };
  image_searches: { article_id: number; version: number };
  jobs: {
    name: string;
    due_at: string;
    started_at: string | null;
    finished_at: string | null;
    succeeded_at: string | null;
    failures: Generated<number>; // consecutive
    error: string | null;
    holder: string | null; // lease: the run that has the job, and its expiry
    held_until: string | null;
  };
}

export type Db = Kysely<Tables>;

/** Articles and pages, distinguished by `kind`. Their text columns are declared in `model/articles/fields.ts`. */
export interface ArticleTable {
  id: Generated<number>;
  kind: Generated<'article' | 'page'>; // slugs are unique within a kind
  slug: string;
  title: string;
  title_search: string; // lower case: SQLite's `lower()` is ASCII only
  date: string;
  date_follows: Generated<number>; // 1: `date` follows the day of publication, for a draft the day of its last save
  content: string;
  lead: string; // beginning of the text
  tags: Generated<string>; // JSON list of titles
  cover_image_url: string | null;
  pinned: Generated<number>; // 1 for at most one article
  place: Generated<'none' | 'footer' | 'menu' | 'both'>; // for pages: where the page is linked
  position: Generated<number>; // for pages: ascending, with gaps
  group_id: number | null; // at most one article of a group is published or scheduled
  publish_at: string | null; // null: draft; future: scheduled; past: published
  planned_at: string | null; // for drafts: the suggested time of publication
  expires_at: string | null;
  created_at: string;
  created_by: string | null; // username
  updated_at: string;
  updated_by: string | null; // username; null when unknown; for a deleted article: who deleted it
  deleted_at: string | null;
  has_draft: Generated<number>; // 1: changes wait in `article_drafts`
  review_at: string | null; // when its author asked for publication; kept until the next change, for the undo
  review_note: Generated<string>;
  version: number;
}

/** Has the text columns of `ArticleTable`. */
export interface RevisionTable {
  article_id: number;
  version: number;
  saved_at: string;
  saved_by: string | null;
  slug: string;
  title: string;
  date: string;
  date_follows: Generated<number>;
  content: string;
  tags: Generated<string>;
  cover_image_url: string | null;
  publish_at: string | null;
  expires_at: string | null;
  autosaved_from: string | null; // start of its series of autosaves; null: saved by a person
}

export interface GroupTable {
  id: Generated<number>;
  name: string;
  version: number;
}

export interface ImageTable {
  name: string;
  width: number;
  height: number;
  bytes: number;
  created_at: string; // time of the last upload
  title: Generated<string>; // name of the uploaded file, until an editor changes it
  title_search: Generated<string>;
  alt: Generated<string>;
  alt_search: Generated<string>;
  credit: Generated<string>; // author of the picture
  focus_x: Generated<number>; // focal point of crops, in per cent from the left and from the top
  focus_y: Generated<number>;
}

/** Attachments of articles: documents and audio. The extension of `name` determines the type. */
export interface FileTable {
  name: string;
  title: string; // name shown to readers: the uploaded file's name
  title_search: string;
  bytes: number;
  seconds: number | null; // duration of audio uploaded by older versions; no longer read
  sha256: string; // hex
  created_at: string; // time of the last upload
  created_by: string | null; // username, of the last upload
}
