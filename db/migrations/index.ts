import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';
import * as history from './0002-history.ts';
import * as team from './0003-team.ts';
import * as changes from './0004-changes.ts';
import * as growth from './0005-growth.ts';
import * as entry from './0006-entry.ts';
import * as pictures from './0007-pictures.ts';
import * as instances from './0008-instances.ts';
import * as dateFollows from './0009-date-follows.ts';
import * as searchForms from './0010-search-forms.ts';

/** Every step in its order. A step that has landed is never changed: data directories in the field have gone through it. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-history': history,
  '0003-team': team,
  '0004-changes': changes,
  '0005-growth': growth,
  '0006-entry': entry,
  '0007-pictures': pictures,
  '0008-instances': instances,
  '0009-date-follows': dateFollows,
  '0010-search-forms': searchForms,
};
