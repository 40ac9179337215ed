import { embedOf } from '../../../../model/settings/watch/embeds.ts';
import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
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

export const NAMES: Record<keyof Fields, string> = {
  title: 'Заголовок',
  description: 'Описание',
  is_stream_enabled: 'Трансляция',
  stream_url: 'Адрес потока',
  player_url: 'Адрес плеера',
  starts_at: 'Начало эфира',
  sources: 'Источники',
  active_source: 'Источник у зрителей',
};

export function activeOf({ sources, active_source }: Fields): SourceDraft | undefined {
  return sources.find(({ id }) => id !== undefined && id === active_source) ?? sources[0];
}

/** Addresses typed without https://. */
export function completeAddresses({ stream_url, player_url, sources }: Fields): Partial<Fields> {
  const complete = (address: string | null) => address && completeAddress(address);
  return {
    stream_url: completeAddress(stream_url),
    player_url: completeAddress(player_url),
    sources: sources.map((source) => ({
      ...source,
      stream_url: complete(source.stream_url),
      player_url: complete(source.player_url),
    })),
  };
}

/** What visitors see: «Сейчас посетители видят …». */
export function shown(settings: Fields): string {
  if (!settings.is_stream_enabled) return 'сообщение, что трансляция ещё не началась.';
  const source = activeOf(settings);
  const pasted = (source ? (source.player_url ?? '') : settings.player_url).trim();
  const embed = embedOf(pasted);
  const player = embed && 'address' in embed ? embed.address : pasted;
  const from = source && settings.sources.length > 1 ? ` (источник «${source.title}»)` : '';
  if (player === '' || player === '/player') return `эфир в плеере сайта${from}.`;
  return `эфир в плеере ${URL.canParse(player) ? new URL(player).host : 'другого сайта'}${from}.`;
}
