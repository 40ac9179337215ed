import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import type { StoredFormState } from '../../../ui/admin/form/use-stored-form.ts';

/** A source in the form; one that was never saved has no id yet. */
export interface SourceDraft {
  id?: string;
  title: string;
  stream_url: string | null;
  player_url: string | null;
}

/** An address or a start that nobody saved is empty in the form. */
export type Fields = { [Name in Exclude<keyof WatchSettings, 'sources'>]: NonNullable<WatchSettings[Name]> } & {
  sources: SourceDraft[];
};

export type StreamForm = StoredFormState<Fields>;

/** The source that everybody is shown. */
export function activeOf({ sources, active_source }: Fields): SourceDraft | undefined {
  return sources.find(({ id }) => id !== undefined && id === active_source) ?? sources[0];
}
