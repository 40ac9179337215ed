import type { Role } from '../roles.ts';

/** What the rest of the code has to know of each noun. Server, browser and tests read it. */
export interface Noun {
  /**
   * Audit log: sentences by action. Actions are part of the API: never rename. `{title}` and `{subject}` are filled in,
   * `[…](…)` is a link. The actor is left out: a Russian past tense would need its gender.
   */
  sentences: Record<string, string>;
  /** Columns that hold addresses of uploaded images. Articles have an index of their own: `model/uploads/uses.ts`. */
  images?: readonly ImageColumn[];
  /** API routes that need no token. */
  open?: readonly string[];
  /** Who may call its other routes; one that is missing is for administrators, and `test/security/roles.test.ts` names it. */
  roles?: Record<string, readonly Role[]>;
  screen?: Screen;
  /** An editor's audit log is without its lines. */
  isAdministration?: true;
}

/** The table has a `version`, and `id` as its key unless `key` names another. */
interface ImageColumn {
  table: string;
  column: string;
  key?: string;
  /** «Картинка стоит …». */
  place: string;
}

/** A screen of the panel: `/admin/<path>`, made by `app/routes/admin/<file>.tsx`. */
export interface Screen {
  path: string;
  file: string;
  title: string;
  /** To others it says that it is not for them; the calls are refused by the noun's `roles`. */
  roles: readonly Role[];
  /** Part of the menu; without one the screen is reached from others. */
  menu?: 'site' | 'house';
  /** Outline on a 24 × 24 grid. */
  icon?: string;
}
