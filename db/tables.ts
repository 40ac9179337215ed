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

/** Times are ISO 8601 UTC texts, days `YYYY-MM-DD`, booleans 0 or 1: the same in both dialects. */
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

export type Db = Kysely<Tables>;

export interface ArticleTable {
  id: Generated<number>;
  slug: string;
  title: string;
  /** Lower case: SQLite's `lower()` is ASCII only. */
  title_search: string;
  date: string;
  /** 1: `date` follows the day of publication, for a draft the day of its last save. */
  date_follows: Generated<number>;
  content: string;
  lead: string;
  cover_image_url: string | null;
  cover_alt: string;
  /** At most one article of a group is published or scheduled. */
  group_id: number | null;
  /** Null: draft; future: scheduled; past: published. */
  publish_at: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** Username; null when unknown. For a deleted article: who deleted it. */
  updated_by: string | null;
  deleted_at: string | null;
  version: number;
}

interface FormerSlugTable {
  slug: string;
  article_id: number;
}

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
  cover_image_url: string | null;
  cover_alt: string;
  publish_at: string | null;
  expires_at: string | null;
}

interface PreviewTable {
  token_hash: string;
  article_id: number;
  created_at: string;
  expires_at: string;
}

interface PresenceTable {
  article_id: number;
  username: string;
  tab: string;
  opened_at: string;
  seen_at: string;
}

export interface GroupTable {
  id: Generated<number>;
  name: string;
  version: number;
}

/** One row per name (`watch`, `vote`, `site-text`): the saved JSON object; defaults live in the code. */
interface SettingTable {
  name: string;
  value: string;
  version: number;
  updated_at: string;
}

export interface ImageTable {
  name: string;
  width: number;
  height: number;
  bytes: number;
  /** Time of the last upload. */
  created_at: string;
  alt: Generated<string>;
  alt_search: Generated<string>;
}

/** Audit log, append-only. */
interface JournalTable {
  id: Generated<number>;
  at: string;
  /** Null: the server itself. */
  who: string | null;
  action: string;
  subject: string;
  title: string;
}

/** Image bytes on PostgreSQL, in parts: no image is ever whole in memory. */
interface ImagePartTable {
  name: string;
  part: number;
  bytes: Uint8Array;
}

interface ImageUseTable {
  article_id: number;
  /** File name of the image without its extension. */
  hash: string;
  version: number;
}

interface ImageSearchTable {
  article_id: number;
  version: number;
}

interface ChangeTable {
  id: number;
  version: number;
  /** Strictly increasing time of the last change of news or texts. */
  lists_at: Generated<string>;
}

interface JobTable {
  name: string;
  due_at: string;
  started_at: string | null;
  finished_at: string | null;
  succeeded_at: string | null;
  /** Consecutive. */
  failures: Generated<number>;
  error: string | null;
  /** Lease: the run that has the job, and its expiry. */
  holder: string | null;
  held_until: string | null;
}
