import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { isAhead, isOverAt, overAfter, type TimedSwitch } from '../../../model/settings/over.ts';
import { useSiteTimeZone } from './fields/moment.tsx';
import type { Values } from './form/field-props.ts';
import type { StoredFormState } from './form/use-stored-form.ts';
import ui from './patterns.module.css';

interface Props {
  isOn: boolean;
  children: ReactNode;
  after?: ReactNode; // What visitors see after saving
  later?: string;
}

export function NowShown({ isOn, children, after, later = 'После сохранения' }: Props) {
  return (
    <div className={ui.notice} data-kind={isOn ? 'good' : undefined}>
      <p>
        <span className={ui.lamp} data-on={isOn || undefined} aria-hidden="true" />
        <b>Сейчас посетители видят:</b> {children}
      </p>
      {after && (
        <p style={{ paddingTop: '0.5rem', borderTop: '1px dashed var(--edge-strong)' }}>
          <b>{later}:</b> {after}
        </p>
      )}
    </div>
  );
}

/** A setting with a switch, whose event may be over. */
export interface Switched<T extends Values> {
  path: string;
  field: keyof T & string; // The switch, a boolean
  over: keyof T & string; // The flag that it is over
  courseOf: (settings: T) => TimedSwitch;
  isOn: (settings: T) => boolean; // Whether visitors see it as on
  /** What visitors see with `settings`, once saved over `stored`: «Сейчас посетители видят …». */
  shown: (stored: T, settings: T, zone: string) => string;
}

/** The settings with the switch toggled, as the server would store them over `stored`. */
export function withSwitch<T extends Values>(of: Switched<T>, stored: T, settings: T, isOn: boolean): T {
  const next = { ...settings, [of.field]: isOn };
  return { ...next, [of.over]: overAfter(of.courseOf(stored), of.courseOf(next)) };
}

interface FieldsProps<T extends Values> {
  of: Switched<T>;
  form: StoredFormState<T>;
  stored: T;
  values: T;
  label: string;
  over?: { label: string; description: string } | false; // Of the editor's over flag; without it there is none
  children?: ReactNode; // Between the switch and the text of what visitors see
}

/** The over flag is hidden while it is on or ahead, fixed once its times say it is over. */
export function SwitchFields<T extends Values>({ of, form, stored, values, label, over, children }: FieldsProps<T>) {
  const zone = useSiteTimeZone();
  const now = of.shown(stored, stored, zone);
  const after = of.shown(stored, values, zone);
  const course = of.courseOf(values);
  const isPast = isOverAt({ ...course, isOver: false });
  const turn = (isOn: boolean) => {
    form.set(of.field, isOn);
    form.set(of.over, withSwitch(of, stored, values, isOn)[of.over] ?? false);
  };
  return (
    <>
      <Switch label={label} {...form.toggle(of.field)} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {children}
      <NowShown isOn={of.isOn(stored)} after={now === after ? undefined : after}>
        {now}
      </NowShown>
      {over && !course.isOn && !isAhead(course) && (
        <Switch
          label={over.label}
          description={isPast ? 'Время вышло. Чтобы объявить заново, поставьте новое время.' : over.description}
          disabled={isPast}
          {...form.toggle(of.over)}
        />
      )}
    </>
  );
}
