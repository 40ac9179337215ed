import { BODY_BLOCKS } from '../blocks/blocks.ts';

export interface BlockKind {
  /** Name of its tool; `text` is a plain paragraph. */
  name: string;
  label: string;
  /** What it is searched by, beside the label. */
  words: string;
}

export const BLOCKS: readonly BlockKind[] = [
  { name: 'heading1', label: 'Заголовок 1', words: 'h1 heading title раздел' },
  { name: 'heading2', label: 'Заголовок 2', words: 'h2 heading подзаголовок' },
  { name: 'heading3', label: 'Заголовок 3', words: 'h3 heading подзаголовок' },
  { name: 'bullet', label: 'Маркированный список', words: 'ul bullet list точки' },
  { name: 'ordered', label: 'Нумерованный список', words: 'ol ordered numbered list номера' },
  { name: 'picture', label: 'Изображение', words: 'image img picture photo картинка фото' },
  { name: 'quote', label: 'Цитата', words: 'quote blockquote' },
  ...BODY_BLOCKS.flatMap(({ tools = [] }) => tools),
  { name: 'divider', label: 'Разделитель', words: 'hr divider line линия черта' },
  { name: 'code', label: 'Блок кода', words: 'code pre код' },
  { name: 'text', label: 'Обычный текст', words: 'p text paragraph абзац' },
];

/** By the beginnings of words: «заг», «спи», «h2», «cod»; those whose name begins so come first. */
export function findBlocks(query: string): readonly BlockKind[] {
  const sought = query.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean);
  if (sought.length === 0) return query === '' ? BLOCKS : [];
  const isNamed = ({ label }: BlockKind) => label.toLowerCase().startsWith(sought[0] ?? '');
  const found = BLOCKS.filter(({ label, words }) => {
    const all = `${label} ${words}`.toLowerCase().replaceAll('ё', 'е').split(' ');
    return sought.every((part) => all.some((word) => word.startsWith(part)));
  });
  return [...found.filter(isNamed), ...found.filter((block) => !isNamed(block))];
}
