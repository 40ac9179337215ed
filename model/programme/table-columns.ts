import { keyOf } from '../text/table.ts';

/** Headings of a table of contestants, divided by `|`: exports write the first, imports know all. */
const CONTESTANT = {
  number: '№|номер|#|n|no|порядок|порядковый номер|номер выступления|порядок выступления|order|number|running order',
  name: 'Имя|исполнитель|участник|артист|имя участника|имя исполнителя|исполнитель или группа|name|artist|performer|contestant',
  song: 'Песня|композиция|название песни|название|song|title|track',
  authors: 'Авторы|автор|авторы песни|авторы музыки и слов|authors|writers|songwriters|composer',
  region: 'Страна или регион|страна|регион|город|откуда|country|region|city',
  text: 'Рассказ|описание|биография|о себе|об участнике|bio|about|description|text',
  clip: 'Клип|видео|ссылка на клип|clip|video',
  image_credit: 'Автор фотографии|фотограф|автор фото|photographer|photo credit',
  age_mark: 'Возрастная отметка|возраст|возрастное ограничение|age|age mark',
} as const;

/** The same of past festivals: «Город» is that of the festival. */
const ARCHIVE = {
  year: 'Год|год фестиваля|year',
  edition: 'Фестиваль|название фестиваля|конкурс|название конкурса|festival|contest|edition',
  city: 'Город фестиваля|город|место проведения|city|host city',
  hall: 'Зал|площадка|hall|venue',
  show: 'Концерт|показ|название концерта|этап|тур|show|round',
  day: 'Дата|дата концерта|день|начало|date|day',
  ...CONTESTANT,
  place: 'Место|итоговое место|занятое место|place|rank',
  points: 'Баллы|очки|всего|итого|сумма|сумма баллов|всего баллов|points|total|score',
  jury: 'Баллы жюри|очки жюри|жюри|jury|jury points',
  audience: 'Баллы зрителей|очки зрителей|зрители|голоса зрителей|audience|televote|public',
} as const;

export type TableField = keyof typeof CONTESTANT;
export type ArchiveField = keyof typeof ARCHIVE;

export const tableFields = Object.keys(CONTESTANT) as [TableField, ...TableField[]];
export const archiveFields = Object.keys(ARCHIVE) as [ArchiveField, ...ArchiveField[]];

export function headingOf(field: ArchiveField): string {
  return ARCHIVE[field].split('|')[0] ?? '';
}

/** What the columns of a table hold, by its first row, our own headings before their synonyms; a row that names no column is no heading. */
export function columnsOf<Field extends ArchiveField>(first: readonly string[], fields: readonly Field[]) {
  const keys = first.map((cell) => keyOf(cell).replace(/[.:]$/, ''));
  const columns: (Field | null)[] = keys.map(() => null);
  for (const known of [1, undefined])
    for (const [at, key] of keys.entries()) {
      const isIt = (field: Field) =>
        ARCHIVE[field]
          .split('|')
          .slice(0, known)
          .some((heading) => keyOf(heading) === key);
      const field = fields.find(isIt);
      if (field && columns[at] === null && !columns.includes(field)) columns[at] = field;
    }
  return { columns, hasHead: columns.some((field) => field !== null) };
}
