import type { ChangeAction } from '../../../../model/audit-log.ts';
import type { EditionChange } from '../../../../model/editions/schema.ts';
import type { PartnerChange } from '../../../../model/partners.ts';
import type { ContestantChange } from '../../../../model/programme/contestant-schema.ts';
import type { ShowChange } from '../../../../model/programme/shows.ts';
import type { RedirectChange } from '../../../../model/redirects/redirects.ts';
import type { Urgent } from '../../../../model/settings/urgent.ts';
import { markText } from '../../../../model/settings/watch/marks.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { momentText } from '../../../ui/admin/fields/moment.tsx';
import { labelOf } from '../settings/site-text/labels.ts';
import { NAMES as VOTE } from '../settings/voting/fields.ts';
import { type SourceDraft, NAMES as WATCH } from '../settings/watch-settings/fields.ts';

const PARTNER: Record<keyof PartnerChange, string> = {
  name: 'Название',
  group: 'Группа',
  link: 'Ссылка',
  logo: 'Логотип',
  advertiser: 'Рекламодатель',
  erid: 'Токен erid',
};

const URGENT: Record<Exclude<keyof Urgent, 'id'>, string> = { text: 'Сообщение', link: 'Ссылка', ends_at: 'До' };

const SHOW: Record<keyof ShowChange, string> = {
  title: 'Название',
  hall: 'Зал',
  starts_at: 'Начало',
  ends_at: 'Конец',
  is_public: 'Показывать на сайте',
  recording_url: 'Запись',
  recording_starts_at: 'Начало записи',
};

const EDITION: Record<keyof EditionChange, string> = {
  title: 'Название',
  year: 'Год',
  city: 'Город',
  hall: 'Зал',
  starts_on: 'Первый день',
  ends_on: 'Последний день',
  hosts: 'Ведущие',
  poster: 'Афиша',
  accent: 'Цвет',
  page_id: 'Рассказ',
  is_public: 'Показывать в архиве',
};

const CONTESTANT: Record<keyof ContestantChange, string> = {
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

const REDIRECT: Record<keyof RedirectChange, string> = { source: 'Старый адрес', target: 'Новый адрес' };

const CONFIRMED: Record<string, string> = { breaches: 'Не по шкале', reason: 'Почему верно' };

const CORRECTED: Record<string, string> = { points: 'Баллы', reason: 'Причина' };

const FIELDS: Record<string, Record<string, string>> = {
  'watch.update': WATCH,
  'vote.update': VOTE,
  'urgent.show': URGENT,
  'urgent.remove': URGENT,
  'partner.update': PARTNER,
  'edition.update': EDITION,
  'show.update': SHOW,
  'contestant.update': CONTESTANT,
  'contestant.withdraw': CONTESTANT,
  'contestant.return': CONTESTANT,
  'redirect.update': REDIRECT,
  'results.confirm': CONFIRMED,
  'results.correct': CORRECTED,
} satisfies Record<Exclude<ChangeAction, 'site-text.update'>, Record<string, string>>;

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
  return typeof value === 'string' ? quoted(value) : String(value);
}

function sourceText({ title, player_url, stream_url, ...mark }: SourceDraft): string {
  const rest = [player_url, stream_url, markText(mark).toLowerCase()].filter(Boolean);
  return `${quoted(title)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`;
}
