import { Group } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { DoctorReport } from '../../../../ops/doctor/report.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer } from '../../../ui/admin/queries.ts';

interface Props {
  /** Times of the last backup and drill: both may resolve findings. */
  after: string;
}

/** Shown only with a bad finding; a failed request is shown by the other cards. */
export function DoctorNotice({ after }: Props) {
  const { data, reload } = useAnswer<DoctorReport>('/admin/doctor');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when `after` changes.
  useEffect(() => void reload(), [reload, after]);
  const bad = data?.groups.flatMap(({ lines }) => lines.filter(({ state }) => state === 'bad')) ?? [];
  if (bad.length === 0) return null;
  return (
    <section className={ui.notice} data-kind="bad" aria-label="Неполадки на сервере">
      <Group wrap="nowrap" align="flex-start" gap="0.875rem">
        <Icon name="bad" />
        <div>
          <p>
            <b>На сервере неполадки: {bad.map(({ name }) => name).join(', ')}</b>
          </p>
          <p>
            {bad[0]?.text} <Link to="/admin/doctor">Что делать</Link>
          </p>
        </div>
      </Group>
    </section>
  );
}
