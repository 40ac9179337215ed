import type { Generated, Kysely } from 'kysely';
import type {
  AdminTable,
  DeviceTable,
  LoginFailureTable,
  LoginLinkTable,
  LoginPaceTable,
  RecoveryCodeTable,
  SessionTable,
  TotpTable,
} from './sign-in-tables.ts';

/** Every table as one type. Times are ISO 8601 UTC texts, days are `YYYY-MM-DD`, booleans are 0 or 1: the same on SQLite and PostgreSQL. */
export interface Tables {
  articles: ArticleTable;
  changes: ChangeTable;
  former_slugs: FormerSlugTable;
  revisions: RevisionTable;
  previews: PreviewTable;
  presence: PresenceTable;
  groups: GroupTable;
  settings: SettingTable;
  images: ImageTable;
  admins: AdminTable;
  sessions: SessionTable;
  devices: DeviceTable;
  login_failures: LoginFailureTable;
  login_paces: LoginPaceTable;
  login_links: LoginLinkTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodeTable;
  journal: JournalTable;
  picture_parts: ImagePartTable;
  image_uses: ImageUseTable;
  image_searches: ImageSearchTable;
  jobs: JobTable;
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
  /** The date is the day of publication; of a draft the day of its last save. */
  date_follows: Generated<number>;
  content: string;
  /** The first characters of the body as plain text: what excerpts are cut from. */
  lead: string;
  cover_image_url: string | null;
  /** What the cover shows, for those who cannot see it; empty when nobody said. */
  cover_alt: string;
  /** Of the articles in a group at most one is published or scheduled. */
  group_id: number | null;
  /** Null is a draft, a moment to come is scheduled, a moment that has passed is published. */
  publish_at: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** Username; null when it is not known. In the bin: who put it there. */
  updated_by: string | null;
  /** Since when it lies in the bin. */
  deleted_at: string | null;
  version: number;
}

interface FormerSlugTable {
  slug: string;
  article_id: number;
}

/** An article as it was saved once. */
export interface RevisionTable {
  article_id: number;
  /** The article's version that this save made. */
  version: number;
  saved_at: string;
  saved_by: string | null;
  slug: string;
  title: string;
  date: string;
  date_follows: Generated<number>;
  content: string;
  cover_image_url: string | null;
  cover_alt: string;
  publish_at: string | null;
  expires_at: string | null;
}

interface PreviewTable {
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string;
  article_id: number;
  created_at: string;
  expires_at: string;
}

/** Who has an article open in which tab of a browser. */
interface PresenceTable {
  article_id: number;
  username: string;
  tab: string;
  opened_at: string;
  seen_at: string;
}

/** Variants of one piece of news, of which only one may go public. */
export interface GroupTable {
  id: Generated<number>;
  name: string;
  version: number;
}

/** One row a noun (`watch`, `vote`, `site-text`): only what was saved, as a JSON object; defaults live in the code. */
interface SettingTable {
  name: string;
  value: string;
  version: number;
  updated_at: string;
}

export interface ImageTable {
  /** File name: hash of the stored bytes and the extension of its format. */
  name: string;
  width: number;
  height: number;
  bytes: number;
  /** When it was uploaded last. */
  created_at: string;
  /** What it shows, for those who cannot see it; empty when nobody said. */
  alt: Generated<string>;
  /** The same in lower case: SQLite's own `lower()` knows no Cyrillic. */
  alt_search: Generated<string>;
}

/** Who did what; rows are only added. */
interface JournalTable {
  id: Generated<number>;
  at: string;
  /** Null is the server itself. */
  who: string | null;
  action: string;
  subject: string;
  title: string;
}

/** The bytes of uploaded pictures and their copies on PostgreSQL, in parts: none of them is ever whole in memory. */
interface ImagePartTable {
  /** File name. */
  name: string;
  /** From 0 on, each but the last of `PART_BYTES`. */
  part: number;
  bytes: Uint8Array;
}

/** Which article shows or ever showed which picture. */
interface ImageUseTable {
  article_id: number;
  /** Of the picture's file name, without the extension. */
  hash: string;
  /** The last version of the article that shows it. */
  version: number;
}

/** How far each article was searched for pictures. */
interface ImageSearchTable {
  article_id: number;
  version: number;
}

/** One row. */
interface ChangeTable {
  id: number;
  version: number;
  /** When news or texts changed last; no two changes have the same moment. */
  lists_at: Generated<string>;
}

/** Scheduled work, of which one server at a time does each. */
interface JobTable {
  name: string;
  due_at: string;
  started_at: string | null;
  finished_at: string | null;
  succeeded_at: string | null;
  /** In a row. */
  failures: Generated<number>;
  /** Of the last run, unless it succeeded. */
  error: string | null;
  /** Which run has it now, and until when that is believed. */
  holder: string | null;
  held_until: string | null;
}
