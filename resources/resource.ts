import type { Role } from '../roles.ts';

/** Declaration of a resource, read by server, panel and tests. */
export interface Resource {
  /**
   * Audit log: sentences by action. Actions are part of the API: never rename. `{title}` and `{subject}` are filled in,
   * `[…](…)` is a link. The actor is left out: a Russian past tense would need its gender.
   */
  sentences: Record<string, string>;
  /** Columns that hold addresses of uploaded images. Articles have an index of their own: `model/uploads/uses.ts`. */
  images?: readonly ImageColumn[];
  screen?: Screen;
  isNight?: true; // The broadcast role sees its entries on the control desk
  isAdministration?: true; // Its entries are left out of an editor's audit log
}

/** The table has a `version`, and `id` as its key unless `key` names another. */
interface ImageColumn {
  table: string;
  column: string;
  key?: string;
  place: string; // «Картинка стоит …»
}

interface MenuEntry {
  part: 'site' | 'administration';
  icon: string; // Outline on a 24 × 24 grid
}

/** A screen of the panel: `/admin/<path>`, made by `app/routes/admin/<file>.tsx`. */
export interface Screen {
  path: string;
  file: string;
  title: string;
  roles: readonly Role[]; // Other roles see a refusal; their calls are refused by the `roles` of the routes
  entry?: MenuEntry; // Its entry of the menu has its title
  tabOf?: string; // Path of the screen whose entry it shares, as a tab. Without either, other screens link to it.
}
