import { useState } from 'react';
import { DateInput } from './date-input.tsx';
import { momentText, useSiteTimeZone } from './moment.tsx';
import { fromWall, sameClock, toWall } from './zone.ts';

interface Props {
  name: string;
  label: string;
  note?: string;
  value: string | null; // ISO 8601, UTC
  error?: string | undefined;
  disabled?: boolean;
  onChange: (moment: string | null) => void;
}

/** Date and time in the site's zone. Keeps its own text while partly typed, until another value comes from outside. */
export function MomentField({ name, label, note, value, error, disabled, onChange }: Props) {
  const zone = useSiteTimeZone();
  const [text, setText] = useState('');
  const typed = fromWall(text, zone) ?? null;
  const shown = typed === value ? text : value ? toWall(value, zone) : '';
  return (
    <DateInput
      type="datetime-local"
      name={name}
      label={label}
      description={value ? <OwnClock moment={value} zone={zone} /> : note}
      value={shown}
      error={error}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(fromWall(currentTarget.value, zone) ?? null);
      }}
    />
  );
}

/** Local time of the reader, where it differs from the site's. */
function OwnClock({ moment, zone }: { moment: string; zone: string }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (sameClock(moment, own, zone)) return null;
  return (
    <>
      У вас это {momentText(moment, own)} ({own})
    </>
  );
}
