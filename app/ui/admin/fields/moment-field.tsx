import { useState } from 'react';
import { DateInput } from './date-input.tsx';
import { useSiteTimeZone } from './moment.tsx';
import { OwnClock } from './own-clock.tsx';
import { fromWall, toWall } from './zone.ts';

interface Props {
  name: string;
  label: string;
  /** Stands below while the field is empty. */
  note?: string;
  /** ISO 8601, UTC. */
  value: string | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (moment: string | null) => void;
}

/**
 * A day and time, typed on the site's clock. What is half typed is no moment yet, so the field keeps its own text, until another
 * value comes from outside: a form that was discarded shows what is stored.
 */
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
