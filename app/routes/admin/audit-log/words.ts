import { markText } from '../../../../model/settings/watch/marks.ts';
import { momentText } from '../../../ui/admin/fields/moment.tsx';
import { labelOf } from '../settings/site-text/labels.ts';
import { NAMES as VOTE } from '../settings/voting/fields.ts';
import { type SourceDraft, NAMES as WATCH } from '../settings/watch-settings/fields.ts';

const PARTNER = {
  name: 'Название',
  group: 'Группа',
  link: 'Ссылка',
  logo: 'Логотип',
  advertiser: 'Рекламодатель',
  erid: 'Токен erid',
};

const URGENT = { text: 'Сообщение', link: 'Ссылка', ends_at: 'До' };

const SHOW = {
  title: 'Название',
  hall: 'Зал',
  starts_at: 'Начало',
  ends_at: 'Конец',
  is_public: 'Показывать на сайте',
};

const CONTESTANT = {
  name: 'Имя',
  song: 'Песня',
  authors: 'Авторы',
  region: 'Страна или регион',
  image: 'Фотография',
  image_credit: 'Автор фотографии',
  text: 'Рассказ',
  clip: 'Клип',
  age_mark: 'Возрастная отметка',
  is_withdrawn: 'Не участвует в конкурсе',
};

const FIELDS: Record<string, Record<string, string>> = {
  'watch.update': WATCH,
  'vote.update': VOTE,
  'urgent.show': URGENT,
  'urgent.remove': URGENT,
  'partner.update': PARTNER,
  'show.update': SHOW,
  'contestant.update': CONTESTANT,
  'contestant.withdraw': CONTESTANT,
  'contestant.return': CONTESTANT,
};

export function fieldName(action: string, field: string): string {
  return action === 'site-text.update' ? labelOf(field) : (FIELDS[action]?.[field] ?? field);
}

/** Fields whose change the title of an entry already shows. */
export function isSwitch(field: string): boolean {
  return field === 'is_stream_enabled' || field === 'is_voting_enabled' || field === 'is_held';
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function valueText(field: string, value: unknown, zone: string): string {
  if (isEmpty(value)) return 'пусто';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value.map(sourceText).join('; ');
  if (typeof value === 'string' && field.endsWith('_at')) return momentText(value, zone);
  return typeof value === 'string' ? `«${inner(value)}»` : String(value);
}

/** Quotation marks inside of quotation marks. */
function inner(text: string): string {
  return text.replaceAll('«', '„').replaceAll('»', '“');
}

function sourceText({ title, player_url, stream_url, ...mark }: SourceDraft): string {
  const rest = [player_url, stream_url, markText(mark).toLowerCase()].filter(Boolean);
  return `«${inner(title)}»${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`;
}
