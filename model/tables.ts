import type { Generated, Kysely } from 'kysely';

/** Every table as one type. Times are ISO 8601 UTC texts, days are `YYYY-MM-DD`, booleans are 0 or 1: the same on SQLite and PostgreSQL. */
export interface Tables {
  articles: ArticleTable;
  former_slugs: FormerSlugTable;
  settings: SettingTable;
  images: ImageTable;
  admins: AdminTable;
  sessions: SessionTable;
  login_failures: LoginFailureTable;
}

/** A database or a transaction in it: the same type, so that every query works in both. */
export type Db = Kysely<Tables>;

export interface ArticleTable {
  id: Generated<number>;
  slug: string;
  title: string;
  /** The title in lower case: SQLite's own `lower()` knows no Cyrillic. */
  title_search: string;
  date: string;
  content: string;
  /** The first characters of the body as plain text: what excerpts are cut from. */
  lead: string;
  cover_image_url: string | null;
  /** Null is a draft, a moment to come is scheduled, a moment that has passed is published. */
  publish_at: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  version: number;
}

interface FormerSlugTable {
  slug: string;
  article_id: number;
}

/** One row a noun (`watch`, `vote`, `site-text`): only what was saved, as a JSON object; defaults live in the code. */
interface SettingTable {
  name: string;
  value: string;
  version: number;
  updated_at: string;
}

interface ImageTable {
  /** File name: hash of the stored bytes and the extension of its format. */
  name: string;
  width: number;
  height: number;
  bytes: number;
  created_at: string;
}

interface AdminTable {
  id: Generated<number>;
  username: string;
  password_hash: string;
  created_at: string;
}

interface SessionTable {
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string;
  admin_id: number;
  created_at: string;
  last_used_at: string;
}

interface LoginFailureTable {
  /** Network address of the client. */
  address: string;
  failures: number;
  last_failed_at: string;
}
