import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SCALE } from '../../../../model/results/sheet.ts';
import { wholeNumber } from '../../../ui/admin/fields/whole-number.ts';
import { POINTS } from './sheet.ts';

interface Props {
  scale: number[] | undefined;
  readOnly: boolean;
  onChange: (scale: number[]) => void;
}

const WRONG = 'Нужны разные целые числа от 1 до 100 000 через запятую, от высшей оценки к низшей.';

/** Marks of a section; what is no scale stays in the field with its reason. */
export function ScaleField({ scale = SCALE, readOnly, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    const marks = marksOf(text);
    setTyped(text);
    if (marks) onChange(marks);
  };
  return (
    <TextInput
      label="Шкала"
      description="Оценки, которые каждый ставит по одному разу, от высшей. Пусто — баллы любые."
      autoComplete="off"
      readOnly={readOnly}
      value={typed ?? scale.join(', ')}
      error={typed !== undefined && !marksOf(typed) ? WRONG : undefined}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped((text) => (text !== undefined && marksOf(text) ? undefined : text))}
    />
  );
}

function marksOf(text: string): number[] | undefined {
  if (text.trim() === '') return [];
  const marks = text.split(',').map((word) => wholeNumber(word, { least: 1, ...POINTS }).value ?? 0);
  const isScale = marks.every((mark, at) => mark > 0 && mark < (marks[at - 1] ?? Number.POSITIVE_INFINITY));
  return isScale && marks.length <= 60 ? marks : undefined;
}
