import { TextInput, type TextInputProps } from '@mantine/core';
import { type Limits, useWholeNumber } from './whole-number.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'>, Limits {
  value: number | null;
  /** `wrong` is the text of what is no number. */
  onChange: (value: number | null, wrong?: string) => void;
}

/** Takes a whole number or says beside it what is wrong; never makes another number of what was typed. */
export function NumberField({ value, least, most, blank, onChange, error, ...rest }: Props) {
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
