import type { EditionChange } from '../../../../model/editions/schema.ts';
import type { PartnerChange } from '../../../../model/partners.ts';
import type { ContestantChange } from '../../../../model/programme/contestant-schema.ts';
import type { ShowChange } from '../../../../model/programme/shows.ts';
import type { RedirectChange } from '../../../../model/redirects/redirects.ts';
import type { Urgent } from '../../../../model/settings/urgent.ts';
import { markText } from '../../../../model/settings/watch/marks.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { resources } from '../../../../resources.ts';
import { momentText } from '../../../ui/admin/fields/moment.tsx';
import { NAMES as TEXTS } from '../settings/site-text/labels.ts';
import { NAMES as VOTE } from '../settings/voting/fields.ts';
import { type SourceDraft, NAMES as WATCH } from '../settings/watch-settings/fields.ts';

type Field =
  | keyof (PartnerChange & EditionChange & ShowChange & ContestantChange & RedirectChange)
  | Exclude<keyof Urgent, 'id'>;

/** `resource.field` or `resource.action.field` where one calls it otherwise. */
const NAMES: Record<Field, string> & Record<string, string> = {
  name: 'Имя',
  'partner.name': 'Название',
  group: 'Группа',
  link: 'Ссылка',
  logo: 'Логотип',
  advertiser: 'Рекламодатель',
  erid: 'Токен erid',
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
  is_public: 'Показывать на сайте',
  'edition.is_public': 'Показывать в архиве',
  starts_at: 'Начало',
  ends_at: 'Конец',
  'urgent.ends_at': 'До',
  recording_url: 'Запись',
  recording_starts_at: 'Начало записи',
  song: 'Песня',
  authors: 'Авторы',
  region: 'Страна или регион',
  image: 'Фотография',
  image_credit: 'Автор фотографии',
  text: 'Рассказ',
  'urgent.text': 'Сообщение',
  clip: 'Клип',
  age_mark: 'Возрастная отметка',
  is_withdrawn: 'Не участвует в конкурсе',
  source: 'Старый адрес',
  target: 'Новый адрес',
  breaches: 'Не по шкале',
  points: 'Баллы',
  reason: 'Причина',
  'results.confirm.reason': 'Почему это верно',
};

const SETTINGS: Record<string, Readonly<Record<string, string>>> = { watch: WATCH, vote: VOTE, 'site-text': TEXTS };

export function fieldName(action: string, field: string): string {
  const [resource = ''] = action.split('.');
  const own = SETTINGS[resource];
  return (own ? own[field] : (NAMES[`${action}.${field}`] ?? NAMES[`${resource}.${field}`] ?? NAMES[field])) ?? field;
}

/** Fields whose change the title of an entry already shows. */
export function isToldByTitle(field: string): boolean {
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

type Kind = keyof typeof resources;

export const WITHOUT_SESSIONS = (Object.keys(resources) as Kind[]).filter((kind) => kind !== 'session');

/** Logins are listed on request: they would drown the rest. */
export const VIEWS: { value: string; label: string; kinds: Kind[] }[] = [
  { value: '', label: 'Все изменения, без входов', kinds: WITHOUT_SESSIONS },
  { value: 'settings', label: 'Трансляция и голосование', kinds: ['watch', 'vote', 'urgent'] },
  { value: 'texts', label: 'Тексты сайта', kinds: ['site-text'] },
  { value: 'news', label: 'Новости', kinds: ['article', 'group'] },
  { value: 'programme', label: 'Программа', kinds: ['show', 'contestant', 'stage', 'results'] },
  { value: 'partners', label: 'Партнёры', kinds: ['partner'] },
  { value: 'images', label: 'Картинки', kinds: ['image'] },
  { value: 'admins', label: 'Команда', kinds: ['admin', 'invitation'] },
  { value: 'sessions', label: 'Входы в панель', kinds: ['session'] },
  { value: 'all', label: 'Всё вместе', kinds: [] },
];
