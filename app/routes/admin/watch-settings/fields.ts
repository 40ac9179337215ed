import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import type { StoredFormState } from '../../../ui/admin/form/use-stored-form.ts';

export interface SourceDraft {
  id?: string;
  title: string;
  stream_url: string | null;
  player_url: string | null;
}

/** Null is '' in the form. */
export type Fields = { [Name in Exclude<keyof WatchSettings, 'sources'>]: NonNullable<WatchSettings[Name]> } & {
  sources: SourceDraft[];
};

export type StreamForm = StoredFormState<Fields>;

export function activeOf({ sources, active_source }: Fields): SourceDraft | undefined {
  return sources.find(({ id }) => id !== undefined && id === active_source) ?? sources[0];
}
