import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

export interface Limits {
  least?: number | undefined;
  most: number;
  blank?: number | null | undefined; // Value of a blank text; null by default
}

const MAX_LENGTH = 40; // Longer texts are no number and are not matched against the patterns

/** Parses `typed`: a number, `blank`, or a Russian sentence about the error. Accepts the no-break spaces of spreadsheets. */
export function wholeNumber(
  typed: string,
  { least = 0, most, blank = null }: Limits,
): { value: number | null; problem?: string } {
  const text = typed.trim();
  if (text === '') return { value: blank };
  const digits = text.length > MAX_LENGTH ? text : ungrouped(text);
  const value = /^\d+$/.test(digits) ? Number(digits) : null;
  if (value !== null && value >= least && value <= most) return { value };
  return {
    value: null,
    problem: `«${text.slice(0, MAX_LENGTH)}»: нужно целое число от ${least} до ${most.toLocaleString('ru')}.`,
  };
}

/** State of a whole-number field. `onChange` gets null and the text as `wrong` for anything else. */
export function useWholeNumber(
  value: number | null,
  limits: Limits,
  onChange: (value: number | null, wrong?: string) => void,
) {
  const [typed, setTyped] = useState<{ text: string; value: number | null }>();
  // A value set from outside replaces the typed text.
  const text = typed && typed.value === value ? typed.text : String(value ?? '');
  const { problem } = wholeNumber(text, limits);
  return {
    text,
    problem,
    type: (next: string) => {
      const { value: given, problem: wrong } = wholeNumber(next, limits);
      setTyped({ text: next, value: given });
      onChange(given, wrong === undefined ? undefined : next);
    },
    /** On blur a number is displayed in canonical form. */
    leave: () => setTyped((before) => (problem === undefined ? undefined : before)),
  };
}

interface NumberProps extends Omit<TextInputProps, 'value' | 'onChange'>, Limits {
  value: number | null;
  onChange: (value: number | null, wrong?: string) => void; // `wrong`: text that is no number
}

/** A whole-number field that shows an error for other text; never changes the typed number. */
export function NumberField({ value, least, most, blank, onChange, error, ...rest }: NumberProps) {
  const { text, problem, type, leave } = useWholeNumber(value, { least, most, blank }, onChange);
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={text}
      error={problem ?? error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={leave}
    />
  );
}

function ungrouped(text: string): string {
  return /^\d{1,3}(?:[\u00a0\u2007\u2009\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
}
