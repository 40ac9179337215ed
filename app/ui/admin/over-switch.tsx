import { Switch } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { type Course, isAhead, isOverAt } from '../../../model/settings/over.ts';

interface Props {
  course: Course;
  label: string;
  description: string;
  name: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** An editor's over flag; hidden while it is on or ahead, fixed once its times say it is over. */
export function OverSwitch({ course, description, ...field }: Props) {
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
