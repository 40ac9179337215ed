import { keyOf } from '../text/table.ts';

/** Headings of a table of contestants, separated by `|`: exports write the first, imports accept all. */
const CONTESTANT = {
  number:
    '№|№ п/п|п/п|номер|#|n|no|порядок|порядковый номер|номер выступления|порядок выступления|order|number|running order',
  name: 'Имя|исполнитель|исполнители|участник|участники|артист|конкурсант|победитель|фио|ф.и.о|фио участника|фио исполнителя|фамилия и имя|фамилия имя|имя участника|имя исполнителя|фамилия|исполнитель или группа|коллектив|name|artist|performer|contestant',
  song: 'Песня|композиция|конкурсная песня|песня победителя|название песни|название композиции|название произведения|произведение|название|трек|song|title|track',
  authors:
    'Авторы|автор|автор(ы)|авторы песни|авторы музыки и слов|автор музыки и слов|автор музыки|автор слов|автор текста|композитор|authors|writers|songwriters|composer',
  region: 'Страна или регион|страна|регион|город|населенный пункт|откуда|country|region|city',
  text: 'Рассказ|описание|биография|о себе|об участнике|bio|about|description|text',
  clip: 'Клип|видео|ссылка на клип|clip|video',
  image_credit: 'Автор фотографии|фотограф|автор фото|photographer|photo credit',
  age_mark: 'Возрастная отметка|возрастное ограничение|age|age mark',
} as const;

/** The same for past festivals, where «Город» is the festival's city. */
const ARCHIVE = {
  year: 'Год|год фестиваля|год проведения|year',
  edition: 'Фестиваль|название фестиваля|конкурс|название конкурса|festival|contest|edition',
  city: 'Город фестиваля|город|город проведения|место проведения|city|host city',
  hall: 'Зал|площадка|hall|venue',
  show: 'Концерт|показ|название концерта|этап|тур|show|round',
  day: 'Дата|дата концерта|дата проведения|день|начало|date|day',
  ...CONTESTANT,
  place: 'Место|итоговое место|занятое место|place|rank',
  points:
    'Баллы|балл|очки|всего|итого|итог|сумма|сумма баллов|всего баллов|итого баллов|количество баллов|общий балл|points|total|score',
  jury: 'Баллы жюри|очки жюри|жюри|jury|jury points',
  audience: 'Баллы зрителей|очки зрителей|зрители|голоса зрителей|audience|televote|public',
} as const;

type TableField = keyof typeof CONTESTANT;
export type ArchiveField = keyof typeof ARCHIVE;

export const tableFields = Object.keys(CONTESTANT) as [TableField, ...TableField[]];
export const archiveFields = Object.keys(ARCHIVE) as [ArchiveField, ...ArchiveField[]];

export function headingOf(field: ArchiveField): string {
  return ARCHIVE[field].split('|')[0] ?? '';
}

export const MAX_COLUMNS = 50;
const MAX_TITLES = 10; // rows
const MAX_TITLE_CELLS = 2;

/**
 * Fields of a table's columns, by its heading row `head`: the first row that is not blank, or one under a title that
 * names several columns, or the lower of two such rows, blank cells inheriting; a row without known columns is no heading.
 */
export function readHead<Field extends ArchiveField>(rows: readonly (readonly string[])[], fields: readonly Field[]) {
  const found = rows.slice(0, MAX_TITLES).map((row) => columnsOf(row, fields));
  const counts = found.map((columns) => columns.filter((field) => field !== null).length);
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const isHeading = (at: number) => (counts[at] ?? 0) > 1;
  // Headings below data belong to another table.
  const data = filled.findIndex((cells, at) => cells > MAX_TITLE_CELLS && !isHeading(at));
  const above = data < 0 ? counts : counts.slice(0, data);
  const most = Math.max(0, ...above);
  const first = Math.max(
    0,
    filled.findIndex((cells) => cells > 0),
  );
  const fullest = most > 1 ? above.indexOf(most) : first;
  const head = isHeading(fullest) && isHeading(fullest + 1) ? fullest + 1 : fullest;
  const [upper = [], row = []] = [isHeading(head - 1) ? rows[head - 1] : [], rows[head]];
  const headings = (row.length < upper.length ? upper : row).map((_, at) => row[at] || upper[at] || '');
  return { head, headings, columns: columnsOf(headings, fields), hasHead: (counts[head] ?? 0) > 0 };
}

/** Fields of columns with these headings, own headings before synonyms. Authors, or a name and a surname, take several columns. */
export function columnsOf<Field extends ArchiveField>(headings: readonly string[], fields: readonly Field[]) {
  const keys = headings.map((cell) => keyOf(cell).replace(/[.:]$/, ''));
  const columns: (Field | null)[] = keys.map(() => null);
  for (const known of [1, undefined])
    for (const [at, key] of keys.entries()) {
      const names = [key, key.replace(/ ?[(/,].*/, '')]; // «Исполнитель (группа)», «Город / регион»
      const isIt = (field: Field) =>
        ARCHIVE[field]
          .split('|')
          .slice(0, known)
          .some((heading) => names.includes(keyOf(heading)));
      const field = fields.find(isIt);
      const isMore = field === 'authors' || (key === 'фамилия' && keys.includes('имя'));
      if (field && columns[at] === null && (isMore || !columns.includes(field))) columns[at] = field;
    }
  return columns;
}
