import { type InputWrapperProps, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { momentText, useSiteTimeZone } from './moment.tsx';
import { fromWall, momentInWords, sameClock, toWall } from './zone.ts';

interface Props {
  name: string;
  label: string;
  note?: string;
  value: string | null; // ISO 8601, UTC
  error?: string | undefined;
  disabled?: boolean;
  hasSeconds?: boolean;
  onChange: (moment: string | null) => void;
}

/** Date and time in the site's zone. Keeps its own text while partly typed, until another value comes from outside. */
export function MomentField({ name, label, note, value, error, disabled, hasSeconds, onChange }: Props) {
  const zone = useSiteTimeZone();
  const [text, setText] = useState('');
  const typed = fromWall(text, zone) ?? null;
  const shown = typed === value ? text : value ? toWall(value, zone) : '';
  return (
    <DateInput
      type="datetime-local"
      name={name}
      label={label}
      description={value ? <InWords moment={value} zone={zone} /> : note}
      inputWrapperOrder={UNDER_FIELD}
      value={shown}
      error={error}
      disabled={disabled}
      {...(hasSeconds && { step: 1 })}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(fromWall(currentTarget.value, zone) ?? null);
      }}
    />
  );
}

const UNDER_FIELD: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

/** Browsers write dates in their own language. With the reader's local time, where it differs from the site's. */
function InWords({ moment, zone }: { moment: string; zone: string }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      {momentInWords(moment, zone)}
      {!sameClock(moment, own, zone) && `. У вас это ${momentText(moment, own)} (${own})`}
    </>
  );
}

/** The first key clears the editor's selection: with it WebKit returns the focus to the editor between keys. */
export function DateInput(props: TextInputProps & { type: 'date' | 'datetime-local' }) {
  return <TextInput {...props} onKeyDown={() => getSelection()?.removeAllRanges()} />;
}
