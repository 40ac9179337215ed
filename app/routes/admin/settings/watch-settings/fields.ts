import { isOverAt, overAfter } from '../../../../../model/settings/over.ts';
import { markText } from '../../../../../model/settings/watch/marks.ts';
import { assumedEnd } from '../../../../../model/settings/watch/phase.ts';
import { embedOf } from '../../../../../model/settings/watch/players.ts';
import type { Source } from '../../../../../model/settings/watch/sources.ts';
import type { WatchSettings } from '../../../../../model/settings/watch/watch.ts';
import { completeAddress } from '../../../../ui/admin/fields/web-address.ts';
import type { StoredFormState } from '../../../../ui/admin/form/use-stored-form.ts';
import type { Switched } from '../../../../ui/admin/switched.tsx';

/** A new one has no id. */
export type SourceDraft = Omit<Source, 'id'> & Partial<Pick<Source, 'id'>>;

export type Fields = { [Name in Exclude<keyof WatchSettings, 'sources'>]: NonNullable<WatchSettings[Name]> } & {
  sources: SourceDraft[];
};

export interface StreamProps {
  form: StoredFormState<Fields>;
  stored: Fields;
  values: Fields;
}

export const NAMES: Record<keyof Fields, string> = {
  title: 'Заголовок',
  description: 'Описание',
  is_stream_enabled: 'Трансляция',
  stream_url: 'Адрес потока',
  player_url: 'Адрес плеера',
  starts_at: 'Начало эфира',
  is_stream_over: 'Эфир завершён',
  delay_seconds: 'Отставание плеера, секунд',
  recording_url: 'Адрес записи',
  recording_starts_at: 'Начало записи',
  sources: 'Источники',
  active_source: 'Источник у зрителей',
};

/** With its mark: what two editors may have changed. */
export function sourceName({ title, ...mark }: SourceDraft): string {
  const text = markText(mark);
  return text === '' ? title : `${title} (${text.toLowerCase()})`;
}

export function activeOf({ sources, active_source }: Fields): SourceDraft | undefined {
  return sources.find(({ id }) => id !== undefined && id === active_source) ?? sources[0];
}

/** Addresses typed without https://. */
export function completeAddresses({ stream_url, player_url, recording_url, sources }: Fields): Partial<Fields> {
  const complete = (address: string | null) => address && completeAddress(address);
  return {
    stream_url: completeAddress(stream_url),
    player_url: completeAddress(player_url),
    recording_url: completeAddress(recording_url),
    sources: sources.map((source) => ({
      ...source,
      stream_url: complete(source.stream_url),
      player_url: complete(source.player_url),
    })),
  };
}

export const WATCH: Switched<Fields> = {
  path: '/watch-settings',
  field: 'is_stream_enabled',
  over: 'is_stream_over',
  courseOf,
  isOn: ({ is_stream_enabled }) => is_stream_enabled,
  shown,
};

/** What visitors see with `settings`, once saved over `stored`: «Сейчас посетители видят …». */
export function shown(stored: Fields, settings: Fields): string {
  if (!settings.is_stream_enabled) {
    const next = courseOf(settings);
    const isOver = overAfter(courseOf(stored), next, settings.is_stream_over);
    if (isOverAt({ ...next, isOver })) return 'сообщение, что трансляция завершена.';
    return `сообщение, что трансляция ещё не началась${next.startsAt ? '' : ', а после концерта — что завершена'}.`;
  }
  const source = activeOf(settings);
  const pasted = (source ? (source.player_url ?? '') : settings.player_url).trim();
  const embed = embedOf(pasted);
  const player = embed && 'address' in embed ? embed.address : pasted;
  const from = source && settings.sources.length > 1 ? ` (источник «${source.title}»)` : '';
  if (player === '' || player === '/player')
    return (source ?? settings).stream_url
      ? `эфир в плеере сайта${from}.`
      : `плеер сайта${from}; адрес потока в настройках не указан.`;
  return `эфир в плеере ${URL.canParse(player) ? new URL(player).host : 'другого сайта'}${from}.`;
}

function courseOf({ is_stream_enabled, is_stream_over, starts_at }: Fields) {
  const startsAt = starts_at || null;
  return { isOn: is_stream_enabled, isOver: is_stream_over, startsAt, endsAt: assumedEnd(startsAt) };
}
