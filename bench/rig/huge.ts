import { readFile } from 'node:fs/promises';
import type { Db } from '../../db/tables.ts';
import { STEM_RULES } from '../../model/search/stems.ts';
import { articleTokens } from '../../model/search/words.ts';
import type { Store } from '../../model/store.ts';
import { leadOf, NEWS_EXCERPT } from '../../model/text/excerpt.ts';
import { searchForm } from '../../model/text/plain.ts';
import { imageFile, imageNames } from '../../seeds/demo/files.ts';

const AT_ONCE = 500; // Rows of one statement: SQLite takes 32,766 values in one, an article has 17
const COVERS = 6;
const LAST_DAY = Date.UTC(2025, 6, 20);
const DAY = 24 * 3600 * 1000;
const ARTICLES_A_DAY = 25; // A busy newsroom: 100,000 articles are then eleven years

/**
 * Fills an empty database with `count` articles of about 6 KB, as a festival that has been writing for years has them: each in its
 * first version, one in fifty expired, one in a hundred a draft, every thousandth still to appear. Written in bulk, past the verbs
 * of the API: nothing is announced, so it is for a server that has not started yet.
 */
export async function seedHuge(store: Pick<Store, 'db' | 'images'>, count: number): Promise<void> {
  const covers: string[] = [];
  for (const name of imageNames.slice(0, COVERS))
    covers.push((await store.images.put(await readFile(imageFile(name)))).url);
  await store.db.transaction().execute(async (tx) => {
    for (let from = 1; from <= count; from += AT_ONCE)
      await insertArticles(tx, from, Math.min(count, from + AT_ONCE - 1), count, covers);
  });
}

async function insertArticles(tx: Db, from: number, to: number, count: number, covers: string[]): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const rows = await tx
    .insertInto('articles')
    .values(numbers.map((number) => articleRow(number, count, covers)))
    .returning(['id', 'version', 'slug', 'title', 'date', 'content', 'cover_image_url', 'publish_at', 'expires_at'])
    .execute();
  const revisions = rows.map(({ id, ...row }) => ({
    ...row,
    article_id: id,
    cover_alt: '',
    saved_at: `${row.date}T09:00:00.000Z`,
    saved_by: null,
  }));
  await tx.insertInto('revisions').values(revisions).execute();
  const words = rows.map((row) => ({ article_id: row.id, words: articleTokens(row), rules: STEM_RULES }));
  await tx.insertInto('search_words').values(words).execute();
}

/** Article `number` of `count`, the last one the newest. */
function articleRow(number: number, count: number, covers: string[]) {
  const date = new Date(LAST_DAY - Math.floor((count - number) / ARTICLES_A_DAY) * DAY).toISOString().slice(0, 10);
  const at = `${date}T09:00:00.000Z`;
  const title = `${TITLES[number % TITLES.length]} № ${number}`;
  const content = bodyOf(number);
  return {
    slug: `news-${number}`,
    title,
    title_search: searchForm(title),
    date,
    content,
    lead: leadOf(content, NEWS_EXCERPT + 1),
    cover_image_url: covers[number % covers.length] ?? null,
    cover_alt: '',
    group_id: null,
    publish_at: number % 1000 === 7 ? '2100-01-01T09:00:00.000Z' : number % 100 === 13 ? null : at,
    expires_at: number % 50 === 21 ? `${date}T21:00:00.000Z` : null,
    created_at: at,
    updated_at: at,
    updated_by: null,
    deleted_at: null,
    version: 1,
  };
}

/** About 3,000 letters, which are 6 KB. */
function bodyOf(number: number): string {
  const paragraph = (from: number, length: number) =>
    `<p>${Array.from({ length }, (_, at) => SENTENCES[(number + from + at) % SENTENCES.length]).join(' ')}</p>`;
  return [
    paragraph(0, 4),
    paragraph(3, 6),
    '<h2>Как это было</h2>',
    paragraph(1, 6),
    `<blockquote><p>${SENTENCES[number % SENTENCES.length]}</p></blockquote>`,
    paragraph(5, 6),
    `<ul>${[2, 4, 6].map((at) => `<li>${SENTENCES[(number + at) % SENTENCES.length]}</li>`).join('')}</ul>`,
    paragraph(2, 6),
  ].join('');
}

const TITLES = [
  'Жюри назвало имена финалистов',
  'Репетиция перед прямым эфиром',
  'Как проходит голосование зрителей',
  'Новая песня прозвучала впервые',
  'За кулисами большой сцены',
  'Билеты на финал поступили в продажу',
  'Интервью с победителем прошлого года',
];

const SENTENCES = [
  'Финал конкурса песни собрал зрителей со всей страны, и зал пел вместе с участниками до последней минуты.',
  'Оркестр начал репетировать ещё в мае, а свет для сцены собирали три недели.',
  'Каждый номер готовили отдельно: костюмы, экраны и даже порядок выхода музыкантов.',
  'Жюри слушало песни вживую и не знало имён авторов до конца отборочного тура.',
  'Голосование открылось вечером и продолжалось, пока на сцене звучала последняя песня.',
  'Режиссёр трансляции попросил не менять порядок выступлений: от него зависит вся картинка.',
  'Артисты приехали за два дня до эфира, чтобы успеть привыкнуть к залу и его звуку.',
  'Организаторы обещают, что записи всех выступлений появятся на сайте в тот же вечер.',
];
