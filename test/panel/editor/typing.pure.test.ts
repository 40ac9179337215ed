import { describe, expect, test } from 'vitest';
import { BLOCKS, findBlocks } from '../../../app/routes/admin/editor/body/typing/blocks.ts';
import { dashAfter, quoteAfter } from '../../../app/routes/admin/editor/body/typing/replacements.ts';

describe('a typed quotation mark', () => {
  test.each([
    ['', '«'],
    ['Группа ', '«'],
    ['Группа «Рампа', '»'],
    ['(', '«'],
    ['«Песня ', '„'],
    ['«Песня „Огни', '“'],
    ['«Песня „Огни“', '»'],
    ['«Песня» и ', '«'],
  ])('after «%s» becomes %s', (before, mark) => {
    expect(quoteAfter(before)).toBe(mark);
  });
});

describe('a hyphen before a typed space', () => {
  test.each([
    ['Москва -', 2],
    ['Москва --', 3],
    ['Москва\u00a0-', 2],
    ['-', 0],
    ['кто-', 0],
    ['a ---', 0],
    ['Москва', 0],
  ])('in «%s» is a dash with the space before it: %i characters', (before, length) => {
    expect(dashAfter(before)).toBe(length);
  });
});

describe('a block is found', () => {
  test.each([
    ['', BLOCKS.length],
    ['заг', 3],
    ['загол 2', 1],
    ['h2', 1],
    ['СПИ', 2],
    ['hr', 1],
    ['картинка', 1],
    ['cod', 1],
    ['usr', 0],
    [' ', 0],
  ])('by «%s»: %i of them', (query, count) => {
    expect(findBlocks(query)).toHaveLength(count);
  });
});
