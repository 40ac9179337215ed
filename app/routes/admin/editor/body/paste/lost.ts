import type { LostThing } from '../../../../../../model/body/losses.ts';
import { plural } from '../../../../../../model/text/plural.ts';

export interface Lost {
  what: LostThing;
  count: number;
  isLinked?: boolean;
}

export function addLost(list: Lost[], what: LostThing, isLinked = false): void {
  const known = list.find((lost) => lost.what === what && (lost.isLinked ?? false) === isLinked);
  if (known) known.count += 1;
  else list.push({ what, count: 1, isLinked });
}

/** «2 таблицы — строками, видео — ссылкой». */
export function namesOfLost(list: readonly Lost[]): string {
  return list.map((lost) => nameOf(lost) + placeOf(lost)).join(', ');
}

const FORMS: Record<LostThing, [one: string, few: string, many: string]> = {
  видео: ['видео', 'видео', 'видео'],
  звук: ['звук', 'звука', 'звуков'],
  'встроенная страница': ['встроенная страница', 'встроенные страницы', 'встроенных страниц'],
  таблица: ['таблица', 'таблицы', 'таблиц'],
  форма: ['форма', 'формы', 'форм'],
  'элемент формы': ['элемент формы', 'элемента формы', 'элементов формы'],
  'рисунок SVG': ['рисунок SVG', 'рисунка SVG', 'рисунков SVG'],
  рисунок: ['рисунок', 'рисунка', 'рисунков'],
  формула: ['формула', 'формулы', 'формул'],
  картинка: ['картинка', 'картинки', 'картинок'],
  'якорная ссылка': ['якорная ссылка', 'якорные ссылки', 'якорных ссылок'],
  ссылка: ['ссылка', 'ссылки', 'ссылок'],
  'простой текст': ['простой текст', 'простых текста', 'простых текстов'],
};

function nameOf({ what, count }: Lost): string {
  return count === 1 ? FORMS[what][0] : plural(count, ...FORMS[what]);
}

function placeOf({ what, count, isLinked }: Lost): string {
  if (isLinked) return count === 1 ? ' — ссылкой' : ' — ссылками';
  return what === 'таблица' ? ' — строками' : '';
}
