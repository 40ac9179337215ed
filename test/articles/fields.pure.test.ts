import { expect, test } from 'vitest';
import * as draft from '../../app/routes/admin/editor/draft/fields.ts';
import { mergeFields } from '../../app/routes/admin/editor/draft/merge.ts';
import { COLUMNS, eachText, FIELD_NAMES, FIELDS, TEXT_NAMES, textField } from '../../model/articles/fields.ts';
import { revisionSchema } from '../../model/articles/revisions.ts';
import { type ArticleRow, cardColumns, toAdminArticle, toArticle } from '../../model/articles/row.ts';
import * as schemas from '../../model/articles/schema.ts';

const NOT_TEXTS = FIELD_NAMES.filter((name) => !(TEXT_NAMES as string[]).includes(name));
/** A value of its own for each text. */
const texts = eachText(({ oneOf }, name) => oneOf?.[0] ?? `Текст ${name}`);
const row = {
  ...Object.fromEntries(COLUMNS.map((column) => [column, null])),
  ...{ title: 'Заголовок', slug: 'slug', date: '2025-07-01', content: '<p>Текст</p>', lead: 'Текст', tags: '[]' },
  ...Object.fromEntries(TEXT_NAMES.map((name) => [FIELDS[name].column, texts[name]])),
  ...{ id: 1, version: 1, updated_at: '2025-07-01T00:00:00.000Z' },
} as unknown as ArticleRow;

test.each([
  ['an answer', schemas.articleSchema],
  ['an answer to the panel', schemas.adminArticleSchema],
  ['a new article', schemas.newArticleSchema],
  ['a change', schemas.articleChangeSchema],
  ['an old version', revisionSchema],
])('every field of the table is in %s', (_where, { shape }) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(FIELD_NAMES));
});

test('every field of the table is in card data but for the text, in a preview but for the times, and in a draft, with the name it has in comparisons', () => {
  const ofCards = FIELD_NAMES.filter((name) => name !== 'content');
  expect(Object.keys(schemas.articleCardSchema.shape)).toEqual(expect.arrayContaining(ofCards));
  expect(cardColumns).toEqual(expect.arrayContaining(COLUMNS.filter((column) => column !== 'content')));
  const shown = FIELD_NAMES.filter((name) => name !== 'publishAt' && name !== 'expiresAt');
  expect(Object.keys(schemas.unsavedArticleSchema.shape)).toEqual(expect.arrayContaining(shown));
  expect(Object.keys(draft.blankFields()).sort()).toEqual([...FIELD_NAMES, 'group', 'place'].sort());
  expect(FIELD_NAMES.map(draft.labelOf)).toEqual(FIELD_NAMES.map((name) => FIELDS[name].label));
});

test('every field of the table is compared and merged', () => {
  const base = { ...draft.blankFields(), content: '<p>а</p>' };
  for (const name of FIELD_NAMES) {
    const change = (value: string) => ({ ...base, [name]: value });
    expect(draft.changedFields(base, change('<p>б</p>'))).toEqual([name]);
    if (name === 'content') continue;
    expect(mergeFields(base, change('мой'), change('чужой')).conflicts).toEqual([{ key: name, field: name }]);
  }
});

test('every text of the table is answered and edited as it is stored', () => {
  expect(toArticle(row)).toMatchObject(texts);
  expect(draft.fieldsOf({ ...toAdminArticle(row), content: '' })).toMatchObject(texts);
});

test.each(TEXT_NAMES)('every text of the table %s has its greatest length, and is blank when null or empty', (name) => {
  const { blank, max, label } = textField(name);
  for (const nothing of [null, ''])
    expect(schemas.articleChangeSchema.parse({ [name]: nothing })).toEqual({ [name]: blank });
  expect(schemas.articleChangeSchema.parse({})).toEqual({});
  expect(schemas.articleChangeSchema.safeParse({ [name]: 'я'.repeat(max + 1) }).error?.issues[0]?.message).toContain(
    label,
  );
});

test('fields without an entry of a text are those that have code of their own', () => {
  const own: draft.FieldName[] = [
    'title',
    'slug',
    'date',
    'content',
    'tags',
    'coverImageUrl',
    'publishAt',
    'expiresAt',
  ];
  expect(NOT_TEXTS).toEqual(own);
});
