import { keyOf } from '../text/table.ts';

/** Headings of a table of contestants: exports write the first, imports know all. */
const HEADINGS = {
  number: [
    '№',
    'номер',
    '#',
    'n',
    'no',
    'порядок',
    'порядковый номер',
    'номер выступления',
    'порядок выступления',
    'order',
    'number',
    'running order',
  ],
  name: [
    'Имя',
    'исполнитель',
    'участник',
    'артист',
    'имя участника',
    'имя исполнителя',
    'исполнитель или группа',
    'name',
    'artist',
    'performer',
    'contestant',
  ],
  song: ['Песня', 'композиция', 'название песни', 'название', 'song', 'title', 'track'],
  authors: ['Авторы', 'автор', 'авторы песни', 'авторы музыки и слов', 'authors', 'writers', 'songwriters', 'composer'],
  region: ['Страна или регион', 'страна', 'регион', 'город', 'откуда', 'country', 'region', 'city'],
  text: ['Рассказ', 'описание', 'биография', 'о себе', 'об участнике', 'bio', 'about', 'description', 'text'],
  clip: ['Клип', 'видео', 'ссылка на клип', 'clip', 'video'],
  image_credit: ['Автор фотографии', 'фотограф', 'автор фото', 'photographer', 'photo credit'],
  age_mark: ['Возрастная отметка', 'возраст', 'возрастное ограничение', 'age', 'age mark'],
} as const;

export type TableField = keyof typeof HEADINGS;

export const tableFields = Object.keys(HEADINGS) as [TableField, ...TableField[]];

export function headingOf(field: TableField): string {
  return HEADINGS[field][0];
}

/** What the columns of a table hold, by its first row; a row that names no contestants' column is no heading. */
export function columnsOf(first: readonly string[]): { columns: (TableField | null)[]; hasHead: boolean } {
  const taken = new Set<TableField>();
  const columns = first.map((cell) => {
    const key = keyOf(cell).replace(/[.:]$/, '');
    const field = tableFields.find((each) => HEADINGS[each].some((heading) => keyOf(heading) === key)) ?? null;
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  return { columns, hasHead: taken.size > 0 };
}
