import { Switch } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { type Course, isAhead, isOverAt } from '../../../model/settings/over.ts';
import ui from './patterns.module.css';

interface Props {
  isOn: boolean;
  children: ReactNode;
  /** What visitors see after saving. */
  after?: ReactNode;
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

interface OverSwitchProps {
  course: Course;
  label: string;
  description: string;
  name: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** An editor's over flag; hidden while it is on or ahead, fixed once its times say it is over. */
export function OverSwitch({ course, description, ...field }: OverSwitchProps) {
  if (course.isOn || isAhead(course)) return null;
  const isPast = isOverAt({ ...course, isOver: false });
  return (
    <Switch
      size="md"
      description={isPast ? 'Время вышло. Чтобы объявить заново, поставьте новое время.' : description}
      disabled={isPast}
      {...field}
    />
  );
}
