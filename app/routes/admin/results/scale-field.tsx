import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SCALE } from '../../../../model/results/scale.ts';

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
    setTyped(marks && marks.join(', ') === text ? undefined : text);
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
  const words = text.trim().split(/\s*,\s*/);
  const marks = words.map(Number);
  const isScale = words.every((word, at) => /^\d{1,6}$/.test(word) && isBelow(marks, at));
  return isScale && words.length <= 60 ? marks : undefined;
}

function isBelow(marks: number[], at: number): boolean {
  const [mark = 0, above = 100_001] = [marks[at], marks[at - 1]];
  return mark > 0 && mark < above;
}
