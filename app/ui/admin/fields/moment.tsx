import { type InputWrapperProps, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import type { loader } from '../../../routes/admin/kit.tsx';
import { fromWall, momentInWords, sameClock, toWall } from './zone.ts';

const DAY = 24 * 3600 * 1000;

/** IANA name of the site's zone. */
export function useSiteTimeZone(): string {
  return useRouteLoaderData<typeof loader>('routes/admin/kit')?.timeZone ?? 'UTC';
}

/** Time (ISO 8601) in the site's zone: «сегодня, 18:05». The tooltip has the reader's local time when it differs. */
export function Moment({ at }: { at: string }) {
  const zone = useSiteTimeZone();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = momentText(at, own);
  const text = momentText(at, zone);
  return (
    <time dateTime={at} title={here === text ? undefined : `У вас: ${here}`}>
      {text}
    </time>
  );
}

interface Props extends Pick<TextInputProps, 'withAsterisk' | 'aria-required'> {
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
export function MomentField({ note, value, hasSeconds, onChange, ...field }: Props) {
  const zone = useSiteTimeZone();
  const [text, setText] = useState('');
  const typed = fromWall(text, zone) ?? null;
  const shown = typed === value ? text : value ? toWall(value, zone) : '';
  return (
    <DateInput
      type="datetime-local"
      {...field}
      description={value ? <InWords moment={value} zone={zone} /> : note}
      inputWrapperOrder={UNDER_FIELD}
      value={shown}
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

export function momentText(at: string, timeZone: string): string {
  const date = new Date(at);
  return `${dayText(todayIn(timeZone, date), timeZone)}, ${timeText(date, timeZone)}`;
}

/** «сегодня», «вчера», «завтра» or the date of a day (YYYY-MM-DD). */
export function dayText(day: string, timeZone: string): string {
  const now = Date.now();
  if (day === todayIn(timeZone, new Date(now))) return 'сегодня';
  if (day === todayIn(timeZone, new Date(now - DAY))) return 'вчера';
  if (day === todayIn(timeZone, new Date(now + DAY))) return 'завтра';
  return formatDate(day);
}

export function timeText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}
